import { atom } from 'jotai/vanilla'
import { userAtom } from './session'

/** A draft that outlives its screen, as a look at another one must not cost it. It is of whoever is signed in; null: none. */
export function userDraftAtom<Draft>() {
  const heldAtom = atom<{ readonly owner: string | null; readonly draft: Draft } | null>(null)
  return atom(
    (get): Draft | null => {
      const held = get(heldAtom)
      return held !== null && held.owner === get(userAtom) ? held.draft : null
    },
    (get, set, draft: Draft | null) => set(heldAtom, draft === null ? null : { owner: get(userAtom), draft }),
  )
}
