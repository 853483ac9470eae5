import { useRef } from 'react'

/** What is there, else what was there last: a dialog fades out with what it showed. */
export function useLast<Value>(value: Value | null): Value | null {
  const last = useRef<Value | null>(null)
  if (value !== null) last.current = value
  return last.current
}
