import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import { useEffect, useMemo, useState } from 'react'
import { playbackAtom, speedAtom, tickAtom } from '../../../state/review/playback'
import { reviewCursorAtom } from '../../../state/review/review'
import { type FilmClock, WaitingClock } from '../../../ui/review/film-clock'

/** The clock of all films, which goes on with the page's frames while it plays. */
export function useFilmClock(): FilmClock {
  const store = useStore()
  const isRunning = useAtomValue(playbackAtom).phase === 'playing'
  const speed = useAtomValue(speedAtom)
  const tick = useSetAtom(tickAtom)
  const [waiting] = useState(() => new WaitingClock())
  useEffect(() => {
    if (!isRunning) return
    const go = (nowMs: number) => {
      const passedMs = waiting.frame(nowMs)
      if (passedMs > 0) tick(passedMs)
      frame = requestAnimationFrame(go)
    }
    let frame = requestAnimationFrame(go)
    return () => {
      cancelAnimationFrame(frame)
      waiting.stop()
    }
  }, [isRunning, tick, waiting])
  return useMemo(
    () => ({
      nowAtMs: () => store.get(reviewCursorAtom),
      watch: (onMove) => store.sub(reviewCursorAtom, onMove),
      isRunning,
      speed,
      follow: (isReady) => waiting.follow(isReady),
    }),
    [store, isRunning, speed, waiting],
  )
}
