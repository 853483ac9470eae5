import { type RefObject, useEffect, useRef } from 'react'

/** Whether what asks is still on the page: a late answer closes nothing that was opened in its place. */
export function useMounted(): RefObject<boolean> {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
