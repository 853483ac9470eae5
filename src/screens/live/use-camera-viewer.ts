import { useStore } from 'jotai/react'
import { type RefObject, useEffect } from 'react'
import { type ViewerPlace, viewCamera } from '../../state/live/camera-viewers'

/** Looks through a camera at one place of the screen for as long as that is shown, at the size that it has there. */
export function useCameraViewer(
  of: ViewerPlace & { readonly isShown: boolean },
  element: RefObject<HTMLElement | null>,
): void {
  const store = useStore()
  const { place, cameraId, areFiguresShown = false, isShown } = of
  useEffect(() => {
    const shown = element.current
    if (!isShown || shown === null) return
    const one = viewCamera(store, { place, cameraId, areFiguresShown }, sizeOf(shown))
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => one.resize(sizeOf(shown)))
    observer?.observe(shown)
    return () => {
      observer?.disconnect()
      one.end()
    }
  }, [store, place, cameraId, areFiguresShown, isShown, element])
}

/** In pixels of the screen, of which a sharp one has more than a page counts. */
function sizeOf({ clientWidth, clientHeight }: HTMLElement) {
  const inPixels = (length: number) => Math.min(8_192, Math.max(1, Math.round(length * devicePixelRatio)))
  return { width: inPixels(clientWidth), height: inPixels(clientHeight) }
}
