import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Shows another screen from its top. By Back and Forward the browser goes to where the screen was left, by itself; so it
 * does when a screen is loaded anew.
 */
export function useTopOfScreen(path: string): void {
  const shown = useRef(path)
  const isGoingBack = useRef(false)
  useEffect(() => {
    // The router shows the screen before this event is over.
    const onPopState = () => {
      isGoingBack.current = true
      setTimeout(() => {
        isGoingBack.current = false
      })
    }
    addEventListener('popstate', onPopState, { capture: true })
    return () => removeEventListener('popstate', onPopState, { capture: true })
  }, [])
  useLayoutEffect(() => {
    if (shown.current === path) return
    shown.current = path
    if (!isGoingBack.current) scrollTo(0, 0)
  }, [path])
}
