import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import * as z from 'zod/mini'
import type { Answer, Call } from '../../contract/call'
import { jsonIn } from '../../lib/json'
import { servicesAtom } from '../services'
import { keepText } from '../session-store'
import { userAtom, userIn } from '../sign-in/session'

const kept = z.object({ user: z.string(), answer: z.unknown() })

/**
 * An answer of the hub that this browser keeps for its user: whoever opens a page while the hub is away goes on by it.
 * Read by the schema of the call, like the hub's own word.
 */
export function keptRead<C extends Call>(key: string, call: C) {
  const answerAtom = atom((get) => readAnswer(get(servicesAtom).storage.getItem(key), get(userAtom), call))
  return {
    /** Keeps an answer, and hands it on. It is read before the call, so that a late answer is kept for nobody else. */
    takenAtom: atom((get) => {
      const user = get(userAtom)
      const { session, storage } = get(servicesAtom)
      return (answer: Answer<C>): Answer<C> => {
        if (userIn(session) === user) keepText(storage, key, JSON.stringify({ user, answer }))
        return answer
      }
    }),
    /** What is kept for who is signed in; null: nothing. As it was when this page was opened. */
    answerAtom,
    /** Where nothing was read since the page was opened, what is kept stands in until it is. */
    standInAtom: atom(null, (get, _set, queryKey: readonly unknown[]) => {
      const client = get(queryClientAtom)
      const answer = readAnswer(get(servicesAtom).storage.getItem(key), get(userAtom), call)
      // Of long ago: the next moment to read it is now.
      if (answer !== null && client.getQueryData(queryKey) === undefined) {
        client.setQueryData(queryKey, answer, { updatedAt: 1 })
      }
    }),
    /** Another user is not told of this one's. */
    forgetAtom: atom(null, (get) => get(servicesAtom).storage.removeItem(key)),
  }
}

/** null where it is another user's, or another version of the app wrote it. */
function readAnswer<C extends Call>(text: string | null, user: string | null, call: C): Answer<C> | null {
  if (text === null || user === null) return null
  const read = kept.safeParse(jsonIn(text))
  if (!read.success || read.data.user !== user) return null
  const answer = z.safeParse(call.answer, read.data.answer)
  // The schema is the call's own, so what it yields is the call's answer.
  return answer.success ? (answer.data as Answer<C>) : null
}
