import { atom } from 'jotai/vanilla'
import { extensionsAtom } from '../http/extensions'

/** Whether the provider keeps proofs (PROOF-01). */
export const hasEvidenceAtom = atom((get) => get(extensionsAtom).has('evidence'))
