/** Chats a month that the screen shows, whatever the plan (CHAT-10, X-14). */
export const CHATS_SHOWN = 5
/** Remaining after New Chat (CHAT-21). */
const CHATS_IN_NEW_CHAT = 4

/** What the remaining chats are counted from. Times are those at which an answered message was sent. */
export type Count =
  /** 5 less those used when the screen was opened, less those sent since. */
  | { readonly phase: 'from-usage'; readonly sentAtMs: readonly number[] }
  /** 4 less those sent since New Chat. */
  | { readonly phase: 'from-new-chat'; readonly sent: number }
  /** The provider said that none is left. */
  | { readonly phase: 'spent' }

/** How many chats the provider had counted when it was asked. */
export interface UsageReading {
  readonly used: number
  readonly askedAtMs: number
}

/** Chats that remain, 0 to 5; an unknown usage counts as none used. */
export function chatsRemaining(count: Count, reading: UsageReading | undefined): number {
  switch (count.phase) {
    case 'from-usage': {
      // A later reading already holds what was sent before it.
      const since = count.sentAtMs.filter((atMs) => atMs >= (reading?.askedAtMs ?? 0)).length
      return atLeast0(CHATS_SHOWN - atLeast0(reading?.used ?? 0) - since)
    }
    case 'from-new-chat':
      return atLeast0(CHATS_IN_NEW_CHAT - count.sent)
    case 'spent':
      return 0
  }
}

/** Each sent message takes one. */
export function countSent(count: Count, atMs: number): Count {
  switch (count.phase) {
    case 'from-usage':
      return { ...count, sentAtMs: [...count.sentAtMs, atMs] }
    case 'from-new-chat':
      return { ...count, sent: count.sent + 1 }
    case 'spent':
      return count
  }
}

function atLeast0(number: number): number {
  return Math.max(0, Math.trunc(number))
}
