import { Center, chakra, Spinner } from '@chakra-ui/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Detection } from '../../contract/detection'
import { countedLabels, type LabelCount } from '../../lib/label'
import type { PictureSize } from '../../lib/picture-size'
import { areNamesWanted } from '../pictures/box-looks'
import { Boxes } from '../pictures/boxes'
import { type BoxesSwitch, ClipControls } from './clip-controls'
import { ClipTimeline } from './clip-timeline'
import { PlayerStage } from './player-stage'
import { boxesAt, seenSpans } from './seen-moments'
import type { FullScreen } from './use-full-screen'
import { useVideo } from './use-video'

/** How the keys of the dialog reach the picture. */
export type PlayHandle = RefObject<{ toggle(): void } | null>

/** A recording with its controls: the browser's own could not show the moment of motion. */
export function ClipVideo(props: {
  readonly url: string
  readonly label: string
  readonly motionSec: number | null
  /** Who and what was seen in it, and when. */
  readonly detections: readonly Detection[]
  /** How many of each. */
  readonly labels: readonly LabelCount[]
  /** null: nothing was seen. */
  readonly boxes: BoxesSwitch | null
  readonly handle: PlayHandle
  readonly fullScreen: FullScreen
  /** Where it begins. */
  readonly fromSec: number
  /** The first picture shows. */
  readonly onBegun: () => void
  /** The browser gave up on the file at this moment of it; `isNetwork` where it says that the line broke. */
  readonly onFailed: (how: { readonly isNetwork: boolean; readonly atSec: number }) => void
}) {
  const { handle, detections, labels, boxes } = props
  const video = useRef<HTMLVideoElement>(null)
  const [size, setSize] = useState<PictureSize | null>(null)
  const control = useVideo(video)
  const { toggle, durationSec, atSec } = control
  useEffect(() => {
    handle.current = { toggle }
    return () => {
      handle.current = null
    }
  }, [handle, toggle])
  const noteFailed = () => {
    const { error = null, currentTime = 0 } = video.current ?? {}
    props.onFailed({ isNetwork: error?.code === MediaError.MEDIA_ERR_NETWORK, atSec: currentTime })
  }
  const noteSize = () => setSize(sizeOf(video.current))
  // A file that comes at once is there, or has failed, before React hears of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; from then on the events tell
  useEffect(() => {
    const element = video.current
    if (element !== null && props.fromSec > 0) element.currentTime = props.fromSec
    noteSize()
    if (element?.error) noteFailed()
    else if (element !== null && element.readyState >= element.HAVE_CURRENT_DATA) props.onBegun()
  }, [])
  return (
    <>
      <PlayerStage>
        {/* biome-ignore lint/a11y/useMediaCaption: a security recording has no captions */}
        <chakra.video
          ref={video}
          src={props.url}
          autoPlay
          playsInline
          // The browser's own full screen would leave the boxes behind.
          controlsList="nofullscreen"
          aria-label={labels.length === 0 ? props.label : `${props.label}, ${countedLabels(labels)} seen`}
          width="100%"
          height="100%"
          objectFit="contain"
          cursor="pointer"
          onClick={toggle}
          onLoadedMetadata={noteSize}
          // A phone that is turned may change the picture's size within a recording.
          onResize={noteSize}
          onLoadedData={props.onBegun}
          onError={noteFailed}
        />
        {boxes?.areShown && size !== null && <ClipBoxes detections={detections} atSec={atSec} size={size} />}
        {control.isWaiting && (
          <Center position="absolute" inset="0" pointerEvents="none" color="white">
            <Spinner size="lg" aria-label="The recording loads" />
          </Center>
        )}
      </PlayerStage>
      <ClipControls
        control={control}
        boxes={boxes}
        fullScreen={props.fullScreen}
        timeline={
          durationSec !== null && (
            <ClipTimeline
              atSec={atSec}
              durationSec={durationSec}
              motionSec={props.motionSec}
              seen={seenSpans(detections, durationSec)}
              onSeek={control.seek}
            />
          )
        }
      />
    </>
  )
}

/** null: not known yet. */
function sizeOf(video: HTMLVideoElement | null): PictureSize | null {
  return video === null || !(video.videoWidth > 0) ? null : { width: video.videoWidth, height: video.videoHeight }
}

/** Frames around what a playing recording shows, as it was seen around the time that it stands at. */
export function ClipBoxes(props: {
  readonly detections: readonly Detection[]
  readonly atSec: number
  readonly size: PictureSize
}) {
  const { detections, size } = props
  const [isCalm] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const boxes = boxesAt(detections, props.atSec * 1000, isCalm)
  if (boxes.length === 0) return null
  // All of a recording has names, or nothing: they must not come and go with what else shows.
  return <Boxes size={size} fit="contain" boxes={boxes} areNamed={areNamesWanted(detections)} />
}
