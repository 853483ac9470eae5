import { atom } from 'jotai/vanilla'
import type { Failure } from '../../api/result'

/** Where a channel's messages go, as the config names it. */
export type AddressName = 'notifyEmail' | 'notifySlackWebhook' | 'notifyDiscordWebhook'

/** What the provider said against an address of a channel, to be saved or tested: the toasts have fixed words (ERR-28). */
export interface Refusal {
  /** What it said it about: beside another text it is out of place. */
  readonly value: string
  readonly sentence: string
}

const refusalsAtom = atom<ReadonlyMap<AddressName, Refusal>>(new Map<AddressName, Refusal>())
// Away from the screen it is old news, also what was answered only then.
refusalsAtom.onMount = (set) => {
  set(new Map())
  return () => set(new Map())
}

/** By the address that was refused. */
export const shownRefusalsAtom = atom((get) => get(refusalsAtom))

/** Notes how a save or a test of an address went; `failure` is null where it is on its way or went well. */
export const noteRefusalAtom = atom(null, (get, set, name: AddressName, value: string, failure: Failure | null) => {
  const refusals = new Map(get(refusalsAtom))
  const sentence = failure === null ? null : sentenceAgainst(failure, name)
  if (sentence === null) refusals.delete(name)
  else refusals.set(name, { value, sentence })
  set(refusalsAtom, refusals)
})

/** The answers that are about what was typed; a hub that fails or asks for patience says nothing about that. */
const STATUSES_ABOUT_INPUT: readonly number[] = [400, 422]

/** null: the provider said nothing of its own. Its names of the field are left out, as the sentence stands below the field. */
function sentenceAgainst(failure: Failure, name: AddressName): string | null {
  if (failure.kind !== 'http' || failure.message === null) return null
  if (!STATUSES_ABOUT_INPUT.includes(failure.status) && failure.code !== 'channel-failed') return null
  return failure.message.replace(`${name}: `, '').replace('connectionValue: ', '')
}
