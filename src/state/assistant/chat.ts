import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { type Failure, isAway } from '../../api/result'
import { calls } from '../../contract/calls'
import { extensionsAtom } from '../http/extensions'
import { myZone } from '../http/my-zone'
import { readingOf } from '../http/reading'
import { reportFailure } from '../http/request-error'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/keys'
import { CHATS_SHOWN, chatsRemaining, countSent } from './chat-count'
import { chatMemoryAtom, idle } from './chat-memory'
import {
  type Delivery,
  type Message,
  openingLines,
  shownConversation,
  type UserMessage,
  withLinksOf,
} from './chat-messages'
import { chatUsageQueryAtom, isFirstAttempt, latestChatQueryAtom, latestChatTriedAtom } from './chat-reads'

/** A model that looks things up takes its time. */
const ANSWER_TIMEOUT_MS = 120_000

/** The status with which a provider says that no chat is left (HUB-01). */
const SPENT_STATUS = 402

/** Canned prompts that fill the input (CHAT-08). */
export const quickQuestions = [
  "Show me today's motion events",
  'Who visited today?',
  'Any security alerts?',
  'Show me the last hour of footage',
] as const

/** Static sample entries of the Recent Events card (CHAT-09), their times relative: no call feeds it. */
export const sampleEvents = [
  { type: 'PERSON', title: 'Person at the front door', time: '5 minutes ago' },
  { type: 'MOTION', title: 'Motion in the backyard', time: '1 hour ago' },
  { type: 'ALERT', title: 'Garage camera covered', time: '2 hours ago' },
] as const

/** Fixed (CHAT-11, X-77). */
export const VIDEO_ANALYSIS_HOURS = 3

export const chatDraftAtom = atom(
  (get) => get(chatMemoryAtom).draft,
  (_get, set, draft: string) => set(chatMemoryAtom, { draft }),
)

export const chatTurnAtom = atom((get) => get(chatMemoryAtom).turn)

/** Whether the latest chat is still awaited; after a failed attempt the screen does not wait for the next. */
export const isChatLoadingAtom = atom(
  (get) => get(chatMemoryAtom).conversation === null && isFirstAttempt(get(latestChatQueryAtom)),
)

/** Whether the latest chat could not be read, so that an empty conversation would not be the whole truth. */
export const isChatMissingAtom = atom((get) => {
  const query = get(latestChatQueryAtom)
  return readingOf(query) === 'missing' && get(chatMemoryAtom).conversation === null
})

const conversationAtom = atom((get) => {
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

/** Chats that remain. */
export const chatsRemainingAtom = atom((get) => chatsRemaining(get(chatMemoryAtom).count, get(chatUsageQueryAtom).data))

/** 'used' of the Usage Stats card. */
export const chatsUsedAtom = atom((get) => CHATS_SHOWN - get(chatsRemainingAtom))

/** Whether the count may still jump, since the usage is awaited. */
export const isCountAwaitedAtom = atom(
  (get) => get(chatMemoryAtom).count.phase === 'from-usage' && isFirstAttempt(get(chatUsageQueryAtom)),
)

/** At 0 the input and the buttons are disabled, New Chat too. */
export const isChatLimitReachedAtom = atom((get) => get(chatsRemainingAtom) === 0)

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

const nowAtom = atom(null, (get) => new Date(get(servicesAtom).nowMs()).toISOString())

/** Sends what is typed. */
export const sendDraftAtom = atom(null, async (get, set) => {
  const text = get(chatDraftAtom).trim()
  if (!get(canSendAtom)) return
  set(chatMemoryAtom, { draft: '' })
  await set(sendAtom, text)
})

/** Try Again: the message that was not sent goes to the end and is sent anew. */
export const resendChatMessageAtom = atom(null, async (get, set, unsent: UserMessage) => {
  const { conversation } = get(chatMemoryAtom)
  if (!get(mayTalkAtom) || !conversation?.messages.includes(unsent)) return
  const messages = conversation.messages.filter((message) => message !== unsent)
  set(chatMemoryAtom, { conversation: { ...conversation, messages } })
  await set(sendAtom, unsent.text)
})

const sendAtom = atom(null, async (get, set, text: string) => {
  const { http, reporter, nowMs } = get(servicesAtom)
  const message: UserMessage = { from: 'user', text, at: set(nowAtom), delivery: 'sent' }
  const turn = { phase: 'sending', message } as const
  // Somebody else may be signed in after each wait: what belongs to the one before is dropped.
  const isMine = () => get(chatMemoryAtom).turn === turn
  let conversation = get(conversationAtom)
  if (get(isChatLoadingAtom)) {
    // The message belongs to the latest chat, so that must be known first.
    set(chatMemoryAtom, { turn })
    conversation = (await set(latestChatTriedAtom)) ?? conversation
    if (!isMine()) return
  }
  set(chatMemoryAtom, { turn, conversation })
  // Taken before: the hub counts a message before it answers, and a usage read meanwhile holds it already.
  const sentAtMs = nowMs()
  const result = await http.send(calls.chats.send, {
    body: {
      message: text,
      existingChatId: conversation.chatId,
      ...(get(extensionsAtom).has('time-zone') && myZone()),
    },
    timeoutMs: ANSWER_TIMEOUT_MS,
  })
  if (!isMine()) return
  const say = (...said: Message[]) =>
    set(chatMemoryAtom, {
      turn: idle,
      conversation: { ...conversation, messages: [...conversation.messages, ...said] },
    })
  if (!result.ok) {
    reportFailure(reporter, result.failure)
    say({ ...message, delivery: deliveryOf(result.failure) })
    if (isSpent(result.failure)) set(chatMemoryAtom, { count: { phase: 'spent' } })
    return
  }
  set(chatMemoryAtom, { count: countSent(get(chatMemoryAtom).count, sentAtMs) })
  const answer = result.value.answer.trim()
  if (answer === '') {
    reporter.report('The assistant answered without a text.')
    say({ ...message, delivery: 'no-answer' })
    return
  }
  say(message, { from: 'bot', text: answer, at: set(nowAtom) })
  if (conversation.chatId === null) await set(learnChatIdAtom, message)
})

/** The answer to a first message does not name its chat; the latest chat is now that one. */
const learnChatIdAtom = atom(null, async (get, set, first: UserMessage) => {
  const { http, reporter } = get(servicesAtom)
  const result = await http.send(calls.chats.latest, {})
  if (!result.ok) return reportFailure(reporter, result.failure)
  const { conversation } = get(chatMemoryAtom)
  if (conversation === null || conversation.chatId !== null || !conversation.messages.includes(first)) return
  if (result.value.id === conversation.formerChatId) return
  set(chatMemoryAtom, { conversation: { ...conversation, chatId: result.value.id } })
})

/** New Chat: a welcome message, and 4 chats remain (CHAT-20, CHAT-21). A failure is silent (CHAT-25). */
export const newChatAtom = atom(null, async (get, set) => {
  if (!get(mayTalkAtom)) return
  const { http, reporter } = get(servicesAtom)
  const turn = { phase: 'starting' } as const
  set(chatMemoryAtom, { turn })
  const result = await http.send(calls.chats.create, {})
  if (get(chatMemoryAtom).turn !== turn) return
  if (!result.ok) {
    reportFailure(reporter, result.failure)
    set(chatMemoryAtom, { turn: idle, ...(isSpent(result.failure) && { count: { phase: 'spent' } }) })
    return
  }
  const { chatId, formerChatId } = get(conversationAtom)
  set(chatMemoryAtom, {
    turn: idle,
    count: { phase: 'from-new-chat', sent: 0 },
    conversation: {
      chatId: result.value?.id ?? null,
      formerChatId: chatId ?? formerChatId,
      opening: 'welcome',
      startedAt: set(nowAtom),
      messages: [],
    },
  })
})

function deliveryOf(failure: Failure): Exclude<Delivery, 'sent'> {
  return isAway(failure) ? 'no-connection' : 'no-answer'
}

function isSpent(failure: Failure): boolean {
  return failure.kind === 'http' && failure.status === SPENT_STATUS
}
