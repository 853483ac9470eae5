import { chakra } from '@chakra-ui/react'
import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'

/** Shows a running stream, or nothing while there is none; the stream stays its owner's. */
export function StreamVideo(props: {
  readonly stream: MediaStream | null
  readonly label: string
  /** Told width divided by height, as soon as it is known and when it changes. */
  readonly onRatio?: (ratio: number) => void
  /** The element, for whoever does more with it. */
  readonly video?: RefObject<HTMLVideoElement | null>
  /** From 0 to 1; 0, and left out: silent. */
  readonly volume?: number
  readonly fit?: 'cover' | 'contain'
  /** Its last picture stays, and costs nothing, until it goes on. */
  readonly isStill?: boolean
  /** Told when the first picture of a stream shows. */
  readonly onShown?: () => void
}) {
  const ownVideo = useRef<HTMLVideoElement>(null)
  const video = props.video ?? ownVideo
  const volume = props.volume ?? 0
  // From one stream to the next without nothing in between, which would flash.
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = props.stream
  }, [props.stream, video])
  const isStill = props.isStill ?? false
  const wasStill = useRef(false)
  useEffect(() => {
    const element = video.current
    if (element === null || isStill === wasStill.current) return
    wasStill.current = isStill
    if (isStill) element.pause()
    // Rejects only where the stream is taken away meanwhile.
    else element.play().catch(() => undefined)
  }, [isStill, video])
  useEffect(() => {
    const element = video.current
    return () => {
      if (element !== null) element.srcObject = null
    }
  }, [video])
  useEffect(() => {
    const element = video.current
    if (element === null) return
    // React sets `muted` once, and never again.
    element.muted = volume === 0
    element.volume = volume
  }, [volume, video])
  const tellRatio = ({ currentTarget: { videoWidth, videoHeight } }: SyntheticEvent<HTMLVideoElement>) => {
    if (videoWidth > 0 && videoHeight > 0) props.onRatio?.(videoWidth / videoHeight)
  }
  return (
    <chakra.video
      ref={video}
      autoPlay
      muted
      playsInline
      // Firefox leads the Tab key to each video, also to one that nothing can be done with.
      tabIndex={-1}
      aria-label={props.label}
      onLoadedMetadata={tellRatio}
      onLoadedData={props.onShown}
      onResize={tellRatio}
      width="100%"
      height="100%"
      objectFit={props.fit ?? 'cover'}
      display="block"
    />
  )
}
