import { useEffect, useRef } from 'react'

/** Tells when another screen shows than the one that this began on. */
export function useLeaving(path: string, onLeft: () => void): void {
  const begunAt = useRef(path)
  useEffect(() => {
    if (begunAt.current !== path) onLeft()
    begunAt.current = path
  }, [path, onLeft])
}
