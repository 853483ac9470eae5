import * as z from 'zod/mini'
import { call } from './call'
import { id, idOrNull, isoTimeOrNull, listOf, textOrEmpty } from './wire'

/** Longest message to the assistant, in characters. */
export const MAX_MESSAGE_LENGTH = 4000

const ZONE_SENTENCE = 'Give the time zone by its IANA name, such as Europe/Paris, or leave it out.'

/** An IANA name; one that the hub does not know yet reads as UTC, which every answer says. Offsets such as +02:00 are none. */
export const timeZone = z
  .string({ error: ZONE_SENTENCE })
  .check(z.maxLength(64, { error: ZONE_SENTENCE }), z.regex(/^[A-Za-z][\w+/-]*$/, { error: ZONE_SENTENCE }))

/** Both spellings of CHAT-17 are read: type or role, content or message. Bot messages carry role `bot` (HUB-02). */
const chatMessage = z.object({
  id: z.catch(z.optional(id), undefined),
  role: z.catch(z.optional(z.string()), undefined),
  type: z.catch(z.optional(z.string()), undefined),
  message: z.catch(z.optional(z.string()), undefined),
  content: z.catch(z.optional(z.string()), undefined),
  timestamp: isoTimeOrNull,
})
export type ChatMessage = z.infer<typeof chatMessage>

const chat = z.object({
  id: idOrNull,
  workspaceId: idOrNull,
  chatMessages: z.catch(listOf(chatMessage), []),
})
export type Chat = z.infer<typeof chat>

export const chatCalls = {
  send: call({
    method: 'POST',
    path: '/ai/chat',
    signedIn: true,
    status: 200,
    body: z.object({
      message: z.string({ error: 'Write a message.' }).check(z.trim(), z.minLength(1), z.maxLength(MAX_MESSAGE_LENGTH)),
      existingChatId: z.nullable(z.string()),
      /** Extension `time-zone`: the zone that times in the message are meant in; UTC where it is left out. */
      timeZone: z.optional(timeZone),
    }),
    answer: z.object({ answer: textOrEmpty }),
  }),
  latest: call({ method: 'GET', path: '/chats/latest', signedIn: true, status: 200, answer: chat }),
  create: call({
    method: 'POST',
    path: '/chats',
    signedIn: true,
    status: 201,
    answer: z.catch(z.nullable(chat), null),
  }),
}
