import type { Chat, ChatMessage } from '../../contract/chat'
import { placesIn } from './places'

/** Whether the hub has a message, and why it has not. */
export type Delivery = 'sent' | 'no-connection' | 'no-answer'

/** One bubble. `at` is an ISO time; null where the provider left it out. */
export type Message =
  | { readonly from: 'bot'; readonly text: string; readonly at: string | null }
  | { readonly from: 'user'; readonly text: string; readonly at: string | null; readonly delivery: Delivery }

export type UserMessage = Extract<Message, { from: 'user' }>

/** The assistant's first words: wording is ours. */
export const openingLines = {
  greeting: 'Hello! I am your security assistant. Ask me about your cameras, your events and your recordings.',
  welcome: 'Welcome to a new chat. What would you like to know about your security footage?',
} as const

export interface Conversation {
  /** null until it is known. */
  readonly chatId: string | null
  /** The chat that New Chat left behind: whatever still names it does not name this one. */
  readonly formerChatId: string | null
  readonly opening: keyof typeof openingLines
  /** ISO time of the opening line. */
  readonly startedAt: string | null
  readonly messages: readonly Message[]
}

const emptyConversation: Conversation = {
  chatId: null,
  formerChatId: null,
  opening: 'greeting',
  startedAt: null,
  messages: [],
}

/** A stored message in either spelling (CHAT-17); whoever is no user is the assistant. null for one without text. */
function readMessage(row: ChatMessage): Message | null {
  const text = row.content?.trim() || row.message?.trim() || ''
  if (text === '') return null
  const isUser = (row.role ?? row.type)?.toLowerCase() === 'user'
  return isUser ? { from: 'user', text, at: row.timestamp, delivery: 'sent' } : { from: 'bot', text, at: row.timestamp }
}

export function readConversation(chat: Chat): Conversation {
  const messages = chat.chatMessages.map(readMessage).filter((message) => message !== null)
  return { ...emptyConversation, chatId: chat.id, messages }
}

/** Whether a chat holds questions, and none of this conversation: another member's, which is the latest by now. */
export function isOthers(chat: Chat, said: Conversation): boolean {
  const asked = readConversation(chat).messages.filter(({ from }) => from === 'user')
  return asked.length > 0 && !asked.some(({ text }) => said.messages.some((message) => message.text === text))
}

/**
 * The conversation that shows. What was said here stands, since not every provider stores it at once; the provider's
 * own account of the same chat takes its place when it holds as much, and till then gives its links, which end.
 */
export function shownConversation(said: Conversation | null, read: Conversation | null): Conversation {
  if (said === null) return read ?? emptyConversation
  if (read === null || !isSameChat(said, read)) return said
  const isReplaced = said.messages.every(isDelivered) && read.messages.length >= said.messages.length
  return isReplaced ? { ...said, messages: read.messages } : withLinksOf(said, read)
}

/** What was said, with the links that the provider's account of the same chat gives the same answers. */
export function withLinksOf(said: Conversation, read: Conversation | null): Conversation {
  if (read === null || !isSameChat(said, read)) return said
  const places = placesIn(read.messages.map(keyOf), said.messages.map(keyOf))
  const messages = said.messages.map((message, index) => {
    const place = places[index] ?? null
    return place === null ? message : { ...message, text: read.messages[place]?.text ?? message.text }
  })
  return { ...said, messages }
}

/** The same for a message with other links. */
function keyOf({ from, text }: Message): string {
  return `${from} ${wordsOf(text)}`
}

function isSameChat(said: Conversation, read: Conversation): boolean {
  return read.chatId !== null && read.chatId === said.chatId
}

function isDelivered(message: Message): boolean {
  return message.from === 'bot' || message.delivery === 'sent'
}

/** What a reader sees of a text: links without their addresses. */
function wordsOf(text: string): string {
  return splitLinks(text)
    .map((stretch) => stretch.text)
    .join('')
}

/** A stretch of an answer: text, or a link that is safe to follow. */
type Stretch =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** [text](url); the address may hold pairs of brackets. */
const writtenLink = /\[([^[\]]+)\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)/g

/**
 * Finds the links written as [text](url) in an answer (CHAT-14). Answers are untrusted: only http, https and relative
 * addresses become links, all else stays the text it is.
 */
export function splitLinks(answer: string): readonly Stretch[] {
  const stretches: Stretch[] = []
  let end = 0
  for (const match of answer.matchAll(writtenLink)) {
    const [written, text = '', href = ''] = match
    if (text.trim() === '' || !isSafe(href)) continue
    if (match.index > end) stretches.push({ kind: 'text', text: answer.slice(end, match.index) })
    stretches.push({ kind: 'link', text, href })
    end = match.index + written.length
  }
  if (end < answer.length) stretches.push({ kind: 'text', text: answer.slice(end) })
  return stretches
}

/** Judged with the browser's own parser, which is what will follow the link: it sees through tabs and odd spellings. */
function isSafe(href: string): boolean {
  const base = 'https://relative.invalid/'
  return URL.canParse(href, base) && ['http:', 'https:'].includes(new URL(href, base).protocol)
}
