import { isLetterKey } from '../../../ui/forms/letter-key'

/** What the keys of stealth mode do. */
export interface StealthActions {
  isOn(): boolean
  /** Whether there was something to toggle. */
  toggle(): boolean
  leave(): void
}

function isToggleKey(event: KeyboardEvent): boolean {
  return isLetterKey(event, 'H') && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey
}

/**
 * Ctrl/Cmd+H toggles, Escape leaves (STEALTH-02). Taken before anybody else hears of them, so that Escape does not also
 * close a dialog that is open behind; no other key reaches the app while the screen is black.
 */
export function listenForStealthKeys(page: EventTarget, actions: StealthActions): () => void {
  const onKeyDown = (event: Event) => {
    if (!(event instanceof KeyboardEvent)) return
    const wasOn = actions.isOn()
    if (wasOn) event.stopImmediatePropagation()
    if (isToggleKey(event)) {
      // Held down it repeats, and would flicker.
      if (event.repeat ? wasOn : actions.toggle()) event.preventDefault()
    } else if (wasOn && event.key === 'Escape') {
      event.preventDefault()
      actions.leave()
    }
  }
  page.addEventListener('keydown', onKeyDown, { capture: true })
  return () => page.removeEventListener('keydown', onKeyDown, { capture: true })
}
