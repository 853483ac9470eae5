import { type Atom, atom } from 'jotai/vanilla'
import { userAtom } from './session'

/** Drafts that were ever held. */
const knownDraftsAtom = atom<ReadonlySet<Atom<unknown>>>(new Set<Atom<unknown>>())

/** Whether whoever is signed in has a draft on some screen, which would end with the page. */
export const hasUserDraftsAtom = atom((get) => [...get(knownDraftsAtom)].some((draft) => get(draft) !== null))

/** A draft that outlives its screen, as a look at another one must not cost it. It is of whoever is signed in; null: none. */
export function userDraftAtom<Draft>() {
  const heldAtom = atom<{ readonly owner: string | null; readonly draft: Draft } | null>(null)
  const draftAtom = atom(
    (get): Draft | null => {
      const held = get(heldAtom)
      return held !== null && held.owner === get(userAtom) ? held.draft : null
    },
    (get, set, draft: Draft | null) => {
      set(heldAtom, draft === null ? null : { owner: get(userAtom), draft })
      if (draft !== null && !get(knownDraftsAtom).has(draftAtom))
        set(knownDraftsAtom, new Set([...get(knownDraftsAtom), draftAtom]))
    },
  )
  return draftAtom
}
