import { type FocusEvent, useEffect, useRef } from 'react'

/** Browsers take the focus from a control that becomes disabled; this gives it back once the work is done. */
export function useKeptFocus(isBusy: boolean): { readonly onFocus: (event: FocusEvent<HTMLElement>) => void } {
  const last = useRef<HTMLElement>(null)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!isBusy && isLost && last.current?.isConnected) last.current.focus()
  }, [isBusy])
  return {
    onFocus: ({ target }) => {
      last.current = target
    },
  }
}
