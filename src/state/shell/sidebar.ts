import { atom } from 'jotai/vanilla'
import { messages } from '../messages'
import { servicesAtom } from '../services'

const COOKIE_NAME = 'sidebar_state'
const COOKIE_MAX_AGE_SEC = 7 * 24 * 3600

/** Reads the sidebar's state from a cookie text; open where it says nothing. */
export function readSidebarCookie(cookies: string): boolean {
  return !new RegExp(`(?:^|;\\s*)${COOKIE_NAME}=false(?:;|$)`).test(cookies)
}

/** The cookie that keeps the state for 7 days (NAV-29). */
export function sidebarCookie(isOpen: boolean): string {
  return `${COOKIE_NAME}=${isOpen}; path=/; max-age=${COOKIE_MAX_AGE_SEC}; samesite=lax`
}

const chosenAtom = atom<boolean | null>(null)

/** Whether the sidebar is open or an icon strip. */
export const sidebarOpenAtom = atom((get) => get(chosenAtom) ?? readSidebarCookie(get(servicesAtom).cookies.read()))

export const toggleSidebarAtom = atom(null, (get, set) => {
  const isOpen = !get(sidebarOpenAtom)
  set(chosenAtom, isOpen)
  get(servicesAtom).cookies.write(sidebarCookie(isOpen))
})

/** Whether the mobile sheet shows. */
export const sheetOpenAtom = atom(false)

/** The code of the sheet did not arrive: it is closed, so that it does not open by itself when the code comes. */
export const sheetMissingAtom = atom(null, (get, set) => {
  set(sheetOpenAtom, false)
  get(servicesAtom).showToast({ kind: 'warning', text: messages.navigationMissing })
})
