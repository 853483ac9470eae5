import type { FocusEvent } from 'react'

/**
 * For the content of a dialog: what holds the focus in it goes from the last control to the first without scrolling there.
 * For a row that scrolls sideways, too: where 32 px of what Tab leads to show, Chromium leaves the row as it is.
 */
export function showFocused({ target }: FocusEvent): void {
  // A press is where it is seen; under the pointer nothing moves away.
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
}
