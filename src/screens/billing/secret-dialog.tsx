import { Button, Stack } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { copyTextAtom } from '../../state/copying'
import { Confirmation } from '../../ui/forms/confirm-button'
import { CopyField } from '../../ui/forms/copy-field'
import { Modal } from '../../ui/layout/modal'
import { Notice } from '../../ui/notices/notice'

/** Shows what is answered once, to be copied. What closes it otherwise than by Done asks first, until it was copied. */
export function SecretDialog(props: {
  readonly title: string
  /** What whoever has it can do. */
  readonly warning: string
  readonly label: string
  readonly secret: string
  /** What closing it without a copy means. */
  readonly loss: string
  readonly onClose: () => void
  readonly children?: (copy: (text: string) => Promise<boolean>) => ReactNode
}) {
  const { secret, onClose } = props
  const copyText = useSetAtom(copyTextAtom)
  const [isCopied, setCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const copy = async (text: string) => {
    const isDone = await copyText(text)
    if (isDone) setCopied(true)
    return isDone
  }
  /** By the keyboard: all of the secret, not a part of it or the words beside it. */
  const noteCopy = ({ target }: ClipboardEvent) => {
    if (!(target instanceof HTMLInputElement)) return
    const { value, selectionStart, selectionEnd } = target
    if (value.slice(selectionStart ?? 0, selectionEnd ?? 0).includes(secret)) setCopied(true)
  }
  return (
    <Modal
      title={props.title}
      isOpen
      isHeld
      onClose={() => (isCopied ? onClose() : setAsking(true))}
      footer={
        <Button colorPalette="brand" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack gap="4" onCopy={noteCopy}>
        <Notice kind="warning" title="Copy it now: it is shown this once">
          {props.warning}
        </Notice>
        <CopyField label={props.label} text={secret} onCopy={copy} />
        {props.children?.(copy)}
      </Stack>
      {isAsking && (
        <Confirmation
          question="Close it without a copy?"
          consequence={props.loss}
          verb="Close"
          onConfirm={async () => onClose()}
          onClose={() => setAsking(false)}
        />
      )}
    </Modal>
  )
}
