import { useLayoutEffect, useState } from 'react'
import type { Rect } from './tour-place'

/** The first of the named elements that shows. */
export function findShown(selectors: readonly string[]): HTMLElement | null {
  for (const selector of selectors) {
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      if (element.getClientRects().length > 0) return element
    }
  }
  return null
}

/** Where the anchor is in the window, followed while it moves; null while there is none. */
export function useAnchorRect(selectors: readonly string[]): Rect | null {
  const [rect, setRect] = useState<Rect | null>(null)
  useLayoutEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const measure = () => {
      const found = findShown(selectors)?.getBoundingClientRect() ?? null
      setRect((before) => (isSame(before, found) ? before : found))
    }
    // Content comes, goes and grows: whatever changes the page's size or its elements may move the anchor.
    const sizes = new ResizeObserver(measure)
    sizes.observe(document.body)
    const elements = new MutationObserver(measure)
    elements.observe(document.body, { childList: true, subtree: true })
    addEventListener('scroll', measure, { signal, capture: true, passive: true })
    addEventListener('resize', measure, { signal })
    measure()
    return () => {
      ending.abort()
      sizes.disconnect()
      elements.disconnect()
    }
  }, [selectors])
  return rect
}

function isSame(one: Rect | null, other: Rect | null): boolean {
  if (one === null || other === null) return one === other
  return one.left === other.left && one.top === other.top && one.width === other.width && one.height === other.height
}
