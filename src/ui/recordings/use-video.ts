import { type RefObject, useCallback, useEffect, useState } from 'react'

/** How a `video` element stands, and what moves it. */
export interface VideoControl {
  readonly isPaused: boolean
  readonly isMuted: boolean
  /** null until it is known, and for files that do not tell. */
  readonly durationSec: number | null
  readonly atSec: number
  readonly isWaiting: boolean
  toggle(): void
  toggleSound(): void
  seek(sec: number): void
}

const told = ['play', 'pause', 'ended', 'volumechange', 'durationchange', 'loadedmetadata', 'seeked'] as const

/** Follows a `video` element, each picture while it plays. */
export function useVideo(video: RefObject<HTMLVideoElement | null>): VideoControl {
  const [state, setState] = useState({ isPaused: true, isMuted: false, durationSec: null as number | null, atSec: 0 })
  const [isWaiting, setIsWaiting] = useState(true)
  useEffect(() => {
    const element = video.current
    if (element === null) return
    let leave = () => {}
    const read = () => {
      leave()
      setState({
        isPaused: element.paused,
        isMuted: element.muted,
        durationSec: Number.isFinite(element.duration) && element.duration > 0 ? element.duration : null,
        atSec: element.currentTime,
      })
      // One that stands still wakes nobody.
      if (!element.paused) leave = atNextPicture(element, read)
    }
    // A file that comes at once may tell of itself before anybody listens.
    read()
    setIsWaiting(element.readyState < element.HAVE_FUTURE_DATA)
    const waits = () => setIsWaiting(true)
    const shows = () => setIsWaiting(false)
    const leaving = new AbortController()
    const { signal } = leaving
    for (const name of told) element.addEventListener(name, read, { signal })
    for (const name of ['waiting', 'loadstart'] as const) element.addEventListener(name, waits, { signal })
    for (const name of ['playing', 'canplay', 'seeked'] as const) element.addEventListener(name, shows, { signal })
    return () => {
      leaving.abort()
      leave()
    }
  }, [video])
  const toggle = useCallback(() => {
    const element = video.current
    // A browser may want another gesture before it plays: the picture then stands still, and the button says so.
    if (element?.paused) void element.play().catch(() => undefined)
    else element?.pause()
  }, [video])
  const toggleSound = useCallback(() => {
    if (video.current !== null) video.current.muted = !video.current.muted
  }, [video])
  const seek = useCallback(
    (sec: number) => {
      if (video.current !== null) video.current.currentTime = sec
    },
    [video],
  )
  return { ...state, isWaiting, toggle, toggleSound, seek }
}

/** With the next picture of a recording; where the browser tells of none, with the next of the screen. */
function atNextPicture(element: HTMLVideoElement, act: () => void): () => void {
  if ('requestVideoFrameCallback' in element) {
    const picture = element.requestVideoFrameCallback(act)
    return () => element.cancelVideoFrameCallback(picture)
  }
  const frame = requestAnimationFrame(act)
  return () => cancelAnimationFrame(frame)
}
