import { atom } from 'jotai/vanilla'
import { servicesAtom } from './services'

export type ColorMode = 'light' | 'dark'

const KEY = 'nightjar:color-mode'

const chosenAtom = atom<ColorMode | null>(null)

function isColorMode(text: string | null): text is ColorMode {
  return text === 'light' || text === 'dark'
}

/** The user's choice, else what the system prefers. */
export const colorModeAtom = atom((get): ColorMode => {
  const { storage, prefersDark } = get(servicesAtom)
  const stored = storage.getItem(KEY)
  return get(chosenAtom) ?? (isColorMode(stored) ? stored : prefersDark() ? 'dark' : 'light')
})

export const toggleColorModeAtom = atom(null, (get, set) => {
  const mode: ColorMode = get(colorModeAtom) === 'dark' ? 'light' : 'dark'
  set(chosenAtom, mode)
  get(servicesAtom).storage.setItem(KEY, mode)
})
