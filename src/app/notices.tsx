import { useEffect } from 'react'
import { Toaster, Toasts } from '../ui/notices/toaster'

export { system } from '../ui/theme/theme'

/** The toasts of this tab. */
export const toasts = new Toasts()

/** They stand above every screen. */
export function Notices() {
  useEffect(() => toasts.pauseOnBlur(window), [])
  return <Toaster toasts={toasts} />
}
