import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { CODE_LENGTH, CODE_LIFETIME_MS, CODE_MAX_TRIES, RESEND_WAIT_MS } from '../../src/contract/limits'
import { planLimits } from '../../src/contract/plans'
import { MINUTE_MS } from '../../src/lib/durations'
import type { Db, SignInCodeTable } from '../db/schema'
import { codeAlreadySent, codeWrong, mailFailed, tooManyRequests } from '../lib/errors'
import { type Mail, sendToWaiting } from '../lib/mailer'
import { findInviters, INVITATION_LIFETIME_MS, type Inviter } from '../members/member-rows'
import { networkOf } from './network-of'
import type { SignInServices } from './services'
import {
  type Asker,
  consumeCode,
  findCode,
  insertCodeMail,
  noteKnownClient,
  replaceCode,
  takeForeignTry,
  takeTry,
  withdrawCode,
} from './sign-in-code-rows'
import { takeCode, takeGuess } from './sign-in-limits'
import { isWithheld, withheldMail } from './terminal-codes'

/**
 * Mails a new code; resolves to the time when another may be asked for. Each client has a code, a wait and a limit of
 * its own for an address, so that whoever asks for another's codes does not keep the owner from theirs.
 */
export async function sendCode(services: SignInServices, asker: Asker): Promise<number> {
  const { db, clock, keys } = services
  const nowMs = clock.now()
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0')
  const id = randomUUID()
  const row = { ...asker, id, code_hash: hashOf(keys.signInCode, id, code), created_at: nowMs }
  const { earlier, giveBack, mail } = await db.transaction().execute(async (transaction) => {
    const stored = await storeCode(services, transaction, row)
    // In here: a code whose mail cannot be written must not stand as one that is on its way.
    return { ...stored, mail: await mailFor({ ...services, db: transaction }, asker.email, code, nowMs) }
  })
  try {
    await sendToWaiting(services, mail, async () => {
      await withdrawCode(db, id, earlier)
      await giveBack(db)
    })
  } catch (problem) {
    throw mailFailed(problem)
  }
  return nowMs + RESEND_WAIT_MS
}

type NewCode = Asker & Pick<SignInCodeTable, 'id' | 'code_hash' | 'created_at'>

interface StoredCode {
  /** The code that it took the place of. */
  readonly earlier: SignInCodeTable | undefined
  /** It counts no more. */
  readonly giveBack: (db: Db) => Promise<void>
}

async function storeCode(services: SignInServices, db: Db, code: NewCode): Promise<StoredCode> {
  const nowMs = code.created_at
  const giveBack = await takeCode(db, services, code, nowMs)
  const last = await findCode(db, code)
  if (await replaceCode(db, { ...code, expires_at: nowMs + CODE_LIFETIME_MS })) {
    await insertCodeMail(db, { id: code.id, email: code.email, client: code.client, sent_at: nowMs })
    return { earlier: last, giveBack }
  }
  const retryAtMs = (last?.created_at ?? nowMs) + RESEND_WAIT_MS
  // One that cannot be tried any more is no code that is on its way.
  const isUsedUp = last !== undefined && last.tries >= CODE_MAX_TRIES
  throw isUsedUp ? tooManyRequests(nowMs, retryAtMs) : codeAlreadySent(nowMs, retryAtMs)
}

/**
 * Counts the try and finds the code it hits; refuses a wrong, expired, used or missing one alike. The client that asked
 * for a code has five tries, all others together five more: nobody can use up the tries of the client that asked.
 */
export async function matchCode(services: SignInServices, asker: Asker, given: string): Promise<SignInCodeTable> {
  const guess = await takeGuess(services, asker)
  const hit = await findHit(services, asker, given)
  if (hit === undefined) throw codeWrong()
  await guess.wasRight()
  return hit
}

async function findHit(services: SignInServices, asker: Asker, given: string): Promise<SignInCodeTable | undefined> {
  const { db, clock } = services
  // Not inside a transaction: a refusal would take the counted try back.
  const own = await takeTry(db, asker, clock.now())
  // The hash of none is compared too, so that the time of an answer does not tell whether there is a code.
  const isOwn = isHit(services, own, given)
  if (own !== undefined && isOwn) return own
  const others = await takeForeignTry(db, asker, clock.now())
  return others.find((code) => isHit(services, code, given))
}

/** Lets one caller of many pass, and remembers where the address has signed in from. */
export async function useUpCode(services: SignInServices, db: Db, code: SignInCodeTable, asker: Asker): Promise<void> {
  const nowMs = services.clock.now()
  if (!(await consumeCode(db, code.id, nowMs))) throw codeWrong()
  await noteKnownClient(db, asker, nowMs)
}

/** A client's network address as the tables hold it: hashed, and of IPv6 the half that belongs to one household. */
export function clientOf({ keys }: Pick<SignInServices, 'keys'>, address: string): string {
  return createHmac('sha256', keys.signInCode)
    .update(`client\n${networkOf(address)}`)
    .digest('base64url')
}

function isHit({ keys }: SignInServices, code: SignInCodeTable | undefined, given: string): boolean {
  const expected = Buffer.from(code?.code_hash ?? hashOf(keys.signInCode, '', ''))
  const isSame = timingSafeEqual(Buffer.from(hashOf(keys.signInCode, code?.id ?? '', given)), expected)
  return isSame && code !== undefined
}

/** Keyed, as a million codes can be tried in a moment by whoever reads the database alone. */
function hashOf(key: Buffer, codeId: string, code: string): string {
  return createHmac('sha256', key).update(`${codeId}\n${code}`).digest('base64url')
}

async function mailFor(services: SignInServices, email: string, code: string, nowMs: number): Promise<Mail> {
  if (await isWithheld(services, email)) return withheldMail(email)
  return codeMail(email, code, await findInviters(services.db, email, nowMs - INVITATION_LIFETIME_MS))
}

/** Who was invited is told where the sign-in leads, so that nobody joins a workspace unawares. */
function codeMail(to: string, code: string, inviters: readonly Inviter[]): Mail {
  const minutes = CODE_LIFETIME_MS / MINUTE_MS
  const text = [
    'Your code to sign in to Nightjar:',
    '',
    code,
    '',
    `It is good for ${minutes} minutes. If you did not ask for it, ignore this mail.`,
    ...inviters.map(({ email, tier, members }) =>
      members < planLimits[tier].users
        ? `You were invited: signing in, you join the workspace of ${email}.`
        : `You were invited to the workspace of ${email}, whose plan has no place for you now: ask them.`,
    ),
    '',
  ]
  return { to, subject: 'Your Nightjar sign-in code', text: text.join('\n') }
}
