import { hashKey, type QueryCache, type QueryKey } from '@tanstack/query-core'
import { atom } from 'jotai/vanilla'
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { extensionsAtom } from '../http/extensions'
import { LINKS_POLL_MS } from '../http/links-poll'
import { readingOf } from '../http/reading'
import { unwrap } from '../http/request-error'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/keys'
import { isSignedInAtom } from '../sign-in/session'
import type { UsageReading } from './chat-count'
import { type Conversation, readConversation } from './chat-messages'

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

/** Usage is not asked for again more often than this: here it is counted along. */
const USAGE_FRESH_MS = 5 * 60_000

/** Read apart from the usage of the other screens: the count needs to know when it was asked for. */
export const chatUsageQueryAtom = atomWithQuery((get) => ({
  queryKey: [...get(keysAtom).chats, 'used'],
  enabled: get(isSignedInAtom),
  staleTime: USAGE_FRESH_MS,
  queryFn: async (): Promise<UsageReading> => {
    const { http, nowMs } = get(servicesAtom)
    const askedAtMs = nowMs()
    const { aiChats } = unwrap(await http.send(calls.workspaces.usage, {}))
    return { used: aiChats.used, askedAtMs }
  },
}))

/** Whether the first attempt is under way: later ones go on unseen. */
export function isFirstAttempt(query: Parameters<typeof readingOf>[0] & { readonly failureCount: number }): boolean {
  return readingOf(query) === 'awaited' && query.failureCount === 0
}

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
