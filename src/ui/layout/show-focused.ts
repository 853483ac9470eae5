import type { FocusEvent } from 'react'

/** For the content of a dialog: what holds the focus in it goes from the last control to the first without scrolling there. */
export function showFocused({ target }: FocusEvent): void {
  // A press is where it is seen; under the pointer nothing moves away.
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
}
