import { useEffect, useState } from 'react'

/** A pointer that passes sixty pictures a second wants none of them. */
const SETTLED_MS = 50

/** The value once it has stayed for a moment; until then the one before. */
export function useSettled<T>(value: T, forMs = SETTLED_MS): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), forMs)
    return () => clearTimeout(timer)
  }, [value, forMs])
  return settled
}

/** A picture once it has stayed for a moment; null until then, as the one before is of another event. */
export function useSettledPicture(url: string | null): string | null {
  const settled = useSettled(url)
  return settled === url ? url : null
}
