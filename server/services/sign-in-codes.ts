import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { CODE_LENGTH, CODE_LIFETIME_MS, RESEND_WAIT_MS } from '../../src/contract/limits'
import type { Db, SignInCodeTable } from '../db/schema'
import { codeAlreadySent, codeWrong, mailFailed, tooManyRequests } from '../errors'
import {
  consumeCode,
  deleteOldCodes,
  findCode,
  findCodeMails,
  insertCodeMail,
  replaceCode,
  takeTry,
  withdrawCode,
} from '../repositories/sign-in-codes'
import type { Mail } from './mailer'
import type { Services } from './services'

const HOUR_MS = 3_600_000
const CODES_PER_HOUR = 10

/** Mails a new code; resolves to the time when another may be asked for. */
export async function sendCode(services: Services, email: string): Promise<number> {
  const { db, clock, keys, mailer, log } = services
  const nowMs = clock.now()
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0')
  const id = randomUUID()
  const hash = hashOf(keys.signInCode, id, code)
  await db.transaction().execute((transaction) => storeCode(transaction, email, id, hash, nowMs))
  try {
    await mailer.send(codeMail(email, code))
  } catch (problem) {
    log.error({ problem: nameOf(problem) }, 'a mail with a sign-in code could not be sent')
    await withdrawCode(db, email, id)
    throw mailFailed()
  }
  return nowMs + RESEND_WAIT_MS
}

async function storeCode(db: Db, email: string, id: string, codeHash: string, nowMs: number): Promise<void> {
  await deleteOldCodes(db, nowMs - HOUR_MS)
  const mails = await findCodeMails(db, email, nowMs - HOUR_MS)
  const code = { email, id, code_hash: codeHash, created_at: nowMs, expires_at: nowMs + CODE_LIFETIME_MS }
  const [oldest] = mails
  const isOverLimit = oldest !== undefined && mails.length >= CODES_PER_HOUR
  const isStored = !isOverLimit && (await replaceCode(db, code))
  if (isStored) return insertCodeMail(db, email, id, nowMs)
  if (isOverLimit) throw tooManyRequests(nowMs, oldest + HOUR_MS)
  const last = await findCode(db, email)
  throw codeAlreadySent(nowMs, (last?.created_at ?? nowMs) + RESEND_WAIT_MS)
}

/** Counts the try and finds the code it hits; refuses a wrong, expired, used or missing one alike. */
export async function matchCode(services: Services, email: string, given: string): Promise<SignInCodeTable> {
  // Not inside a transaction: a refusal would take the counted try back.
  const code = await takeTry(services.db, email, services.clock.now())
  if (code === undefined) throw codeWrong()
  const givenHash = Buffer.from(hashOf(services.keys.signInCode, code.id, given))
  if (!timingSafeEqual(givenHash, Buffer.from(code.code_hash))) throw codeWrong()
  return code
}

/** Lets one caller of many pass. */
export async function useUpCode(services: Services, db: Db, code: SignInCodeTable): Promise<void> {
  if (!(await consumeCode(db, code, services.clock.now()))) throw codeWrong()
}

/** Keyed, as a million codes can be tried in a moment by whoever reads the database alone. */
function hashOf(key: Buffer, codeId: string, code: string): string {
  return createHmac('sha256', key).update(`${codeId}\n${code}`).digest('base64url')
}

function codeMail(to: string, code: string): Mail {
  const minutes = CODE_LIFETIME_MS / 60_000
  const text = [
    'Your code to sign in to Nightjar:',
    '',
    code,
    '',
    `It is good for ${minutes} minutes. If you did not ask for it, ignore this mail.`,
    '',
  ]
  return { to, subject: 'Your Nightjar sign-in code', text: text.join('\n') }
}

function nameOf(problem: unknown): string {
  return problem instanceof Error ? `${problem.name}: ${problem.message}` : 'unknown'
}
