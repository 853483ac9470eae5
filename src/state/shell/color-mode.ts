import { atom } from 'jotai/vanilla'
import { pageServicesAtom } from '../services'

export type ColorMode = 'light' | 'dark'

const KEY = 'nightjar:color-mode'

const chosenAtom = atom<ColorMode | null>(null)

/** What the system prefers; set by the app, and again whenever it changes. */
export const systemColorModeAtom = atom<ColorMode>('light')

function isColorMode(text: string | null): text is ColorMode {
  return text === 'light' || text === 'dark'
}

/** The user's choice, else what the system prefers. */
export const colorModeAtom = atom((get): ColorMode => {
  const stored = get(pageServicesAtom).storage.getItem(KEY)
  return get(chosenAtom) ?? (isColorMode(stored) ? stored : get(systemColorModeAtom))
})

export const toggleColorModeAtom = atom(null, (get, set) => {
  const mode: ColorMode = get(colorModeAtom) === 'dark' ? 'light' : 'dark'
  set(chosenAtom, mode)
  get(pageServicesAtom).storage.setItem(KEY, mode)
})
