import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import * as z from 'zod/mini'
import { emailField } from '../../src/contract/sign-in/auth'
import { isPerhapsTaken, MailFailure } from './mail-failure'

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

/** Of connecting, and of the server's first line: whoever waits is not to wait for a server that is not there. */
const CONNECT_LIMIT_MS = 10_000
/**
 * A server may look through a mail for long before it says that it has it. Who gives up before that mails it again (RFC 5321,
 * 4.5.3.2.6, speaks of ten minutes). A message on its way is claimed for longer (claimed.ts).
 */
export const MAIL_LIMIT_MS = 100_000
/** How long a person waits for a mail that the server has not said that it has. */
const PATIENCE_MS = 15_000

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

/**
 * Sends a mail that a person waits for. Resolves once the server has it, or after 15 s while it may be looking through it.
 * Of a mail that fails `takeBack` takes back what it says, but where the person counts on it and the server may have it.
 * Rejects as `send` does.
 */
export async function sendToWaiting(
  { mailer, log }: { readonly mailer: Mailer; readonly log: FastifyBaseLogger },
  mail: Mail,
  takeBack: () => Promise<void>,
): Promise<void> {
  let isAnswered = false
  const sending = mailer.send(mail).catch(async (problem: unknown) => {
    log.error({ problem: String(problem) }, 'a mail that somebody waits for could not be sent')
    if (!isAnswered || !isPerhapsTaken(problem)) await takeBack()
    throw problem
  })
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([sending, patience]).finally(() => clearTimeout(timer))
  isAnswered = true
  // Who waited is gone, and the log has it.
  sending.catch(() => undefined)
}

/** As nodemailer calls them. */
const limits = { connectionTimeout: CONNECT_LIMIT_MS, greetingTimeout: CONNECT_LIMIT_MS, socketTimeout: MAIL_LIMIT_MS }

/** nodemailer takes options of a URL only from its query; its own limits are minutes. */
function withTimeouts(url: string): string {
  const withOptions = new URL(url)
  for (const [option, limitMs] of Object.entries(limits)) {
    if (!withOptions.searchParams.has(option)) withOptions.searchParams.set(option, String(limitMs))
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

const SMTP_SENTENCE =
  'SMTP_URL must look like smtp://user:password@host:587, or smtps://user:password@host:465 where TLS comes first; signs such as @ in its password are written as %40.'
const FROM_SENTENCE = 'MAIL_FROM must be one e-mail address, such as cam@example.org or Nightjar <cam@example.org>.'

export const mailVariables = {
  SMTP_URL: z.optional(
    z.pipe(z.string().check(z.refine(isSmtpUrl, { error: SMTP_SENTENCE })), z.transform(asServersSpeak)),
  ),
  MAIL_FROM: z._default(
    z.string().check(z.refine(isSender, { error: FROM_SENTENCE })),
    'Nightjar <nightjar@localhost>',
  ),
}

/** Whoever names a sender thinks that mails are sent. */
export function mailProblems(set: Readonly<Record<string, string | undefined>>): string[] {
  const isLonely = set['MAIL_FROM'] !== undefined && set['SMTP_URL'] === undefined
  return isLonely ? ['MAIL_FROM is of use only with SMTP_URL: name the mail server too, or remove it.'] : []
}

function isSmtpUrl(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  return url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
}

/** Servers speak TLS from the first byte on port 465 (RFC 8314): without it they would be waited for in vain. */
function asServersSpeak(url: string): string {
  return new URL(url).port === '465' ? url.replace(/^smtp:/i, 'smtps:') : url
}

/** Read as the mailer reads it: without an address it would send mails from nobody, which servers refuse. */
function isSender(value: string): boolean {
  const senders = addressparser(value, { flatten: true })
  return senders.length === 1 && senders.every(({ address }) => emailField.safeParse(address).success)
}
