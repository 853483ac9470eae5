import { useLayoutEffect, useRef } from 'react'

interface ReviewKeys {
  readonly onStep: (by: 1 | -1) => void
  readonly onToggle: () => void
}

/** Where keys mean something else already. */
const OTHERS = 'input, select, textarea, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]'

/** N and P go to the next and the previous event, the space bar plays, wherever the focus is on the screen. */
export function useReviewKeys(keys: ReviewKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  // Before the paint: the timeline shows, so its keys count (FACE-05).
  useLayoutEffect(() => {
    const hear = (press: KeyboardEvent) => {
      if (press.ctrlKey || press.metaKey || press.altKey || !(press.target instanceof Element)) return
      if (press.target.closest(OTHERS) !== null) return
      const isButton = press.target.closest('button, a, summary') !== null
      const key = press.key.toLowerCase()
      if (key === 'n') latest.current.onStep(1)
      else if (key === 'p') latest.current.onStep(-1)
      else if (key === ' ' && !isButton) latest.current.onToggle()
      else return
      press.preventDefault()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}
