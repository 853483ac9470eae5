import type { Chat, ChatMessage } from '../../src/contract/chat'
import { isoTime } from '../../src/lib/date-time'
import type { ChatMessageTable, ChatTable } from '../db/plan-tables'

/** An answer with links that can be opened now. */
export type ShowAnswer = (answer: string) => Promise<string>

/** Answers carry the role `bot` (HUB-02). */
export async function presentChat(
  chat: ChatTable,
  messages: readonly ChatMessageTable[],
  showAnswer: ShowAnswer,
): Promise<Chat> {
  const exchanges = await Promise.all(messages.map((message) => presentExchange(message, showAnswer)))
  return { id: chat.id, workspaceId: chat.workspace_id, chatMessages: exchanges.flat() }
}

async function presentExchange(row: ChatMessageTable, showAnswer: ShowAnswer): Promise<ChatMessage[]> {
  const { id, message, sent_at, answer, answered_at } = row
  const answerTime = isoTime(answered_at ?? sent_at)
  return [
    messageOf({ id, role: 'user', message, timestamp: isoTime(sent_at) }),
    messageOf({ id: `${id}-answer`, role: 'bot', message: await showAnswer(answer ?? ''), timestamp: answerTime }),
  ]
}

type Said = Readonly<Record<'id' | 'role' | 'message' | 'timestamp', string>>

/** CHAT-17 has two spellings of each; both are sent. */
function messageOf({ id, role, message, timestamp }: Said): ChatMessage {
  return { id, role, type: role, message, content: message, timestamp }
}
