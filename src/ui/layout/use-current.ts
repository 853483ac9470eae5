import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * What is on the page by now, null once it is there no more: a late answer closes nothing that was opened in its place, nor
 * a form with what somebody went on typing.
 */
export function useCurrent<Value>(value: Value): RefObject<Value | null> {
  const current = useRef<Value | null>(null)
  useLayoutEffect(() => {
    current.current = value
    return () => {
      current.current = null
    }
  }, [value])
  return current
}
