import type { ChatMessageTable, ChatTable } from '../db/plan-tables'
import type { Db } from '../db/schema'

/** The chat that was begun last. */
export async function findLatestChat(db: Db, workspaceId: string): Promise<ChatTable | undefined> {
  return db
    .selectFrom('chats')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findChat(db: Db, workspaceId: string, chatId: string): Promise<ChatTable | undefined> {
  return db
    .selectFrom('chats')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', chatId)
    .executeTakeFirst()
}

/** Call it after `lockWorkspace`: the position is the next one. */
export async function insertChat(db: Db, chat: Omit<ChatTable, 'position'>): Promise<ChatTable> {
  const latest = await findLatestChat(db, chat.workspace_id)
  return db
    .insertInto('chats')
    .values({ ...chat, position: (latest?.position ?? 0) + 1 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Chats that nobody wrote in, up to a position. */
export async function deleteEmptyChats(db: Db, workspaceId: string, upToPosition: number): Promise<void> {
  await db
    .deleteFrom('chats')
    .where('workspace_id', '=', workspaceId)
    .where('position', '<=', upToPosition)
    .where((chat) =>
      chat.not(
        chat.exists(
          chat
            .selectFrom('chat_messages')
            .select('chat_messages.id')
            .whereRef('chat_messages.chat_id', '=', 'chats.id'),
        ),
      ),
    )
    .execute()
}

/** The last of a chat's answered messages, in their order; `askedBy`: of those of one member. */
export async function listAnswered(
  db: Db,
  { id, askedBy }: { readonly id: string; readonly askedBy?: string },
  limit: number,
): Promise<ChatMessageTable[]> {
  const query = db
    .selectFrom('chat_messages')
    .selectAll()
    .where('chat_id', '=', id)
    .where('answer_position', 'is not', null)
  const asked = askedBy === undefined ? query : query.where('asked_by', '=', askedBy)
  const newestFirst = await asked.orderBy('answer_position', 'desc').limit(limit).execute()
  return newestFirst.reverse()
}

export async function insertMessage(
  db: Db,
  message: Pick<ChatMessageTable, 'id' | 'chat_id' | 'workspace_id' | 'message' | 'sent_at' | 'asked_by'>,
): Promise<void> {
  const unanswered = { answer: null, answered_at: null, answer_position: null }
  await db
    .insertInto('chat_messages')
    .values({ ...message, ...unanswered })
    .execute()
}

/** Keeps an answer behind those before it. Call it after `lockWorkspace`. */
export async function answerMessage(
  db: Db,
  { id, chat_id }: Pick<ChatMessageTable, 'id' | 'chat_id'>,
  answer: string,
  nowMs: number,
): Promise<void> {
  const last = await db
    .selectFrom('chat_messages')
    .select((row) => row.fn.max('answer_position').as('position'))
    .where('chat_id', '=', chat_id)
    .executeTakeFirst()
  await db
    .updateTable('chat_messages')
    .set({ answer, answered_at: nowMs, answer_position: Number(last?.position ?? 0) + 1 })
    .where('id', '=', id)
    .execute()
}

/** false: it was answered, or taken back before. */
export async function deleteUnanswered(db: Db, messageId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('chat_messages')
    .where('id', '=', messageId)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows) === 1
}

/** Messages whose answer cannot come any more. */
export async function listUnansweredBefore(db: Db, beforeMs: number): Promise<ChatMessageTable[]> {
  return db
    .selectFrom('chat_messages')
    .selectAll()
    .where('answered_at', 'is', null)
    .where('sent_at', '<', beforeMs)
    .execute()
}
