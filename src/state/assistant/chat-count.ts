import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { isFirstAttempt } from '../http/reads'
import { unwrap } from '../http/request-error'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'
import { type Count, chatMemoryAtom } from './chat-memory'

/** Chats a month that the screen shows where the usage tells no other number (CHAT-10, X-14). */
const CHATS_SHOWN = 5
/** Remaining after New Chat (CHAT-21). */
const CHATS_IN_NEW_CHAT = 4

/** How many chats the provider had counted when it was asked, and how many the plan has; 0: it does not say. */
export interface UsageReading {
  readonly used: number
  readonly total: number
  readonly askedAtMs: number
  /** How long all stored recordings are; where the provider tells it. */
  readonly recordedMs?: number | undefined
}

/** Chats a month: the plan's, where the usage names them. */
export function chatsTotal(reading: UsageReading | undefined): number {
  return atLeast0(reading?.total ?? 0) || CHATS_SHOWN
}

/** Chats that remain, 0 to the total; an unknown usage counts as none used. */
export function chatsRemaining(count: Count, reading: UsageReading | undefined): number {
  if (count.phase === 'spent') return 0
  const total = chatsTotal(reading)
  if (count.phase === 'from-new-chat' && total === CHATS_SHOWN) {
    return atLeast0(CHATS_IN_NEW_CHAT - count.sentAtMs.length)
  }
  // A later reading already holds what was sent before it.
  const since = count.sentAtMs.filter((atMs) => atMs >= (reading?.askedAtMs ?? 0)).length
  return atLeast0(total - atLeast0(reading?.used ?? 0) - since)
}

/** What a new chat leaves: 4 of 5, and nothing else of another number (CHAT-21, X-14). */
export function countNewChat(count: Count, reading: UsageReading | undefined): Count {
  return chatsTotal(reading) === CHATS_SHOWN ? { phase: 'from-new-chat', sentAtMs: [] } : count
}

/** Each sent message takes one. */
export function countSent(count: Count, atMs: number): Count {
  return count.phase === 'spent' ? count : { ...count, sentAtMs: [...count.sentAtMs, atMs] }
}

function atLeast0(number: number): number {
  return Math.max(0, Math.trunc(number))
}

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
    const { aiChats, recordedMs } = unwrap(await http.send(calls.workspaces.usage, {}))
    return { used: aiChats.used, total: aiChats.total, askedAtMs, recordedMs }
  },
}))

/** Chats that remain. */
export const chatsRemainingAtom = atom((get) => chatsRemaining(get(chatMemoryAtom).count, get(chatUsageQueryAtom).data))

/** Chats a month, as the screen shows them. */
export const chatsTotalAtom = atom((get) => chatsTotal(get(chatUsageQueryAtom).data))

/** 'used' of the Usage Stats card. */
export const chatsUsedAtom = atom((get) => get(chatsTotalAtom) - get(chatsRemainingAtom))

/** Whether the count may still jump, since the usage is awaited. */
export const isCountAwaitedAtom = atom(
  (get) => get(chatMemoryAtom).count.phase === 'from-usage' && isFirstAttempt(get(chatUsageQueryAtom)),
)

/** At 0 the input and the buttons are disabled, New Chat too. */
export const isChatLimitReachedAtom = atom((get) => get(chatsRemainingAtom) === 0)
