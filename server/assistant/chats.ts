import { randomUUID } from 'node:crypto'
import type { Tier } from '../../src/contract/plans'
import { HOUR_MS, MINUTE_MS } from '../../src/lib/durations'
import { requireChatLeft } from '../billing/plan-rules'
import { addMonthlyUsage, findMonthlyUsage } from '../billing/usage-rows'
import type { Ground } from '../db/ground'
import type { ChatTable } from '../db/plan-tables'
import type { Db } from '../db/schema'
import { eachWorkspace } from '../lib/each-workspace'
import { assistantUnavailable, notFound } from '../lib/errors'
import type { Job } from '../lib/job'
import { monthOf } from '../lib/month'
import { lockWorkspace } from '../members/people-rows'
import {
  answerMessage,
  deleteEmptyChats,
  deleteUnanswered,
  findChat,
  insertChat,
  insertMessage,
  listAnswered,
  listUnansweredBefore,
} from './chat-rows'
import type { AssistantServices } from './services'

/** The app waits for two minutes. */
const ANSWER_LIMIT_MS = 90_000
/** A hub that ended while it answered gave nothing back. */
const LOST_AFTER_MS = 10 * MINUTE_MS
/** Chats that were begun and never written in. */
const EMPTY_CHATS_KEPT = 20
/** What the assistant is reminded of. */
const HISTORY = 10

const LOST_MESSAGE_JOB = 'lost-messages'

export interface ChatMessageToSend {
  readonly workspaceId: string
  /** A member; of a program, whoever made its token. */
  readonly askedBy: string
  readonly isProgram: boolean
  readonly text: string
  /** null: a chat is begun. */
  readonly chatId: string | null
  /** Of the user; see Question. */
  readonly timeZone: string
}

type ChatServices = Pick<AssistantServices, 'db' | 'clock' | 'log' | 'assistant'>

export async function beginChat({ db, clock }: ChatServices, workspaceId: string): Promise<ChatTable> {
  return db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, workspaceId)
    const chat = await insertNewChat(transaction, workspaceId, clock.now())
    await deleteEmptyChats(transaction, workspaceId, chat.position - EMPTY_CHATS_KEPT)
    return chat
  })
}

/**
 * Asks the assistant; the message is kept with its answer. It takes one of the month's chats before the answer is looked
 * for, so that many at once cannot pass the limit, and gives it back where no answer comes.
 */
export async function sendMessage(services: ChatServices, message: ChatMessageToSend): Promise<string> {
  const { db, clock, log } = services
  const taken = await db.transaction().execute((transaction) => takeChat(transaction, message, clock.now()))
  try {
    const answer = await ask(services, message, taken)
    await db.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, message.workspaceId)
      await answerMessage(transaction, taken, answer, clock.now())
    })
    return answer
  } catch (problem) {
    log.error({ problem: String(problem) }, 'the assistant gave no answer')
    await giveBack(db, taken)
    throw assistantUnavailable()
  }
}

/** A message on its way. */
interface TakenChat {
  readonly id: string
  readonly chat_id: string
  readonly workspace_id: string
  readonly sent_at: number
  readonly tier: Tier
}

async function takeChat(
  db: Db,
  { workspaceId, askedBy, text, chatId }: ChatMessageToSend,
  nowMs: number,
): Promise<TakenChat> {
  const { tier } = await lockWorkspace(db, workspaceId)
  const chat = chatId === null ? null : await findChat(db, workspaceId, chatId)
  if (chat === undefined) throw notFound('chat')
  const month = monthOf(nowMs)
  requireChatLeft(tier, (await findMonthlyUsage(db, workspaceId, month.fromMs)).chats)
  await addMonthlyUsage(db, workspaceId, month.fromMs, { recordedBytes: 0, chats: 1 })
  const { id } = chat ?? (await insertNewChat(db, workspaceId, nowMs))
  const taken = { id: randomUUID(), chat_id: id, workspace_id: workspaceId, sent_at: nowMs }
  await insertMessage(db, { ...taken, message: text, asked_by: askedBy })
  return { ...taken, tier }
}

async function ask({ db, assistant }: ChatServices, message: ChatMessageToSend, taken: TakenChat): Promise<string> {
  const { workspaceId, askedBy, isProgram, text, timeZone } = message
  // Others ask in the same chat, and a screen does not show at once what they asked.
  const answered = await listAnswered(db, { id: taken.chat_id, askedBy }, HISTORY)
  const history = answered.map(({ message: said, answer }) => ({ message: said, answer: answer ?? '' }))
  const question = { workspaceId, tier: taken.tier, isProgram, text, timeZone, history }
  return answerInTime((signal) => assistant.answer(question, signal))
}

/** An assistant that does not heed the signal is not waited for either. */
async function answerInTime(answer: (signal: AbortSignal) => Promise<string>): Promise<string> {
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS)
  const tooLate = new Promise<never>((_resolve, reject) => {
    limit.addEventListener('abort', () => reject(new Error('no answer came in time')), { once: true })
  })
  return Promise.race([answer(limit), tooLate])
}

async function giveBack(db: Db, taken: Pick<TakenChat, 'id' | 'workspace_id' | 'sent_at'>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, taken.workspace_id)
    if (!(await deleteUnanswered(transaction, taken.id))) return
    const month = monthOf(taken.sent_at)
    await addMonthlyUsage(transaction, taken.workspace_id, month.fromMs, { recordedBytes: 0, chats: -1 })
  })
}

/** Gives back what a hub took for an answer that it did not live to give. */
export function lostMessageJob(services: Pick<Ground, 'db' | 'clock' | 'log'>): Job {
  const { db, clock } = services
  return {
    name: LOST_MESSAGE_JOB,
    everyMs: HOUR_MS,
    async run() {
      const lost = await listUnansweredBefore(db, clock.now() - LOST_AFTER_MS)
      await eachWorkspace(
        services,
        lost,
        (message) => message.workspace_id,
        (message) => giveBack(db, message),
      )
    },
  }
}

async function insertNewChat(db: Db, workspaceId: string, nowMs: number): Promise<ChatTable> {
  return insertChat(db, { id: randomUUID(), workspace_id: workspaceId, created_at: nowMs })
}
