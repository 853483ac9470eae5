import { AspectRatio, Center, Spinner, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { captureStatesAtom, hasSubstitute } from '../../state/local-cameras'
import { closePreviewAtom, openPreviewAtom, previewAtom } from '../../state/preview'
import { StreamVideo } from '../../ui/stream-video'

/** What the chosen device sees; null where it is not on this machine. */
export function DevicePreview(props: {
  readonly deviceId: string | null
  readonly cameraId: string
  /** Device that the camera is set to. */
  readonly ownDeviceId: string
}) {
  const { deviceId } = props
  const preview = useAtomValue(previewAtom)
  const capture = useAtomValue(captureStatesAtom).get(props.cameraId)
  const open = useSetAtom(openPreviewAtom)
  const close = useSetAtom(closePreviewAtom)
  // The camera's own device already runs; a second stream of it would only cost.
  const isOwn = deviceId === props.ownDeviceId && capture?.phase === 'running' && !hasSubstitute(capture)
  useEffect(() => {
    if (deviceId === null || isOwn) return
    void open(deviceId)
    return () => close()
  }, [deviceId, isOwn, open, close])
  if (deviceId === null) return null
  const stream = isOwn ? capture.stream : preview.phase === 'open' ? preview.stream : null
  return (
    <AspectRatio ratio={16 / 9} bg="gray.950" rounded="l2" overflow="hidden">
      {stream !== null ? (
        <StreamVideo stream={stream} label="Preview of the chosen device" />
      ) : (
        <Center color="gray.300">
          {preview.phase === 'failed' ? <Text>No picture from this device.</Text> : <Spinner aria-label="Loading" />}
        </Center>
      )}
    </AspectRatio>
  )
}
