import { Button, Code, Text } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { useId, useState } from 'react'
import { makeWebhookAtom } from '../../../state/notifications/webhooks'
import { BusyButton } from '../../../ui/forms/busy-button'
import { usePending } from '../../../ui/forms/use-pending'
import { Modal } from '../../../ui/layout/modal'
import { SecretDialog } from '../secret-dialog'
import { emptyWebhook, useWebhookForm, WebhookForm } from './webhook-form'

/** Adds a webhook, and then shows its secret, once. What it holds goes with it. */
export function NewWebhook({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  return secret === null ? <Form onMade={setSecret} onClose={onClose} /> : <Secret secret={secret} onClose={onClose} />
}

function Form(props: { readonly onMade: (secret: string) => void; readonly onClose: () => void }) {
  const formId = useId()
  const make = useSetAtom(makeWebhookAtom)
  const form = useWebhookForm(emptyWebhook)
  const [isMaking, run] = usePending()
  const submit = async () => {
    if (!form.isWhole) return
    const outcome = await make(form.wanted)
    if (outcome.kind === 'made') props.onMade(outcome.secret)
    else form.setRefusal(outcome.text)
  }
  // What is on its way is shown this once: no way out that would lose it.
  const close = () => {
    if (!isMaking) props.onClose()
  }
  return (
    <Modal
      title="New webhook"
      isOpen
      isHeld={isMaking || form.isChanged}
      onClose={close}
      footer={
        <>
          <Button variant="ghost" aria-disabled={isMaking} onClick={close}>
            Cancel
          </Button>
          <BusyButton type="submit" form={formId} colorPalette="brand" isBusy={isMaking} disabled={!form.isWhole}>
            Add Webhook
          </BusyButton>
        </>
      }
    >
      <WebhookForm id={formId} form={form} onSubmit={() => void run(submit)} />
    </Modal>
  )
}

function Secret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <SecretDialog
      title="The secret of your webhook"
      warning="By it your program knows that a message is from this hub. Keep it like a password."
      label="Secret"
      secret={secret}
      loss="The secret cannot be shown again: to have one, remove this webhook and add it anew."
      onClose={onClose}
    >
      {() => (
        <Text color="fg.muted" textStyle="sm">
          Messages are signed by the Standard Webhooks convention: <Code>webhook-signature</Code> is the HMAC-SHA256 of{' '}
          <Code>webhook-id.webhook-timestamp.body</Code>. Libraries that check it take the secret as it is.
        </Text>
      )}
    </SecretDialog>
  )
}
