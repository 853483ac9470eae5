import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'

/** Shows a running stream; the stream stays its owner's. */
export function StreamVideo(props: { readonly stream: MediaStream; readonly label: string }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (element === null) return
    element.srcObject = props.stream
    return () => {
      element.srcObject = null
    }
  }, [props.stream])
  return (
    <chakra.video
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label={props.label}
      width="100%"
      height="100%"
      objectFit="cover"
      display="block"
    />
  )
}
