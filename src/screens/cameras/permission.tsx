import { Button } from '@chakra-ui/react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { CircleCheck, Video } from 'lucide-react'
import {
  askPermissionAtom,
  isCameraMissingAtom,
  isDenialDismissedAtom,
  permissionAtom,
} from '../../state/cameras/devices'
import { isMotionUnusableAtom } from '../../state/capture/capture'
import { captureFailureSentences, motionUnusable } from '../../state/messages'
import { BusyButton } from '../../ui/forms/busy-button'
import { usePending } from '../../ui/forms/use-pending'
import { Notice } from '../../ui/notices/notice'
import { OneLine } from '../../ui/notices/one-line'
import { QuietLine } from '../../ui/notices/quiet-line'

/** 'Enable Camera & Audio'; hidden once granted (CAM-33, CAM-35). */
export function PermissionButton() {
  const permission = useAtomValue(permissionAtom)
  const ask = useSetAtom(askPermissionAtom)
  const [isAsking, run] = usePending()
  const isDismissed = useAtomValue(isDenialDismissedAtom)
  const isOffered =
    permission.phase === 'prompt' ||
    permission.phase === 'unavailable' ||
    (permission.phase === 'denied' && isDismissed)
  if (!isOffered) return null
  return (
    <BusyButton variant="outline" isBusy={isAsking} onClick={() => void run(ask)}>
      <Video size="1.1rem" aria-hidden />
      Enable Camera & Audio
    </BusyButton>
  )
}

/** What keeps the cameras of this machine from running, and the way on (CAM-34). */
export function PermissionNotice() {
  const permission = useAtomValue(permissionAtom)
  const ask = useSetAtom(askPermissionAtom)
  const isCameraMissing = useAtomValue(isCameraMissingAtom)
  const [isDismissed, setIsDismissed] = useAtom(isDenialDismissedAtom)
  switch (permission.phase) {
    case 'unknown':
    case 'prompt':
      return null
    case 'granted':
      return isCameraMissing ? <OneLine kind="warning">{captureFailureSentences['no-device']}</OneLine> : null
    case 'unavailable':
      return <OneLine kind="warning">{captureFailureSentences[permission.reason]}</OneLine>
    case 'denied':
      if (isDismissed) return null
      return (
        <Notice
          kind="error"
          title="Camera and microphone access required"
          actions={
            <>
              <Button size="sm" variant="outline" onClick={() => setIsDismissed(true)}>
                Dismiss
              </Button>
              <Button size="sm" colorPalette="brand" onClick={() => void ask()}>
                Try Again
              </Button>
            </>
          }
        >
          Click the camera symbol beside the address bar, choose “Allow”, and press Try Again. Cameras of other machines
          are not affected.
        </Notice>
      )
  }
}

/** That all is well with it (CAM-33): a quiet word, in the panel of this device. */
export function PermissionLine() {
  const permission = useAtomValue(permissionAtom)
  const isCameraMissing = useAtomValue(isCameraMissingAtom)
  if (permission.phase !== 'granted' || isCameraMissing) return null
  return <QuietLine icon={CircleCheck}>Camera access granted.</QuietLine>
}

/** Says that motion cannot be detected here, and what helps. */
export function MotionUnusableNotice() {
  const isUnusable = useAtomValue(isMotionUnusableAtom)
  if (!isUnusable) return null
  return (
    <OneLine kind="error" title={motionUnusable.title}>
      {motionUnusable.help}
    </OneLine>
  )
}
