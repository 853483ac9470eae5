import { focusManager } from '@tanstack/query-core'
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

/** Whether this page can be seen: its tab is the one in front of its window, and nothing covers all of it. */
export function usePageShown(): boolean {
  return useSyncExternalStore(subscribe, () => focusManager.isFocused())
}

function subscribe(onChange: () => void): () => void {
  const unsubscribe = focusManager.subscribe(onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', onChange)
  }
}

/** For what covers all of the page: below it nothing is drawn, and nothing read but what a hidden tab reads too. */
export function usePageCovered(): void {
  useEffect(() => {
    focusManager.setFocused(false)
    return () => focusManager.setFocused(undefined)
  }, [])
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
