import { originInMails } from '../../http/reach'
import type { Mail } from '../../lib/mailer'
import type { SignInServices } from '../services'
import type { SessionOrigin } from '../session-origin'
import type { Person } from './own-passkeys'

/** A passkey that was just made, and from where. */
export interface MadePasskey {
  readonly name: string
  readonly host: string
  readonly from: Pick<SessionOrigin, 'device' | 'network'>
}

/**
 * Tells a person that a passkey was added to their account (PASS-14): one of a thief stays after every device was signed out. The
 * passkey holds whether or not the mail arrives, so nobody waits for it. Never rejects.
 */
export async function tellOfNewPasskey(
  services: Pick<SignInServices, 'mailer' | 'clock' | 'log' | 'config' | 'reach'>,
  { email }: Person,
  made: MadePasskey,
): Promise<void> {
  const { mailer, clock, log } = services
  try {
    await mailer.send(newPasskeyMail(email, made, originInMails(services), clock.now()))
  } catch (problem) {
    log.error({ problem: String(problem) }, 'a mail that tells of a new passkey could not be sent')
  }
}

function newPasskeyMail(to: string, { name, host, from }: MadePasskey, origin: string, nowMs: number): Mail {
  const time = `${new Date(nowMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const text = [
    'A passkey was added to your Nightjar account. Whoever has it signs in without a mail.',
    '',
    `Name: ${name}`,
    `For: ${host}`,
    `Added: ${time}, by ${from.device}${from.network === '' ? '' : ` from ${from.network}`}`,
    '',
    `If that was you, nothing has to be done. If not, sign in at ${origin}/billing, remove it under Passkeys, and sign out all other devices.`,
    '',
  ]
  return { to, subject: 'A passkey was added to your Nightjar account', text: text.join('\n') }
}
