import { hashKey, type QueryCache, type QueryKey } from '@tanstack/query-core'
import { atom } from 'jotai/vanilla'
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { extensionsAtom } from '../http/extensions'
import { LINKS_POLL_MS } from '../http/polling'
import { isFirstAttempt, readingOf } from '../http/reads'
import { unwrap } from '../http/request-error'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'
import { isChatLimitReachedAtom } from './chat-count'
import { chatMemoryAtom, nowAtom } from './chat-memory'
import {
  type Conversation,
  type Message,
  openingLines,
  readConversation,
  shownConversation,
  withLinksOf,
} from './conversation'

/** Canned prompts that fill the input (CHAT-08). */
export const quickQuestions = [
  "Show me today's motion events",
  'Who visited today?',
  'Any security alerts?',
  'Show me the last hour of footage',
] as const

/** Sample entries of the Recent Events card (CHAT-09), their times relative, for a provider whose events are not read. */
export const sampleEvents = [
  { type: 'PERSON', title: 'Person at the front door', time: '5 minutes ago' },
  { type: 'MOTION', title: 'Motion in the backyard', time: '1 hour ago' },
  { type: 'ALERT', title: 'Garage camera covered', time: '2 hours ago' },
] as const

export const chatDraftAtom = atom(
  (get) => get(chatMemoryAtom).draft,
  (_get, set, draft: string) => set(chatMemoryAtom, { draft }),
)

export const chatTurnAtom = atom((get) => get(chatMemoryAtom).turn)

const latestKeyAtom = atom((get) => [...get(keysAtom).chats, 'latest'])

/**
 * The latest chat, read when the screen is opened (CHAT-19), and again before the links of its answers end; a failure is
 * reported and not shown (CHAT-25).
 */
export const latestChatQueryAtom = atomWithQuery((get) => ({
  queryKey: get(latestKeyAtom),
  enabled: get(isSignedInAtom),
  refetchInterval: get(extensionsAtom).has('polling') ? LINKS_POLL_MS : false,
  queryFn: async () => readConversation(unwrap(await get(servicesAtom).http.send(calls.chats.latest, {}))),
}))

/** The latest chat once the first attempt at reading it has ended; null where that failed. */
export const latestChatTriedAtom = atom(null, async (get): Promise<Conversation | null> => {
  const client = get(queryClientAtom)
  const queryKey = get(latestKeyAtom)
  await firstAttempt(client.getQueryCache(), queryKey)
  return client.getQueryData<Conversation>(queryKey) ?? null
})

function firstAttempt(cache: QueryCache, queryKey: QueryKey): Promise<void> {
  const isUnderWay = () => {
    const state = cache.get(hashKey(queryKey))?.state
    return state?.status === 'pending' && state.fetchStatus === 'fetching' && state.fetchFailureCount === 0
  }
  return new Promise((resolve) => {
    if (!isUnderWay()) return resolve()
    const unsubscribe = cache.subscribe(() => {
      if (isUnderWay()) return
      unsubscribe()
      resolve()
    })
  })
}

/** Whether the latest chat is still awaited; after a failed attempt the screen does not wait for the next. */
export const isChatLoadingAtom = atom(
  (get) => get(chatMemoryAtom).conversation === null && isFirstAttempt(get(latestChatQueryAtom)),
)

/** Whether the latest chat could not be read, so that an empty conversation would not be the whole truth. */
export const isChatMissingAtom = atom((get) => {
  const query = get(latestChatQueryAtom)
  return readingOf(query) === 'missing' && get(chatMemoryAtom).conversation === null
})

/** The conversation that shows, without its opening line. */
export const conversationAtom = atom((get) => {
  const { conversation, turn } = get(chatMemoryAtom)
  const read = get(latestChatQueryAtom).data ?? null
  // A reading that comes while a message is on its way may hold that message already.
  if (conversation !== null && turn.phase === 'sending') return withLinksOf(conversation, read)
  return shownConversation(conversation, read)
})

/** The greeting or welcome first, then what was said, then what is on its way. */
export const chatMessagesAtom = atom((get): readonly Message[] => {
  const { opening, startedAt, messages } = get(conversationAtom)
  const { turn, openedAt } = get(chatMemoryAtom)
  const at = startedAt ?? messages[0]?.at ?? openedAt
  const onItsWay = turn.phase === 'sending' ? [turn.message] : []
  return [{ from: 'bot', text: openingLines[opening], at }, ...messages, ...onItsWay]
})

/** Whether something was said or begun in this tab: what comes from then on is news, what was loaded is not. */
export const isChatLiveAtom = atom((get) => {
  const { conversation, turn } = get(chatMemoryAtom)
  return conversation !== null || turn.phase !== 'idle'
})

/** Whether a message may go out now, or a chat begin. */
export const mayTalkAtom = atom((get) => !get(isChatLimitReachedAtom) && get(chatMemoryAtom).turn.phase === 'idle')

/** Send: not while the message is blank, no chat remains (CHAT-24) or another answer is awaited. */
export const canSendAtom = atom((get) => get(mayTalkAtom) && get(chatDraftAtom).trim() !== '')

/** For the screen to say that it shows; a provider that had no chats left is asked again. */
export const openChatAtom = atom(null, (get, set) => {
  const { openedAt, count } = get(chatMemoryAtom)
  if (openedAt === null) set(chatMemoryAtom, { openedAt: set(nowAtom) })
  if (count.phase !== 'spent') return
  set(chatMemoryAtom, { count: { phase: 'from-usage', sentAtMs: [] } })
  void get(queryClientAtom).invalidateQueries({ queryKey: get(keysAtom).chats })
})
