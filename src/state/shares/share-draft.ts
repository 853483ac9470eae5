import { atom } from 'jotai/vanilla'
import { userDraftAtom } from '../sign-in/user-draft'
import { emptyShareForm, type ShareForm } from './share-form'

/** A share that is not made yet. */
export interface ShareDraft {
  readonly form: ShareForm
  /** '' until one is chosen. */
  readonly videoId: string
}

const nothing: ShareDraft = { form: emptyShareForm, videoId: '' }
const heldAtom = userDraftAtom<ShareDraft>()

/** What is typed and chosen for the next share: a look at the recordings must not cost it. */
export const shareDraftAtom = atom(
  (get) => get(heldAtom) ?? nothing,
  (get, set, change: (now: ShareDraft) => ShareDraft) => {
    const next = change(get(heldAtom) ?? nothing)
    // Put back by hand is nothing typed, and holds up no new version.
    set(heldAtom, JSON.stringify(next) === JSON.stringify(nothing) ? null : next)
  },
)
