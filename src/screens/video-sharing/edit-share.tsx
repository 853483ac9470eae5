import { Button, Stack, Text } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { type FormEvent, useId, useState } from 'react'
import type { Share } from '../../contract/shares'
import { formatDateTime } from '../../lib/date-time'
import { changeOf, formOfShare, SAME_END, savedShare } from '../../state/shares/share-form'
import { changeShareAtom } from '../../state/shares/shares'
import { BusyButton } from '../../ui/forms/busy-button'
import { usePending } from '../../ui/forms/use-pending'
import { Modal } from '../../ui/layout/modal'
import { useCurrent } from '../../ui/layout/use-current'
import { audience } from './audience'
import { ShareFields } from './share-fields'

/** Changes a share; its link stays. */
export function EditShare(props: { readonly share: Share; readonly onClose: () => void }) {
  const { onClose } = props
  // As the form began, or saved it: what others change meanwhile, somebody who changes a title does not take back.
  const [share, setShare] = useState(props.share)
  const formId = useId()
  const change = useSetAtom(changeShareAtom)
  const [form, setForm] = useState(() => formOfShare(share))
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaving, run] = usePending()
  const current = useCurrent(form)
  const save = async () => {
    const outcome = await change(share, form)
    if (outcome.kind === 'done') setShare(savedShare(share, form))
    // Left, or typed on: that is neither saved nor refused.
    if (current.current !== form) return
    if (outcome.kind === 'done') onClose()
    else setRefusal(outcome.text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(save)
  }
  return (
    <Modal
      title="Edit share"
      isOpen
      isHeld={changeOf(share, form) !== null}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" form={formId} colorPalette="brand" isBusy={isSaving}>
            Save
          </BusyButton>
        </>
      }
    >
      <Stack as="form" id={formId} gap="4" onSubmit={submit}>
        <ShareFields
          form={form}
          onChange={(changed) => {
            setForm((before) => ({ ...before, ...changed }))
            setRefusal(null)
          }}
          sameEnd={{ value: String(SAME_END), label: `As it is: ${formatDateTime(props.share.expiresAt)}` }}
          passwordHelp={
            share.hasPassword
              ? 'Leave it empty to keep the password. A new one shuts out whoever knew the old one.'
              : 'At least 6 characters. Tell it to those who may watch.'
          }
          audience={audience}
        />
        <Text role="alert" color="fg.error" textStyle="sm" hidden={refusal === null}>
          {refusal}
        </Text>
      </Stack>
    </Modal>
  )
}
