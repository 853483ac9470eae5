import { Box, Button } from '@chakra-ui/react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { Video } from 'lucide-react'
import { useState } from 'react'
import {
  askPermissionAtom,
  isCameraMissingAtom,
  isDenialDismissedAtom,
  permissionAtom,
} from '../../state/cameras/devices'
import { isMotionUnusableAtom } from '../../state/capture/capture'
import { captureFailureSentences } from '../../state/messages'
import { BusyButton } from '../../ui/forms/busy-button'
import { Notice } from '../../ui/notices/notice'

/** 'Enable Camera & Audio'; hidden once granted (CAM-33, CAM-35). */
export function PermissionButton() {
  const permission = useAtomValue(permissionAtom)
  const ask = useSetAtom(askPermissionAtom)
  const [isAsking, setIsAsking] = useState(false)
  const isDismissed = useAtomValue(isDenialDismissedAtom)
  const isOffered =
    permission.phase === 'prompt' ||
    permission.phase === 'unavailable' ||
    (permission.phase === 'denied' && isDismissed)
  if (!isOffered) return null
  const press = async () => {
    setIsAsking(true)
    await ask()
    setIsAsking(false)
  }
  return (
    <BusyButton variant="outline" isBusy={isAsking} onClick={() => void press()}>
      <Video size="1.1rem" aria-hidden />
      Enable Camera & Audio
    </BusyButton>
  )
}

/** What the browser's permission means for this machine's cameras, and the way on (CAM-33 to CAM-35). */
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
      return isCameraMissing ? (
        <Box mb="4">
          <Notice kind="warning">{captureFailureSentences['no-device']}</Notice>
        </Box>
      ) : (
        <Box mb="4">
          <Notice kind="success">This browser may use the camera.</Notice>
        </Box>
      )
    case 'unavailable':
      return (
        <Box mb="4">
          <Notice kind="warning">{captureFailureSentences[permission.reason]}</Notice>
        </Box>
      )
    case 'denied':
      if (isDismissed) return null
      return (
        <Box mb="4">
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
            Click the camera symbol beside the address bar, choose “Allow”, and press Try Again. Cameras of other
            machines are not affected.
          </Notice>
        </Box>
      )
  }
}

/** Says that motion cannot be detected here, and what helps. */
export function MotionUnusableNotice() {
  const isUnusable = useAtomValue(isMotionUnusableAtom)
  if (!isUnusable) return null
  return (
    <Box mb="4">
      <Notice kind="error" title="Motion detection does not run in this browser">
        It needs WebAssembly with SIMD. A current Chrome, Edge, Firefox or Safari has it.
      </Notice>
    </Box>
  )
}
