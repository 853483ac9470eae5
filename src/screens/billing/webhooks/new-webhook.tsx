import { Button, Code, Stack, Text } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { useId, useState } from 'react'
import { copyTextAtom } from '../../../state/copying'
import { makeWebhookAtom } from '../../../state/notifications/webhooks'
import { BusyButton } from '../../../ui/forms/busy-button'
import { CopyField } from '../../../ui/forms/copy-field'
import { usePending } from '../../../ui/forms/use-pending'
import { Modal } from '../../../ui/layout/modal'
import { Notice } from '../../../ui/notices/notice'
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
  const copy = useSetAtom(copyTextAtom)
  return (
    <Modal
      title="The secret of your webhook"
      isOpen
      isHeld
      onClose={onClose}
      footer={
        <Button colorPalette="brand" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack gap="4">
        <Notice kind="warning" title="Copy it now: it is shown this once">
          By it your program knows that a message is from this hub. Keep it like a password.
        </Notice>
        <CopyField label="Secret" text={secret} onCopy={copy} />
        <Text color="fg.muted" textStyle="sm">
          Messages are signed by the Standard Webhooks convention: <Code>webhook-signature</Code> is the HMAC-SHA256 of{' '}
          <Code>webhook-id.webhook-timestamp.body</Code>. Libraries that check it take the secret as it is.
        </Text>
      </Stack>
    </Modal>
  )
}
