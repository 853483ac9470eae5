/** The area of the toasts, by the name that the library gives it. */
const TOASTS = 'toast-group:top-end'

/**
 * For the content of a dialog, which keeps the focus to itself and to what a control in it has opened: that is how it lets
 * Alt+T lead to the toasts (CONST-05).
 */
export function ToastsReach() {
  return <button type="button" hidden disabled aria-controls={TOASTS} aria-expanded />
}
