import { atom } from 'jotai/vanilla'
import type { ReactNode } from 'react'
import type { LazyPart } from './lazy-part'

/** Parts that the first screen does not wait for, made by the composition root: they bring services with them. */
export interface Parts {
  /** Around every guarded screen; with it cameras, delivery and reads begin. */
  readonly Frame: LazyPart<{ readonly children: ReactNode }>
  /** Toasts above every screen. */
  readonly Notices: LazyPart<object>
}

const chosenPartsAtom = atom<Parts | null>(null)

/** Set once by the composition root. */
export const partsAtom = atom(
  (get): Parts => {
    const parts = get(chosenPartsAtom)
    if (parts === null) throw new Error('The parts were not set.')
    return parts
  },
  (_get, set, parts: Parts) => set(chosenPartsAtom, parts),
)
