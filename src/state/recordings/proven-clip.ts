import { atom } from 'jotai/vanilla'
import { closePlayerAtom } from './playing'

export interface ProvenClip {
  readonly videoId: string
  readonly title: string
}

const chosenAtom = atom<ProvenClip | null>(null)

/** The recording whose proof is looked at; null: none. */
export const provenClipAtom = atom((get) => get(chosenAtom))

/** From the player too, which closes: its keys would go on meaning the picture. */
export const showProofAtom = atom(null, (_get, set, clip: ProvenClip) => {
  set(closePlayerAtom)
  set(chosenAtom, clip)
})

export const hideProofAtom = atom(null, (_get, set) => set(chosenAtom, null))
