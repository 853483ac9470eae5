import { createTransport } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import * as z from 'zod/mini'
import { emailField } from '../../src/contract/sign-in/auth'
import { MailFailure } from './mail-failure'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for programs that show HTML. */
  readonly html?: string
  /** Pictures that the HTML shows as `cid:` and their id. */
  readonly images?: readonly InlineImage[]
}

export interface InlineImage {
  readonly contentId: string
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Buffer
}

/** Hands a mail over; rejects with MailFailure when that fails, or with the signal, which ends the connection. */
export interface Mailer {
  send(mail: Mail, signal?: AbortSignal): Promise<void>
}

const SMTP_TIMEOUT_MS = 10_000

/** Sends through the server of an smtp:// or smtps:// URL. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(withTimeouts(url), { from })
  return {
    async send({ to, subject, text, html, images = [] }, signal) {
      const attachments = images.map(({ contentId, fileName, contentType, bytes }) => ({
        cid: contentId,
        filename: fileName,
        contentType,
        content: bytes,
        contentDisposition: 'inline' as const,
      }))
      const sent = transport.sendMail({
        to,
        subject,
        text,
        attachments,
        ...(html !== undefined && { html }),
        ...(signal !== undefined && { signal }),
      })
      await sent.catch((problem: unknown) => {
        throw new MailFailure(problem)
      })
    },
  }
}

/** nodemailer takes options of a URL only from its query; its own limits are minutes, and a person is waiting. */
function withTimeouts(url: string): string {
  const withOptions = new URL(url)
  for (const option of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!withOptions.searchParams.has(option)) withOptions.searchParams.set(option, String(SMTP_TIMEOUT_MS))
  }
  return withOptions.href
}

const RULE = '-'.repeat(60)

/** For a hub without SMTP_URL: the person at its terminal reads the mail there. */
export function terminalMailer(write: (text: string) => void): Mailer {
  return {
    async send(mail) {
      write(`\n${RULE}\nMail to ${mail.to}: ${mail.subject}\n\n${mail.text.trimEnd()}\n${RULE}\n\n`)
    },
  }
}

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
