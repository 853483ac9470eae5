import { useCallback, useState } from 'react'

/** Drawn as if so wide until it is known. */
const FIRST_WIDTH_PX = 1_000

/** Follows the width of an element, in whole pixels. */
export function useWidth(): readonly [ref: (element: HTMLElement | null) => (() => void) | undefined, widthPx: number] {
  const [widthPx, setWidthPx] = useState(FIRST_WIDTH_PX)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const read = () => {
      const width = Math.round(element.clientWidth)
      if (width > 0) setWidthPx(width)
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, widthPx]
}
