import { useEffect, useState } from 'react'
import { MINUTE_MS } from '../../lib/durations'

/** The time in milliseconds, read anew every interval while shown: each minute, as most times are said to the minute. */
export function useNow(intervalMs = MINUTE_MS): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return nowMs
}
