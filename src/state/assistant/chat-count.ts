import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { MINUTE_MS } from '../../lib/durations'
import { extensionsAtom } from '../http/extensions'
import { WORKSPACE_POLL_MS } from '../http/polling'
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
  if (count.phase === 'spent') return remainingSince(count.saidAtMs, reading)
  const total = chatsTotal(reading)
  if (count.phase === 'from-new-chat' && total === CHATS_SHOWN) {
    const left = CHATS_IN_NEW_CHAT - count.sentAtMs.length
    return left > 0 ? left : remainingSince(count.sentAtMs.at(-1) ?? 0, reading)
  }
  // A later reading already holds what was sent before it.
  const since = count.sentAtMs.filter((atMs) => atMs >= (reading?.askedAtMs ?? 0)).length
  return atLeast0(total - atLeast0(reading?.used ?? 0) - since)
}

/** Where none was left then, only a later reading that says how many there are knows of others (CHAT-12). */
function remainingSince(spentAtMs: number, reading: UsageReading | undefined): number {
  if (reading === undefined || reading.askedAtMs <= spentAtMs || reading.total <= 0) return 0
  return atLeast0(reading.total - atLeast0(reading.used))
}

/** What a new chat leaves: 4 of 5, and nothing else of another number (CHAT-21, X-14). */
export function countNewChat(count: Count, reading: UsageReading | undefined): Count {
  return chatsTotal(reading) === CHATS_SHOWN ? { phase: 'from-new-chat', sentAtMs: [] } : count
}

/** Each sent message takes one; that it was answered shows that there were some again. */
export function countSent(count: Count, atMs: number): Count {
  if (count.phase === 'spent') return { phase: 'from-usage', sentAtMs: [atMs] }
  const sentAtMs = [...count.sentAtMs, atMs]
  if (sentAtMs.length > CHATS_IN_NEW_CHAT) return { phase: 'from-usage', sentAtMs }
  return { ...count, sentAtMs }
}

function atLeast0(number: number): number {
  return Math.max(0, Math.trunc(number))
}

/** Usage is not asked for again more often than this: here it is counted along. */
const USAGE_FRESH_MS = 5 * MINUTE_MS

const countAtom = atom((get) => get(chatMemoryAtom).count)

/** Read apart from the usage of the other screens: the count needs to know when it was asked for. */
export const chatUsageQueryAtom = atomWithQuery<UsageReading>((get) => {
  const count = get(countAtom)
  const isPolling = get(extensionsAtom).has('polling')
  return {
    queryKey: [...get(keysAtom).chats, 'used'],
    enabled: get(isSignedInAtom),
    staleTime: USAGE_FRESH_MS,
    // Where none is left nobody sends anything: a new month, or a higher plan, is heard of by this alone.
    refetchInterval: ({ state }) => (isPolling && chatsRemaining(count, state.data) === 0 ? WORKSPACE_POLL_MS : false),
    queryFn: async () => {
      const { http, nowMs } = get(servicesAtom)
      const askedAtMs = nowMs()
      const { aiChats, recordedMs } = unwrap(await http.send(calls.workspaces.usage, {}))
      return { used: aiChats.used, total: aiChats.total, askedAtMs, recordedMs }
    },
  }
})

/** Chats that remain. */
export const chatsRemainingAtom = atom((get) => chatsRemaining(get(countAtom), get(chatUsageQueryAtom).data))

/** Chats a month, as the screen shows them. */
export const chatsTotalAtom = atom((get) => chatsTotal(get(chatUsageQueryAtom).data))

/** 'used' of the Usage Stats card. */
export const chatsUsedAtom = atom((get) => get(chatsTotalAtom) - get(chatsRemainingAtom))

/** Whether the count may still jump, since the usage is awaited. */
export const isCountAwaitedAtom = atom(
  (get) => get(countAtom).phase === 'from-usage' && isFirstAttempt(get(chatUsageQueryAtom)),
)

/** At 0 the input and the buttons are disabled, New Chat too. */
export const isChatLimitReachedAtom = atom((get) => get(chatsRemainingAtom) === 0)
