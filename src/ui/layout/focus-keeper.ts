import { type FocusEvent as ReactFocusEvent, type RefObject, useEffect, useRef } from 'react'

/** Dialogs give the focus back by themselves; this is for what nobody looked after. */
const PATIENCE_MS = 100

/** It keeps the focus to itself: one that goes elsewhere closes it. */
export const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog])[data-state=open]'

const CONTROL = 'button:not([disabled]), a[href]'

/** An ancestor of the control that had the focus, and where below it that control stood. */
interface Step {
  readonly parent: Element
  readonly index: number
}

/**
 * Keeps the focus within `root` from being lost where the control that has it goes away or is disabled for a while: a
 * removed card, a Try Again that has done its work (UI-04). It goes back to the control once that can take it, else to
 * what took its place in the list, else to the surrounding part; within an open dialog to the dialog. Whoever presses beside all controls has given it up.
 * `around` holds `root` and what stands beside it: a banner that somebody sends away leaves the focus to `root`.
 * Returns what ends the watch.
 */
export function keepFocus(root: HTMLElement, around = root): () => void {
  let last: HTMLElement | null = null
  let path: readonly Step[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const onFocusIn = ({ target }: FocusEvent) => {
    last = target instanceof HTMLElement && target !== root ? target : null
    path = last === null ? [] : pathOf(last, around)
  }
  const onPointerDown = ({ target }: PointerEvent) => {
    if (target instanceof Element && target.closest(`${CONTROL}, input, textarea, [tabindex]`) === null) last = null
  }
  const lookAfter = () => {
    if (!isFocusLost()) return
    const dialog = [...root.ownerDocument.querySelectorAll(OPEN_DIALOG)].at(-1)
    if (dialog instanceof HTMLElement) return dialog.focus({ preventScroll: true })
    if (last === null) return
    if (last.isConnected) return last.matches(':disabled') ? undefined : last.focus({ preventScroll: true })
    focusPlaceOf(path, root)
  }
  const observer = new MutationObserver(() => {
    if (!isFocusLost()) return
    clearTimeout(timer)
    timer = setTimeout(lookAfter, PATIENCE_MS)
  })
  around.addEventListener('focusin', onFocusIn)
  root.ownerDocument.addEventListener('pointerdown', onPointerDown)
  // A dialog that asked about a card lies outside the root, and may go after the card.
  observer.observe(root.ownerDocument.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    around.removeEventListener('focusin', onFocusIn)
    root.ownerDocument.removeEventListener('pointerdown', onPointerDown)
  }
}

export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Of the part of a page that changes; what stands beside it, as a banner that is sent away, leaves it the focus. */
export function useFocusKept(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = root.current
    return element === null ? undefined : keepFocus(element, element.parentElement ?? element)
  }, [])
  return root
}

/** From the control up to what is watched. */
function pathOf(control: Element, watched: Element): Step[] {
  const path: Step[] = []
  for (let element = control; element !== watched && element.parentElement !== null; element = element.parentElement)
    path.push({ parent: element.parentElement, index: [...element.parentElement.children].indexOf(element) })
  return path
}

function focusPlaceOf(path: readonly Step[], root: HTMLElement): void {
  const step = path.find(({ parent }) => parent.isConnected)
  // The screen changed, or all of it: its beginning is as good as any place of it, and no control was meant.
  if (step === undefined || step.parent.contains(root)) return focusPart(root)
  const heir = step.parent.children[Math.min(step.index, step.parent.children.length - 1)]
  const control = heir?.matches(CONTROL) ? heir : heir?.querySelector(CONTROL)
  if (control instanceof HTMLElement) control.focus({ preventScroll: true })
  else if (step.parent instanceof HTMLElement) focusPart(step.parent)
}

function focusPart(part: HTMLElement): void {
  if (!part.hasAttribute('tabindex')) part.tabIndex = -1
  part.focus({ preventScroll: true })
}

/** Browsers take the focus from a control that becomes disabled; this gives it back once the work is done. */
export function useKeptFocus(isBusy: boolean): { readonly onFocus: (event: ReactFocusEvent<HTMLElement>) => void } {
  const last = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isBusy && isFocusLost() && last.current?.isConnected) last.current.focus()
  }, [isBusy])
  return {
    onFocus: ({ target }) => {
      last.current = target
    },
  }
}
