import { chatCalls } from '../../src/contract/chat'
import type { Handler, Input, Route } from '../http/contract'
import { zoneOf } from '../lib/zone'
import { withoutAddresses } from '../members/hidden-addresses'
import { mediaUrls } from '../storage/media-urls'
import { presentChat, type ShowAnswer } from './chat-presenter'
import { findLatestChat, listAnswered } from './chat-rows'
import { beginChat, sendMessage } from './chats'
import { withOpenLinks } from './clip-links'
import type { AssistantServices } from './services'

/** Messages of a chat that the screen gets; each has its answer. */
const SHOWN_MESSAGES = 100

export function chatRoutes(route: Route<AssistantServices>): void {
  route(chatCalls.send, send)
  route(chatCalls.latest, latestChat)
  route(chatCalls.create, createChat)
}

const send: Handler<typeof chatCalls.send, AssistantServices> = async (services, input) => {
  const { member, body } = input
  const { workspaceId, userId: askedBy } = member
  const isProgram = member.sessionId === null
  const { message: text, existingChatId: chatId, timeZone } = body
  const message = { workspaceId, askedBy, isProgram, text, chatId, timeZone: zoneOf(timeZone) }
  const answer = await sendMessage(services, message)
  return { answer: await showing(services, input)(answer) }
}

/** A workspace that never chatted has a chat without an id. */
const latestChat: Handler<typeof chatCalls.latest, AssistantServices> = async (services, input) => {
  const { workspaceId } = input.member
  const chat = await findLatestChat(services.db, workspaceId)
  if (chat === undefined) return { id: null, workspaceId, chatMessages: [] }
  return presentChat(chat, await listAnswered(services.db, chat, SHOWN_MESSAGES), showing(services, input))
}

const createChat: Handler<typeof chatCalls.create, AssistantServices> = async (services, input) =>
  presentChat(await beginChat(services, input.member.workspaceId), [], showing(services, input))

type Asking = Pick<Input<typeof chatCalls.latest>, 'member' | 'request'>

function showing(services: AssistantServices, { member, request }: Asking): ShowAnswer {
  const urlOf = mediaUrls(services, request)
  const shown = member.sessionId === null ? withoutAddresses : (answer: string) => answer
  return (answer) => withOpenLinks(services.db, member.workspaceId, shown(answer), urlOf)
}
