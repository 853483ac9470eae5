import { Button, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Power } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Webhook } from '../../../contract/notifications/webhooks'
import { cameraIdsLeftAtom } from '../../../state/cameras/webhook-cameras'
import { camerasGone, camerasLine, kindsLine, stateWords } from '../../../state/notifications/webhook-words'
import {
  changeOf,
  changeWebhookAtom,
  openWebhookAtom,
  removeWebhookAtom,
  switchWebhookAtom,
} from '../../../state/notifications/webhooks'
import { BusyButton } from '../../../ui/forms/busy-button'
import { ConfirmButton } from '../../../ui/forms/confirm-button'
import { SettingToggle } from '../../../ui/forms/setting-toggle'
import { usePending } from '../../../ui/forms/use-pending'
import { Modal } from '../../../ui/layout/modal'
import { useCurrent } from '../../../ui/layout/use-current'
import { Notice } from '../../../ui/notices/notice'
import { DeliveryLog } from './delivery-log'
import { useWebhookForm, WebhookForm } from './webhook-form'
import { WebhookTest } from './webhook-test'

/** A webhook: on or off, tried, changed, removed, and what became of its messages. */
export function WebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const webhook = useAtomValue(openWebhookAtom)
  // Removed here or elsewhere: there is nothing to show.
  return webhook === null ? null : <Opened webhook={webhook} onClose={onClose} />
}

/** One dialog for both faces: the first of two would give the focus back as it goes, and the second would close on that. */
function Opened({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const formId = useId()
  const change = useSetAtom(changeWebhookAtom)
  /** As the form began: what changes elsewhere meanwhile is not what it makes different. */
  const [edited, setEdited] = useState<Webhook | null>(null)
  const edits = useRef(0)
  const [isSaving, run] = usePending()
  const form = useWebhookForm(webhook)
  const current = useCurrent(form.wanted)
  const cameraIds = useAtomValue(cameraIdsLeftAtom)(webhook)
  const edit = () => {
    const { name, url, kinds, cameraIds } = webhook
    form.restart({ name, url, kinds, cameraIds })
    setEdited(webhook)
    edits.current++
  }
  const save = async () => {
    if (!form.isWhole || edited === null) return
    const wanted = changeOf(edited, form.wanted)
    if (wanted === null) return setEdited(null)
    const begun = edits.current
    const outcome = await change(webhook.id, wanted)
    // Left meanwhile, and another begun.
    if (begun !== edits.current) return
    // What was typed since is neither saved nor refused.
    const isAsSent = current.current === form.wanted
    if (outcome.kind === 'changed') setEdited(isAsSent ? null : { ...edited, ...form.wanted })
    else if (isAsSent && outcome.kind === 'refused') form.setRefusal(outcome.text)
  }
  const editButtons = (
    <>
      <Button variant="ghost" onClick={() => setEdited(null)}>
        Cancel
      </Button>
      <BusyButton type="submit" form={formId} colorPalette="brand" isBusy={isSaving} disabled={!form.isWhole}>
        Save
      </BusyButton>
    </>
  )
  return (
    <Modal
      title={edited !== null ? `Edit ${webhook.name}` : webhook.name}
      isOpen
      size="lg"
      isHeld={edited !== null && form.isChanged}
      onClose={onClose}
      footer={edited !== null ? editButtons : <Buttons webhook={webhook} onEdit={edit} onClose={onClose} />}
    >
      {edited !== null ? (
        <WebhookForm id={formId} form={form} onSubmit={() => void run(save)} />
      ) : (
        <Stack gap="6">
          <Stack gap="3">
            <OnSwitch webhook={webhook} />
            {cameraIds?.length === 0 && <Notice kind="warning">{camerasGone.line}</Notice>}
            <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
              {kindsLine(webhook.kinds)} of {camerasLine(cameraIds)} to {webhook.url}
            </Text>
          </Stack>
          <WebhookTest webhook={webhook} />
          <DeliveryLog />
        </Stack>
      )}
    </Modal>
  )
}

function Buttons(props: { readonly webhook: Webhook; readonly onEdit: () => void; readonly onClose: () => void }) {
  const { webhook, onEdit, onClose } = props
  const remove = useSetAtom(removeWebhookAtom)
  return (
    <>
      <ConfirmButton
        variant="outline"
        question={`Remove ${webhook.name}?`}
        consequence="It is called no more, and its log goes with it. Its secret cannot be brought back; another webhook can be added."
        verb="Remove"
        onConfirm={async () => {
          if (await remove(webhook)) onClose()
        }}
      >
        Remove
      </ConfirmButton>
      <Button variant="outline" onClick={onEdit}>
        Edit
      </Button>
      <Button colorPalette="brand" onClick={onClose}>
        Done
      </Button>
    </>
  )
}

function OnSwitch({ webhook }: { readonly webhook: Webhook }) {
  const switchIt = useSetAtom(switchWebhookAtom)
  // While that is saved it stands where it was put.
  const [put, setPut] = useState<boolean | null>(null)
  const state = stateWords[webhook.state]
  const choose = async (isOn: boolean) => {
    setPut(isOn)
    await switchIt(webhook, isOn)
    setPut(null)
  }
  return (
    <>
      {webhook.state !== 'on' && webhook.state !== 'off' && state !== null && (
        <Notice kind="warning" title={state.line}>
          {webhook.problem} Mend it, try it below, then switch it on.
        </Notice>
      )}
      <SettingToggle
        label="Call this webhook"
        line={
          webhook.state === 'on'
            ? 'What does not arrive is tried again for a day.'
            : 'What happens meanwhile is not told later.'
        }
        icon={<Power size="1.1rem" />}
        isOn={put ?? webhook.state === 'on'}
        isDisabled={put !== null}
        isSaving={put !== null}
        onChange={(isOn) => void choose(isOn)}
      />
    </>
  )
}
