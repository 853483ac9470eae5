import { Button, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import type { Share } from '../../contract/shares'
import { copyTextAtom } from '../../state/copying'
import { emptyShareForm, isEmptyForm } from '../../state/shares/share-form'
import { type ClipToShare, clipToShareAtom } from '../../state/shares/shares'
import { CopyField } from '../../ui/forms/copy-field'
import { Modal } from '../../ui/layout/modal'
import { useLeaving } from '../../ui/layout/use-leaving'
import { CreateShare } from './create-share'

/** Shares the recording that was chosen, on whichever screen; leaving the screen closes it (SHARE-28). */
export function ShareDialog() {
  const clip = useAtomValue(clipToShareAtom)
  const choose = useSetAtom(clipToShareAtom)
  const [path] = useLocation()
  const close = useCallback(() => choose(null), [choose])
  useLeaving(path, close)
  return clip && <DialogOf key={clip.videoId} clip={clip} onClose={close} />
}

function DialogOf({ clip, onClose }: { readonly clip: ClipToShare; readonly onClose: () => void }) {
  const [made, setMade] = useState<Share | null>(null)
  const [form, setForm] = useState(emptyShareForm)
  if (made !== null) return <MadeShare share={made} onClose={onClose} />
  return (
    <Modal title="Share this recording" isOpen isHeld={!isEmptyForm(form)} onClose={onClose}>
      <Stack gap="4" pb="2">
        <Text color="fg.muted">{clip.title}</Text>
        <CreateShare videoId={clip.videoId} form={form} onForm={setForm} onMade={setMade} />
      </Stack>
    </Modal>
  )
}

function MadeShare({ share, onClose }: { readonly share: Share; readonly onClose: () => void }) {
  const copy = useSetAtom(copyTextAtom)
  return (
    <Modal
      title="The share is made"
      isOpen
      // The form's dialog gives the focus back as it goes, which this one would take for a press beside it.
      isHeld
      onClose={onClose}
      footer={
        <Button colorPalette="brand" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack gap="4">
        {share.shareUrl !== null && (
          <CopyField
            label="Link"
            text={share.shareUrl}
            help="Under Share Videos it can be copied again, changed and revoked."
            onCopy={copy}
          />
        )}
      </Stack>
    </Modal>
  )
}
