import { AspectRatio, Center, Spinner, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useEffect } from 'react'
import { captureStatesAtom, hasSubstitute } from '../../../state/cameras/local-cameras'
import { closePreviewAtom, openPreviewAtom, previewAtom } from '../../../state/capture/preview'
import { PictureStage } from '../../../ui/pictures/picture-stage'

/** What the chosen device sees, with layers over it. */
export function DevicePreview(props: {
  readonly deviceId: string
  readonly cameraId: string
  /** Device that the camera is set to. */
  readonly ownDeviceId: string
  readonly children?: ReactNode
}) {
  const { deviceId } = props
  const preview = useAtomValue(previewAtom)
  const capture = useAtomValue(captureStatesAtom).get(props.cameraId)
  const open = useSetAtom(openPreviewAtom)
  const close = useSetAtom(closePreviewAtom)
  // The camera's own device already runs; a second stream of it would only cost.
  const isOwn = deviceId === props.ownDeviceId && capture?.phase === 'running' && !hasSubstitute(capture)
  useEffect(() => {
    if (isOwn) return
    void open(deviceId)
    return () => close()
  }, [deviceId, isOwn, open, close])
  const stream = isOwn ? capture.stream : preview.phase === 'open' ? preview.stream : null
  if (stream !== null) {
    return (
      <PictureStage stream={stream} label="Preview of the chosen device">
        {props.children}
      </PictureStage>
    )
  }
  return (
    <AspectRatio ratio={16 / 9} bg="gray.950" rounded="l2" overflow="hidden">
      <Center color="gray.300">
        {preview.phase === 'failed' ? <Text>No picture from this device.</Text> : <Spinner aria-label="Loading" />}
      </Center>
    </AspectRatio>
  )
}
