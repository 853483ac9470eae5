import { type RefObject, useCallback, useSyncExternalStore } from 'react'

/** Whether a part of the page fills the screen, and the switch. */
export interface FullScreen {
  readonly isOn: boolean
  toggle(): void
}

/** Follows the full screen of one element, with all that lies in it. A browser that refuses leaves things as they are. */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const isOn = useSyncExternalStore(subscribe, () => isShownAlone(element.current))
  const toggle = useCallback(() => {
    const shown = element.current
    if (shown === null) return
    const changing = isShownAlone(shown) ? document.exitFullscreen() : enter(shown)
    void changing?.catch(() => undefined)
  }, [element])
  return { isOn, toggle }
}

function isShownAlone(element: HTMLElement | null): boolean {
  return element !== null && document.fullscreenElement === element
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}

function enter(element: HTMLElement): Promise<void> | undefined {
  // Missing on iPhones, whose full screen takes nothing but a video.
  if (typeof element.requestFullscreen === 'function') return element.requestFullscreen()
  const video: object | null = element.querySelector('video')
  if (video === null || !('webkitEnterFullscreen' in video)) return undefined
  if (typeof video.webkitEnterFullscreen === 'function') video.webkitEnterFullscreen()
  return undefined
}
