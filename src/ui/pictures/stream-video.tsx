import { chakra } from '@chakra-ui/react'
import { type SyntheticEvent, useEffect, useRef } from 'react'

/** Shows a running stream; the stream stays its owner's. */
export function StreamVideo(props: {
  readonly stream: MediaStream
  readonly label: string
  /** Told width divided by height, as soon as it is known and when it changes. */
  readonly onRatio?: (ratio: number) => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (element === null) return
    element.srcObject = props.stream
    return () => {
      element.srcObject = null
    }
  }, [props.stream])
  const tellRatio = ({ currentTarget: { videoWidth, videoHeight } }: SyntheticEvent<HTMLVideoElement>) => {
    if (videoWidth > 0 && videoHeight > 0) props.onRatio?.(videoWidth / videoHeight)
  }
  return (
    <chakra.video
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label={props.label}
      onLoadedMetadata={tellRatio}
      onResize={tellRatio}
      width="100%"
      height="100%"
      objectFit="cover"
      display="block"
    />
  )
}
