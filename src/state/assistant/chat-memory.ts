import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services'
import { userAtom } from '../sign-in/session'
import type { Conversation, UserMessage } from './conversation'

/** What the chat is busy with: one thing at a time. */
export type Turn =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending'; readonly message: UserMessage }
  | { readonly phase: 'starting' }

export const idle: Turn = { phase: 'idle' }

/** What the remaining chats are counted from. Times are those at which an answered message was sent. */
export type Count =
  /** 5, or the plan's number, less those used when the screen was opened, less those sent since. */
  | { readonly phase: 'from-usage'; readonly sentAtMs: readonly number[] }
  /** 4 less those sent since New Chat; only where 5 are shown. */
  | { readonly phase: 'from-new-chat'; readonly sentAtMs: readonly number[] }
  /** The provider said then that none is left; a later reading of the usage may say that there are some again. */
  | { readonly phase: 'spent'; readonly saidAtMs: number }

export interface ChatMemory {
  readonly draft: string
  /** What was said here; null while nothing was: then the loaded chat shows as it is. */
  readonly conversation: Conversation | null
  readonly turn: Turn
  readonly count: Count
  /** ISO time at which the screen was first shown: the default greeting's. */
  readonly openedAt: string | null
}

const blank: ChatMemory = {
  draft: '',
  conversation: null,
  turn: idle,
  count: { phase: 'from-usage', sentAtMs: [] },
  openedAt: null,
}

const heldAtom = atom<{ readonly owner: string | null; readonly memory: ChatMemory } | null>(null)

const memoryAtom = atom((get): ChatMemory => {
  const held = get(heldAtom)
  return held !== null && held.owner === get(userAtom) ? held.memory : blank
})

/** What this tab remembers of the chat. It belongs to whoever is signed in: the next user begins with a blank one. */
export const chatMemoryAtom = atom(
  (get) => get(memoryAtom),
  (get, set, change: Partial<ChatMemory>) =>
    set(heldAtom, { owner: get(userAtom), memory: { ...get(memoryAtom), ...change } }),
)

/** This moment, as messages tell it. */
export const nowAtom = atom(null, (get) => new Date(get(servicesAtom).nowMs()).toISOString())

/**
 * Ends the turn of whoever leaves: nobody hears of its outcome any more. What was on its way may be sent again when they
 * are back.
 */
export const leaveChatAtom = atom(null, (get, set) => {
  const held = get(heldAtom)
  if (held === null || held.memory.turn.phase === 'idle') return
  set(heldAtom, { ...held, memory: { ...held.memory, ...withoutTurn(held.memory) } })
})

function withoutTurn({ turn, conversation, draft }: ChatMemory): Partial<ChatMemory> {
  if (turn.phase !== 'sending') return { turn: idle }
  const { message } = turn
  // Where the latest chat was still awaited, there is nothing yet that the message could stand in.
  if (conversation === null) return { turn: idle, draft: draft === '' ? message.text : draft }
  const unsent: UserMessage = { ...message, delivery: 'no-answer' }
  return { turn: idle, conversation: { ...conversation, messages: [...conversation.messages, unsent] } }
}
