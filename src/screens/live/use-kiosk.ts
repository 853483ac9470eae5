import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'wouter'
import { keepAwakeAtom } from '../../state/capture/wake-lock'
import { stepWallAtom, turnWallAtom, wallPageAtom } from '../../state/live/wall'
import { OPEN_DIALOG } from '../../ui/layout/focus-keeper'

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }

/** The wall on a screen of its own: awake, with keys in place of buttons, and pages that go on by themselves (LIVE-87). */
export function useKiosk(isKiosk: boolean): void {
  useAwake(isKiosk)
  useKeys(isKiosk)
  useTurning(isKiosk)
}

/** A screen that hangs on a wall must not go dark. */
function useAwake(isKiosk: boolean): void {
  const keepAwake = useSetAtom(keepAwakeAtom)
  useEffect(() => {
    if (!isKiosk) return
    keepAwake('kiosk', true)
    return () => keepAwake('kiosk', false)
  }, [isKiosk, keepAwake])
}

function useKeys(isKiosk: boolean): void {
  const step = useSetAtom(stepWallAtom)
  const hasPages = useAtomValue(wallPageAtom).count > 1
  const [, navigate] = useLocation()
  // Before the paint: the wall shows, so its keys count (FACE-05).
  useLayoutEffect(() => {
    if (!isKiosk) return
    const hear = (press: KeyboardEvent) => {
      if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey || isDialogOpen()) return
      // One page may be higher than the window, and scroll.
      const by = hasPages ? steps[press.key] : undefined
      if (by !== undefined) step(by)
      // Back leads to what was before the kiosk, and not into it once more.
      else if (press.key === 'Escape') navigate('/live', { replace: true })
      else return
      press.preventDefault()
    }
    // Before a dialog hears it: its Escape closes it, and would then be taken for that of the wall.
    addEventListener('keydown', hear, { capture: true })
    return () => removeEventListener('keydown', hear, { capture: true })
  }, [isKiosk, step, hasPages, navigate])
}

function useTurning(isKiosk: boolean): void {
  const turn = useSetAtom(turnWallAtom)
  useEffect(() => {
    if (!isKiosk) return
    const turning = turn(() => !isDialogOpen() && !matchMedia('(prefers-reduced-motion: reduce)').matches)
    const ending = new AbortController()
    for (const kind of ['keydown', 'pointerdown'])
      addEventListener(kind, turning.rest, { capture: true, signal: ending.signal })
    return () => {
      ending.abort()
      turning.end()
    }
  }, [isKiosk, turn])
}

/** The large view, or stealth mode. */
function isDialogOpen(): boolean {
  return document.querySelector(`${OPEN_DIALOG}, dialog[open]`) !== null
}
