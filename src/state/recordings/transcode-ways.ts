import { atom } from 'jotai/vanilla'
import { browserTranscoders, type Transcoders } from '../../engine/transcode'

export type { Transcoders }

const chosenAtom = atom<Transcoders | null>(null)

/** Made at first use; costs nothing until a clip is to be made into an MP4 file. */
const ofThisBrowserAtom = atom(() => browserTranscoders())

/** What makes MP4 files of clips; a test sets its own. */
export const transcodersAtom = atom(
  (get): Transcoders => get(chosenAtom) ?? get(ofThisBrowserAtom),
  (_get, set, transcoders: Transcoders) => set(chosenAtom, transcoders),
)
