import { Center, chakra, Text } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import type { FilmClock, LinkedFilm } from './film-clock'

/** A film may run off the clock by so much of a second at single speed; then it is set right. */
const DRIFT_SEC = 0.3

/** So long after a film failed it is opened once more: while its clock still waits for it. */
const AGAIN_MS = 2_000

/** A film that follows the clock; one that comes next is opened, and waits unseen. */
export function Film(props: {
  readonly film: LinkedFilm
  readonly label: string
  readonly isNow: boolean
  readonly clock: FilmClock
  readonly onLength: (lengthMs: number) => void
}) {
  const { film, isNow, clock } = props
  const video = useRef<HTMLVideoElement>(null)
  /** How often it failed while it was to show. Browsers say the same of a busy hub and of a format that they do not know. */
  const [failedCount, setFailedCount] = useState(0)
  const isBroken = failedCount > 1
  useEffect(() => {
    if (failedCount !== 1) return
    const timer = setTimeout(() => video.current?.load(), AGAIN_MS)
    return () => clearTimeout(timer)
  }, [failedCount])
  useEffect(() => {
    const element = video.current
    if (element === null || !isNow) return
    // What failed while it was opened ahead may come now.
    if (failedCount === 0 && element.error !== null) element.load()
    const isReady = () =>
      isBroken || element.ended || (!element.seeking && element.readyState >= element.HAVE_CURRENT_DATA)
    const leave = clock.follow(isReady)
    const stop = clock.isRunning ? keepUp(element, film, clock) : standAt(element, film, clock)
    return () => {
      leave()
      stop()
      element.pause()
    }
  }, [clock, film, isNow, isBroken, failedCount])
  const noteLength = () => {
    const seconds = video.current?.duration ?? 0
    if (Number.isFinite(seconds) && seconds > 0) props.onLength(Math.round(seconds * 1000))
  }
  return (
    <>
      <chakra.video
        ref={video}
        src={film.url}
        muted
        playsInline
        preload="auto"
        tabIndex={-1}
        aria-label={props.label}
        position="absolute"
        inset="0"
        width="100%"
        height="100%"
        objectFit="contain"
        visibility={isNow && !isBroken ? 'visible' : 'hidden'}
        onLoadedMetadata={noteLength}
        onError={() => isNow && setFailedCount((count) => count + 1)}
      />
      {isNow && isBroken && <CellWords words="This recording cannot be played here." />}
    </>
  )
}

/** Why a cell has no picture, in its middle. */
export function CellWords({ words }: { readonly words: string }) {
  return (
    <Center position="absolute" inset="0" px="4" textAlign="center">
      <Text textStyle="sm">{words}</Text>
    </Center>
  )
}

function keepUp(element: HTMLVideoElement, film: LinkedFilm, clock: FilmClock): () => void {
  let frame = 0
  const next = () => {
    keepInStep(element, film, clock)
    frame = requestAnimationFrame(next)
  }
  next()
  return () => cancelAnimationFrame(frame)
}

/** Wakes nobody while nothing moves: the clock, and the film once it can follow, have it go where the line is. */
function standAt(element: HTMLVideoElement, film: LinkedFilm, clock: FilmClock): () => void {
  const go = () => keepInStep(element, film, clock)
  const leave = clock.watch(go)
  for (const name of ['loadedmetadata', 'seeked']) element.addEventListener(name, go)
  go()
  return () => {
    leave()
    for (const name of ['loadedmetadata', 'seeked']) element.removeEventListener(name, go)
  }
}

/** A browser that cannot play so fast plays as fast as it can, and leaps now and then. */
function keepInStep(element: HTMLVideoElement, film: LinkedFilm, { nowAtMs, isRunning, speed }: FilmClock): void {
  if (element.readyState < element.HAVE_METADATA) return
  const wantedSec = Math.max(0, (nowAtMs() - film.startMs) / 1000)
  const isOver = wantedSec >= element.duration
  const driftSec = Math.abs(element.currentTime - wantedSec)
  if (element.playbackRate !== speed) element.playbackRate = speed
  if (!element.seeking && !isOver && driftSec > (isRunning ? DRIFT_SEC * speed : 0.05)) element.currentTime = wantedSec
  if (isRunning && element.paused && !isOver) void element.play().catch(() => undefined)
  if (!isRunning && !element.paused) element.pause()
}
