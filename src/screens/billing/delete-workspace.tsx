import { Button, Field, Flex, Heading, Input, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type FormEvent, useId, useState } from 'react'
import { sessionAtom } from '../../state/sign-in/session'
import { deleteWorkspaceAtom } from '../../state/workspace/workspace-removal'
import { BusyButton } from '../../ui/forms/busy-button'
import { usePending } from '../../ui/forms/use-pending'
import { AlertFrame } from '../../ui/notices/alert-frame'

export function DeleteWorkspaceButton() {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="sm" variant="outline" colorPalette="red" color="red.fg" onClick={() => setAsking(true)}>
        Delete Workspace
      </Button>
      {isAsking && <Question onClose={() => setAsking(false)} />}
    </>
  )
}

/** Asks for the address of whoever is signed in: nobody types that by mistake. */
function Question({ onClose }: { readonly onClose: () => void }) {
  const [questionId, lossId] = [useId(), useId()]
  const session = useAtomValue(sessionAtom)
  const remove = useSetAtom(deleteWorkspaceAtom)
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, run] = usePending()
  const email = (session.phase === 'signed-in' && session.email) || null
  // An address that this browser cannot read is left to the hub to compare.
  const isTyped = email === null ? typed.trim() !== '' : typed.trim().toLowerCase() === email.toLowerCase()
  const close = () => {
    if (!isBusy) onClose()
  }
  const removeIt = async () => {
    const outcome = await remove(typed)
    setRefusal(outcome.kind === 'refused' ? outcome.text : null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTyped) void run(removeIt)
  }
  return (
    <AlertFrame labelId={questionId} descriptionId={lossId} onClose={close}>
      <form onSubmit={submit} noValidate>
        <Heading as="h2" id={questionId} size="md">
          Delete this workspace?
        </Heading>
        <Text id={lossId} mt="2" color="fg.muted">
          Its cameras, recordings, events, chats and settings go from the hub, and everybody in it is signed out.
          Nothing of it can be brought back. Download everything first if you may need it.
        </Text>
        <Field.Root mt="4" invalid={refusal !== null}>
          <Field.Label display="block" overflowWrap="anywhere">
            Type {email ?? 'your e-mail address'} to confirm
          </Field.Label>
          <Input
            type="email"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setRefusal(null)
            }}
          />
          <Field.ErrorText>{refusal}</Field.ErrorText>
        </Field.Root>
        <Flex justify="flex-end" gap="3" mt="6" wrap="wrap">
          <Button type="button" variant="outline" aria-disabled={isBusy} onClick={close}>
            Cancel
          </Button>
          <BusyButton type="submit" colorPalette="red" isBusy={isBusy} disabled={!isTyped}>
            Delete Workspace
          </BusyButton>
        </Flex>
      </form>
    </AlertFrame>
  )
}
