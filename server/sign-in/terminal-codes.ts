import * as z from 'zod/mini'
import type { Mail } from '../lib/mailer'
import { hasPasskey } from './passkeys/passkey-rows'
import type { SignInServices } from './services'

export const terminalCodesVariables = {
  TERMINAL_CODES: z.optional(
    z.literal('1', { error: 'TERMINAL_CODES can only be 1: codes are printed also for people who have a passkey.' }),
  ),
}

/**
 * Without a mail server codes are printed on the terminal, and so stand in its log. Once somebody has a passkey theirs are
 * not: whoever reads the log cannot sign in as them. The answer to the browser is the same, as it says of nobody what
 * they have.
 */
export async function isWithheld({ config, db }: SignInServices, email: string): Promise<boolean> {
  return config.smtpUrl === null && !config.hasTerminalCodes && (await hasPasskey(db, email))
}

/** What stands on the terminal instead. */
export function withheldMail(to: string): Mail {
  const text = [
    'Somebody asked for a code to sign in to Nightjar. It is not printed, as this address has a passkey: sign in with that.',
    'Where the passkey is lost, start the hub once with TERMINAL_CODES=1, and ask for a code again.',
    '',
  ]
  return { to, subject: 'A sign-in code that is not printed', text: text.join('\n') }
}
