import { Button, Field, Input } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { type FormEvent, useId, useState } from 'react'
import type { Passkey } from '../../../contract/sign-in/passkeys'
import { renamePasskeyAtom } from '../../../state/sign-in/passkeys'
import { BusyButton } from '../../../ui/forms/busy-button'
import { usePending } from '../../../ui/forms/use-pending'
import { Modal } from '../../../ui/layout/modal'
import { useCurrent } from '../../../ui/layout/use-current'

/** Gives a passkey another name. */
export function NameDialog(props: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const formId = useId()
  const rename = useSetAtom(renamePasskeyAtom)
  const [name, setName] = useState(props.passkey.name)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, run] = usePending()
  const current = useCurrent(name)
  const save = async () => {
    const outcome = await rename(props.passkey, name)
    // Left, or typed on: that is neither saved nor refused.
    if (current.current !== name) return
    if (outcome.kind === 'renamed') props.onClose()
    else setRefusal(outcome.text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(save)
  }
  return (
    <Modal
      title="Rename the passkey"
      isOpen
      isHeld={name !== props.passkey.name}
      onClose={props.onClose}
      footer={
        <>
          <Button variant="ghost" onClick={props.onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" form={formId} colorPalette="brand" isBusy={isBusy} disabled={name.trim() === ''}>
            Save
          </BusyButton>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Field.Root invalid={refusal !== null}>
          <Field.Label>Name</Field.Label>
          <Input
            maxLength={100}
            autoComplete="off"
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setRefusal(null)
            }}
          />
          <Field.ErrorText>{refusal}</Field.ErrorText>
        </Field.Root>
      </form>
    </Modal>
  )
}
