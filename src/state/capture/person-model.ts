import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import type { PersonModel } from '../../engine'
import { extensionsAtom } from '../http/extensions'
import { servicesAtom } from '../services'

const ANSWER_LIMIT_MS = 30_000

/**
 * The person model of the hub's operator; null where the hub offers none. Rejects where the hub does not say. Asked each
 * time that a detector is loaded: the link to the file is good for some minutes.
 */
export const findPersonModelAtom = atom(null, async (get): Promise<PersonModel | null> => {
  if (!get(extensionsAtom).has('person-model')) return null
  const result = await get(servicesAtom).http.send(calls.personModel.read, { timeoutMs: ANSWER_LIMIT_MS })
  if (!result.ok) throw new Error(`The hub did not say where its person model is (${result.failure.kind}).`)
  return result.value.model
})
