import { Button, Center, HStack, Spinner, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import {
  checkProofAtom,
  leaveProofAtom,
  proofCheckAtom,
  saveWithProofAtom,
  savingProofAtom,
} from '../../state/recordings/clip-proof'
import { hideProofAtom, type ProvenClip, provenClipAtom } from '../../state/recordings/proven-clip'
import { BusyButton } from '../../ui/forms/busy-button'
import { Modal } from '../../ui/layout/modal'
import { useLast } from '../../ui/layout/use-last'
import { useLeaving } from '../../ui/layout/use-leaving'
import { Spoken } from '../../ui/notices/spoken'
import { VerdictView } from '../../ui/recordings/verdict'

/** What can be said of a recording, and the zip that says it elsewhere (PROOF-13, PROOF-14); leaving the screen closes it. */
export function ProofDialog() {
  const clip = useAtomValue(provenClipAtom)
  const hide = useSetAtom(hideProofAtom)
  const [path] = useLocation()
  useLeaving(path, hide)
  const shown = useLast(clip)
  return (
    <Modal title="Proof" isOpen={clip !== null} onClose={hide} footer={<Footer />}>
      {shown && <Content key={shown.videoId} clip={shown} />}
    </Modal>
  )
}

function Content({ clip }: { readonly clip: ProvenClip }) {
  const check = useSetAtom(checkProofAtom)
  const leave = useSetAtom(leaveProofAtom)
  const state = useAtomValue(proofCheckAtom)
  useEffect(() => {
    void check(clip)
    return leave
  }, [check, leave, clip])
  return (
    // As high as most verdicts: nothing moves when one comes.
    <Stack gap="4" minH="18rem">
      <Text color="fg.muted" textStyle="sm">
        {clip.title}
      </Text>
      {state.phase === 'checking' && (
        <Center flex="1">
          <Spinner role="status" aria-label="Checking the recording" />
        </Center>
      )}
      {state.phase === 'checked' && <VerdictView words={state.words} />}
      {state.phase === 'unknown' && (
        <Stack gap="3" align="flex-start" role="status">
          <Text>{state.text}</Text>
          {state.canRetry && (
            <Button size="sm" variant="outline" onClick={() => void check(clip)}>
              Try Again
            </Button>
          )}
        </Stack>
      )}
      <Spoken text={state.phase === 'checked' ? `${state.words.title}. ${state.words.sentence}` : ''} />
    </Stack>
  )
}

/** An MP4 is for watching: the recording as it is stored lies in the zip in any case. */
function Footer() {
  const state = useAtomValue(proofCheckAtom)
  const saving = useAtomValue(savingProofAtom)
  const save = useSetAtom(saveWithProofAtom)
  const progress = saving?.progress ?? null
  const isOff = state.phase !== 'checked' || saving !== null
  return (
    <HStack gap="2" wrap="wrap" justify="flex-end" width="100%">
      <Button asChild variant="ghost" size="sm">
        <Link href="/verify" target="_blank" rel="noopener">
          Check a file
        </Link>
      </Button>
      {progress === null ? (
        <Button variant="outline" size="sm" disabled={isOff} onClick={() => void save(true)}>
          With an MP4 too
        </Button>
      ) : (
        <Button variant="ghost" size="sm" onClick={() => saving?.cancel()}>
          Cancel
        </Button>
      )}
      <BusyButton
        size="sm"
        colorPalette="brand"
        isBusy={saving !== null && progress === null}
        disabled={isOff}
        onClick={() => void save(false)}
      >
        <Download size="1rem" aria-hidden />
        {progress === null ? 'Download with proof' : `Preparing MP4 ${Math.floor(progress * 100)} %`}
      </BusyButton>
    </HStack>
  )
}
