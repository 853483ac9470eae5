import { Box, Button, Spinner, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { FileSearch } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Link as RouteLink } from 'wouter'
import { type Checking, checkFilesAtom, checkingAtom } from '../../state/evidence/verify-files'
import { VerdictView } from '../../ui/recordings/verdict'
import { SignInFrame } from '../../ui/sign-in/sign-in-frame'

/** Says of a recording that somebody was given whether it is what the camera recorded (PROOF-16). Nobody needs to sign in. */
export default function VerifyScreen() {
  const checking = useAtomValue(checkingAtom)
  return (
    <SignInFrame
      title="Check a recording"
      line="Whether it is what the camera recorded, whole and unchanged"
      footer="It is checked in this browser: nothing is uploaded"
      isWide
    >
      <Stack gap="4">
        <Chooser isReading={checking.phase === 'reading'} />
        <Box role="status" aria-live="polite">
          <Outcome checking={checking} />
        </Box>
        <Button asChild variant="ghost">
          <RouteLink href="/">Open Nightjar</RouteLink>
        </Button>
      </Stack>
    </SignInFrame>
  )
}

function Chooser({ isReading }: { readonly isReading: boolean }) {
  const check = useSetAtom(checkFilesAtom)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | null) => void check([...(files ?? [])])
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  const onDragOver = (event: DragEvent) => {
    // Else the browser would open the file in the place of the page.
    event.preventDefault()
    setIsOver(true)
  }
  return (
    <Stack
      gap="3"
      align="center"
      textAlign="center"
      borderWidth="2px"
      borderStyle="dashed"
      borderColor={isOver ? 'brand.solid' : 'border'}
      rounded="l3"
      // Where letters are large the button needs the room.
      p="min({spacing.6}, 6.7vw)"
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <Text color="fg.muted">The zip of “Download with proof”, or the recording and its .proof.json</Text>
      <Button
        colorPalette="brand"
        size="lg"
        px="min({spacing.5}, 5.6vw)"
        flexWrap="wrap"
        disabled={isReading}
        onClick={() => input.current?.click()}
      >
        {isReading ? <Spinner size="sm" aria-hidden /> : <FileSearch size="1.1rem" aria-hidden />}
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Recording and proof"
        accept=".zip,.webm,.mp4,.json,video/webm,video/mp4,application/zip,application/json"
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          // The same files may be chosen again.
          currentTarget.value = ''
        }}
      />
    </Stack>
  )
}

function Outcome({ checking }: { readonly checking: Checking }) {
  switch (checking.phase) {
    case 'idle':
      return null
    case 'reading':
      return <Text textAlign="center">Checking…</Text>
    case 'refused':
      return <Text>{checking.text}</Text>
    case 'checked':
      return (
        <Stack gap="6">
          {checking.files.map(({ name, words }) => (
            <VerdictView key={name} name={name} words={words} />
          ))}
        </Stack>
      )
  }
}
