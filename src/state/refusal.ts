import { atom } from 'jotai/vanilla'
import type { Failure } from '../api/result'
import type { IntegrationSettings } from '../contract/workspace-config'

/** What the provider said against the last change or test of a channel: the toasts have fixed words (spec 8). */
export interface Refusal {
  readonly name: keyof IntegrationSettings
  readonly sentence: string
}

export const refusalAtom = atom<Refusal | null>(null)
// Away from the screen it is old news.
refusalAtom.onMount = (set) => () => set(null)

/** null: the provider said nothing of its own. Its name of the field is left out, as the sentence stands below the field. */
export function refusalOf(name: Refusal['name'], failure: Failure): Refusal | null {
  const sentence = failure.kind === 'http' ? failure.message : null
  return sentence === null ? null : { name, sentence: sentence.replace(`${name}: `, '') }
}
