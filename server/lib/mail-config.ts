import addressparser from 'nodemailer/lib/addressparser'
import * as z from 'zod/mini'
import { emailField } from '../../src/contract/auth'

const SMTP_SENTENCE = 'SMTP_URL must look like smtp://user:password@host:port.'
const FROM_SENTENCE = 'MAIL_FROM must be one e-mail address, such as cam@example.org or Nightjar <cam@example.org>.'

export const mailVariables = {
  SMTP_URL: z.optional(z.string().check(z.refine(isSmtpUrl, { error: SMTP_SENTENCE }))),
  MAIL_FROM: z._default(
    z.string().check(z.refine(isSender, { error: FROM_SENTENCE })),
    'Nightjar <nightjar@localhost>',
  ),
}

function isSmtpUrl(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  return url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
}

/** Read as the mailer reads it: without an address it would send mails from nobody, which servers refuse. */
function isSender(value: string): boolean {
  const senders = addressparser(value, { flatten: true })
  return senders.length === 1 && senders.every(({ address }) => emailField.safeParse(address).success)
}
