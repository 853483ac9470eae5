import { atom } from 'jotai/vanilla'

/** Text of the alert dialog; null while none shows. */
export const alertAtom = atom<string | null>(null)
