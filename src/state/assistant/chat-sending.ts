import { atom } from 'jotai/vanilla'
import { type Failure, isAway } from '../../api/result'
import { calls } from '../../contract/calls'
import { extensionsAtom } from '../http/extensions'
import { myZone } from '../http/my-zone'
import { reportFailure } from '../http/request-error'
import { servicesAtom } from '../services'
import {
  canSendAtom,
  chatDraftAtom,
  conversationAtom,
  isChatLoadingAtom,
  latestChatTriedAtom,
  mayTalkAtom,
} from './chat'
import { chatUsageQueryAtom, countNewChat, countSent } from './chat-count'
import { chatMemoryAtom, idle, nowAtom } from './chat-memory'
import { type Delivery, isOthers, type Message, type UserMessage } from './conversation'

/** A model that looks things up takes its time. */
const ANSWER_TIMEOUT_MS = 120_000

/** A message waits no longer for the id of its chat; then it goes without. */
const CHAT_ID_TIMEOUT_MS = 10_000

/** The status with which a provider says that no chat is left (HUB-01). */
const SPENT_STATUS = 402

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
  const answered = conversation.messages.find(({ from }) => from === 'bot')
  if (conversation.chatId === null && answered !== undefined) {
    // Its id is still on its way, or did not come: with null the question would begin a chat that knows nothing of the answer.
    await set(learnChatIdAtom, answered)
    if (!isMine()) return
    conversation = get(conversationAtom)
  }
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
    if (isSpent(result.failure)) set(chatMemoryAtom, { count: { phase: 'spent', saidAtMs: nowMs() } })
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

/** An answer does not name its chat; the latest chat is now that one. `said` is in the conversation that it is learnt for. */
const learnChatIdAtom = atom(null, async (get, set, said: Message) => {
  const { http, reporter } = get(servicesAtom)
  const result = await http.send(calls.chats.latest, { timeoutMs: CHAT_ID_TIMEOUT_MS })
  if (!result.ok) return reportFailure(reporter, result.failure)
  const { conversation } = get(chatMemoryAtom)
  if (conversation === null || conversation.chatId !== null || !conversation.messages.includes(said)) return
  if (result.value.id === conversation.formerChatId || isOthers(result.value, conversation)) return
  set(chatMemoryAtom, { conversation: { ...conversation, chatId: result.value.id } })
})

/** New Chat: a welcome message, and 4 chats remain of 5 (CHAT-20, CHAT-21). A failure is silent (CHAT-25). */
export const newChatAtom = atom(null, async (get, set) => {
  if (!get(mayTalkAtom)) return
  const { http, reporter, nowMs } = get(servicesAtom)
  const turn = { phase: 'starting' } as const
  set(chatMemoryAtom, { turn })
  const result = await http.send(calls.chats.create, {})
  if (get(chatMemoryAtom).turn !== turn) return
  if (!result.ok) {
    reportFailure(reporter, result.failure)
    set(chatMemoryAtom, {
      turn: idle,
      ...(isSpent(result.failure) && { count: { phase: 'spent', saidAtMs: nowMs() } }),
    })
    return
  }
  const { chatId, formerChatId } = get(conversationAtom)
  set(chatMemoryAtom, {
    turn: idle,
    count: countNewChat(get(chatMemoryAtom).count, get(chatUsageQueryAtom).data),
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
