import { AspectRatio, Box, Center, chakra, HStack, Spinner, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { CirclePause, Gauge, Snowflake, TriangleAlert, VideoOff } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Camera } from '../../contract/camera'
import type { CaptureState } from '../../state/cameras/capture-states'
import { hasSubstitute, isMuted, ownPictureOf } from '../../state/cameras/capture-states'
import { busyHelp, isAtLimit } from '../../state/capture/busy-words'
import { tabPreviewsAtom } from '../../state/capture/tab-previews'
import { tamperingAtomOf } from '../../state/capture/tampering'
import { isHubSilentAtom } from '../../state/hub/connection'
import { captureFailureSentences, messages, sightSentences, tamperingWords } from '../../state/messages'
import { beginSnapshotAtom } from '../../state/snapshots/snapshots'
import { Picture } from '../../ui/pictures/picture'
import { PictureBadge } from '../../ui/pictures/picture-badge'
import { ShownStream } from '../../ui/pictures/shown-stream'
import { WatchersBadge } from './live/watchers-badge'

/** Local video if the device is on this machine, otherwise the latest snapshot (CAM-15, CAM-16). */
export function CameraPicture(props: { readonly camera: Camera; readonly capture: CaptureState | undefined }) {
  const { camera, capture } = props
  const ownTamperingAtom = useMemo(() => tamperingAtomOf(camera.id), [camera.id])
  const tampering = useAtomValue(ownTamperingAtom)
  const isRecording = capture?.phase === 'running' && capture.motion.phase === 'recording'
  return (
    <Box position="relative">
      <Content camera={camera} capture={capture} />
      <HStack position="absolute" top="3" insetX="3" gap="2" wrap="wrap">
        {isRecording && (
          <PictureBadge
            mark={<Box boxSize="2" rounded="full" bg="picture.live" animation="pulse" forcedColorAdjust="none" />}
            text="Recording"
          />
        )}
        <TroubleBadge capture={capture} tampering={tampering} />
        <WatchersBadge cameraId={camera.id} />
      </HStack>
      <Caption capture={capture} tampering={tampering} />
    </Box>
  )
}

/** What the viewer must know of the picture: that it is another device's, why it is dark, or what was done to it. */
function Caption(props: {
  readonly capture: CaptureState | undefined
  readonly tampering: keyof typeof tamperingWords | null
}) {
  const { capture, tampering } = props
  // What was done to a camera that does not open is told of one that has a picture again.
  if (capture?.phase !== 'running') return null
  const text = isMuted(capture)
    ? sightSentences.muted
    : tampering !== null
      ? tamperingWords[tampering].sentence
      : hasSubstitute(capture)
        ? messages.standIn
        : null
  if (text === null) return null
  return (
    <Text
      role="status"
      position="absolute"
      bottom="0"
      insetX="0"
      px="3"
      py="1.5"
      bg="picture.ground"
      color="white"
      textStyle="sm"
    >
      {text}
    </Text>
  )
}

function Content({ camera, capture }: { readonly camera: Camera; readonly capture: CaptureState | undefined }) {
  const preview = useAtomValue(tabPreviewsAtom).get(camera.id)
  const stream = ownPictureOf(capture)
  switch (capture?.phase) {
    case 'running':
      if (stream !== null) return <LivePicture camera={camera} stream={stream} />
      return (
        <Dark>
          <chakra.span>The camera runs. Its picture is not shown here, as this computer is busy.</chakra.span>
        </Dark>
      )
    case 'starting':
      return (
        <Dark>
          <Spinner aria-label="The camera starts" />
        </Dark>
      )
    case 'failed':
      return (
        <Dark>
          <chakra.span role="status">{captureFailureSentences[capture.reason]}</chakra.span>
        </Dark>
      )
    default:
      if (preview !== undefined) return <LivePicture camera={camera} stream={preview} />
      return <LatestSnapshot camera={camera} />
  }
}

/** A picture of what was, not of what is. */
function LatestSnapshot({ camera }: { readonly camera: Camera }) {
  const begin = useSetAtom(beginSnapshotAtom)
  const isHubSilent = useAtomValue(isHubSilentAtom)
  const urlAtom = useMemo(() => begin(camera.id), [begin, camera.id])
  return (
    <Box filter={camera.status === 'ONLINE' ? undefined : 'grayscale(1)'}>
      <Picture url={useAtomValue(urlAtom)} alt={`Latest snapshot of ${camera.name}`}>
        <Text px="6" textAlign="center" color="picture.muted">
          {isHubSilent
            ? 'Its picture comes with the next answer of the hub.'
            : "No picture yet. It shows once this camera's machine has Nightjar open."}
        </Text>
      </Picture>
    </Box>
  )
}

/** In the place of a picture. */
function Dark({ children }: { readonly children: ReactNode }) {
  return (
    <AspectRatio ratio={16 / 9} bg="picture">
      <Center color="picture.fg" px="6" textAlign="center">
        {children}
      </Center>
    </AspectRatio>
  )
}

/** A camera of this machine as it is now. */
function LivePicture({ camera, stream }: { readonly camera: Camera; readonly stream: MediaStream }) {
  return (
    <AspectRatio ratio={16 / 9} bg="picture">
      <ShownStream stream={stream} label={`Live picture of ${camera.name}`} />
    </AspectRatio>
  )
}

/** What keeps a running camera from watching as it should, and what helps; nothing while all is well. */
export function TroubleBadge(props: {
  readonly capture: CaptureState | undefined
  /** What was done to the camera; null: nothing. */
  readonly tampering: keyof typeof tamperingWords | null
}) {
  const { capture, tampering } = props
  if (capture?.phase !== 'running') return null
  const { sight, pace } = capture
  // The picture's caption says what helps.
  if (isMuted(capture)) return <PictureBadge mark={<VideoOff size="1rem" aria-hidden />} text="Covered by the system" />
  if (sight.phase === 'paused') {
    return (
      <PictureBadge mark={<CirclePause size="1rem" aria-hidden />} text="Paused" hint={sightSentences[sight.why]} />
    )
  }
  // The picture's caption says what helps here too.
  if (tampering !== null) {
    return <PictureBadge mark={<TriangleAlert size="1rem" aria-hidden />} text={tamperingWords[tampering].short} />
  }
  if (sight.phase === 'frozen') {
    return <PictureBadge mark={<Snowflake size="1rem" aria-hidden />} text="Frozen" hint={sightSentences.frozen} />
  }
  if (!isAtLimit(pace.less)) return null
  return <PictureBadge mark={<Gauge size="1rem" aria-hidden />} text="At its limit" hint={busyHelp} />
}
