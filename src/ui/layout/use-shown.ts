import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

/** Whether this tab is the one in front of its window. */
export function usePageShown(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/** Whether any of an element is within the window, `atFirst` until that is known; where no browser tells, it always is. */
export function useOnScreen(element: RefObject<HTMLElement | null>, atFirst = false): boolean {
  const [isOnScreen, setOnScreen] = useState(atFirst || typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (element.current === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)?.isIntersecting === true))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isOnScreen
}
