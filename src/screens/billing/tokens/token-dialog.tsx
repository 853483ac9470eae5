import { Box, Button, Field, Input, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type FormEvent, useId, useState } from 'react'
import type { TokenScope } from '../../../contract/call'
import { makeApiTokenAtom, offeredScopesAtom, scopeWords, tryLineAtom } from '../../../state/sign-in/api-tokens'
import { BusyButton } from '../../../ui/forms/busy-button'
import { CheckChoice } from '../../../ui/forms/check-choice'
import { CopyField } from '../../../ui/forms/copy-field'
import { usePending } from '../../../ui/forms/use-pending'
import { Modal } from '../../../ui/layout/modal'
import { SecretDialog } from '../secret-dialog'

const firstScopes: readonly TokenScope[] = ['read']

interface Made {
  readonly token: string
  readonly scopes: readonly TokenScope[]
}

/** Makes a token, and then shows it, once. What it holds goes with it. */
export function TokenDialog({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null)
  return made === null ? <TokenForm onMade={setMade} onClose={onClose} /> : <MadeToken made={made} onClose={onClose} />
}

function TokenForm(props: { readonly onMade: (made: Made) => void; readonly onClose: () => void }) {
  const formId = useId()
  const make = useSetAtom(makeApiTokenAtom)
  const offered = useAtomValue(offeredScopesAtom)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState(firstScopes)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isMaking, run] = usePending()
  const makeIt = async () => {
    const outcome = await make({ name, scopes: [...scopes] })
    if (outcome.kind === 'made') props.onMade({ token: outcome.token, scopes })
    else setRefusal(outcome.text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(makeIt)
  }
  // What is on its way is shown this once: no way out that would lose it.
  const close = () => {
    if (!isMaking) props.onClose()
  }
  return (
    <Modal
      title="New API token"
      isOpen
      isHeld={isMaking || name !== '' || scopes.join() !== firstScopes.join()}
      onClose={close}
      footer={
        <>
          <Button variant="ghost" aria-disabled={isMaking} onClick={close}>
            Cancel
          </Button>
          <BusyButton
            type="submit"
            form={formId}
            colorPalette="brand"
            isBusy={isMaking}
            disabled={name.trim() === '' || scopes.length === 0}
          >
            Make Token
          </BusyButton>
        </>
      }
    >
      <Stack as="form" id={formId} gap="4" onSubmit={submit}>
        <Field.Root invalid={refusal !== null}>
          <Field.Label>Name</Field.Label>
          <Input
            maxLength={100}
            autoComplete="off"
            placeholder="Backup script"
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setRefusal(null)
            }}
          />
          <Field.ErrorText>{refusal}</Field.ErrorText>
          {refusal === null && <Field.HelperText>So that you know it again in the list.</Field.HelperText>}
        </Field.Root>
        <Box>
          <Text textStyle="sm" fontWeight="medium" mb="2" aria-hidden>
            What it may do
          </Text>
          <CheckChoice
            label="What it may do"
            values={scopes}
            options={offered.map((scope) => ({ value: scope, ...scopeWords[scope] }))}
            onChange={setScopes}
          />
        </Box>
      </Stack>
    </Modal>
  )
}

function MadeToken({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const line = useAtomValue(tryLineAtom)(made.token, made.scopes)
  return (
    <SecretDialog
      title="Your new API token"
      warning="Whoever has it can do what it may. Keep it like a password, and revoke it when it got into other hands."
      label="Token"
      secret={made.token}
      loss="The token cannot be shown again. One without a copy is of no use: revoke it, and make another."
      onClose={onClose}
    >
      {(copy) =>
        line !== null && (
          <CopyField label="Command to try it" text={line} help="Answers with the last three events." onCopy={copy} />
        )
      }
    </SecretDialog>
  )
}
