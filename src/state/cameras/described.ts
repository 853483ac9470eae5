import { calls } from '../../contract/calls'
import { ownQuery } from '../sign-in/own-query'
import { canDescribeAtom } from './cameras'

/** Where the stills of described events go; read when somebody is about to choose. */
export const describingModelQueryAtom = ownQuery(
  'descriptions',
  (http) => http.send(calls.descriptions.about, {}),
  canDescribeAtom,
)

/** Whether stills leave the hub's own machine, and what goes where, in a sentence each. */
export function whatLeaves({ host, isOnHub }: { readonly host: string; readonly isOnHub: boolean }): string {
  const where = isOnHub ? `a language model on the hub's own machine (${host})` : `the language model at ${host}`
  const whose = isOnHub ? '' : ', which is outside this hub and keeps them by its own rules'
  return `Of each new event, up to three small still pictures of this camera go to ${where}${whose}. It writes what they show in a sentence, which may be wrong. Nothing else goes along: no film, sound, names or places.`
}
