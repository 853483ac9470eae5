import { useEffect } from 'react'
import { pauseToastsOnBlur, Toaster } from '../ui/notices/toaster'

export { system } from '../ui/theme/theme'

/** The toasts above every screen. */
export function Notices() {
  useEffect(() => pauseToastsOnBlur(window), [])
  return <Toaster />
}
