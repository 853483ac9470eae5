import type { Channel } from '../../../src/contract/workspace-config'
import { withTimeLimit } from '../../../src/lib/time-limit'
import { originInMails } from '../../http/reach'
import { MAIL_LIMIT_MS } from '../../lib/mailer'
import { findScheduleZone } from '../../modes/modes'
import type { BlobKey } from '../../storage/blobs'
import type { NotificationServices } from '../services'
import { discordBody } from './discord-message'
import { mailOf } from './email-message'
import type { Message, Sender } from './message'
import type { Outcome } from './outcome'
import { mailOutcome, webhookOutcome } from './outcome'
import { slackBody } from './slack-message'

export type SendServices = Pick<
  NotificationServices,
  'config' | 'clock' | 'mailer' | 'blobs' | 'links' | 'reach' | 'webhooks' | 'log'
>

/** A disk that hangs, or a store that drips, holds no message up. */
const PICTURE_LIMIT_MS = 10_000
/** Larger pictures stay out of mails. */
const MAX_PICTURE_BYTES = 2 * 1024 ** 2

/** Sends one message to one address. Never rejects for what the other side does. */
export async function sendMessage(
  services: SendServices,
  to: { readonly channel: Channel; readonly address: string; readonly pictureKey: BlobKey | null },
  message: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  switch (to.channel) {
    case 'email':
      return sendMail(services, to, message, signal)
    case 'slack':
      return sendChat(services, { ...to, name: 'Slack', bodyOf: slackBody }, message, signal)
    case 'discord':
      return sendChat(services, { ...to, name: 'Discord', bodyOf: discordBody }, message, signal)
  }
}

interface Chat {
  readonly address: string
  readonly name: string
  readonly bodyOf: (message: Message) => string
}

/**
 * Slack refuses all of a message whose picture it cannot fetch: the recording may be deleted by then, or PUBLIC_URL lead
 * nowhere for others. A message without its picture is better than none.
 */
async function sendChat(
  { webhooks, clock }: SendServices,
  { address, name, bodyOf }: Chat,
  message: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  const first = await webhooks.post(address, bodyOf(message), signal)
  const isPerhapsForPicture = message.pictureUrl !== null && first.kind === 'answered' && first.status === 400
  const bare = { ...message, pictureUrl: null }
  const last = isPerhapsForPicture ? await webhooks.post(address, bodyOf(bare), signal) : first
  return webhookOutcome(last, name, clock.now())
}

async function sendMail(
  services: SendServices,
  { address, pictureKey }: { readonly address: string; readonly pictureKey: BlobKey | null },
  message: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  const mail = mailOf(address, message, await readPicture(services, pictureKey, signal))
  try {
    await services.mailer.send(mail, withTimeLimit(signal, MAIL_LIMIT_MS))
    return { kind: 'sent' }
  } catch (problem) {
    if (signal.aborted) return { kind: 'aborted' }
    return mailOutcome(problem)
  }
}

/** null: there is none any more, none that fits, or none in time. A mail without its picture is better than none. */
async function readPicture(
  { blobs, log }: Pick<SendServices, 'blobs' | 'log'>,
  key: BlobKey | null,
  signal: AbortSignal,
): Promise<Buffer | null> {
  if (key === null) return null
  const limit = withTimeLimit(signal, PICTURE_LIMIT_MS)
  const late = new Promise<never>((_resolve, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason), { once: true })
  })
  try {
    limit.throwIfAborted()
    return await Promise.race([pictureIn(blobs, key), late])
  } catch (problem) {
    log.warn({ problem: String(problem) }, 'the picture of a notification could not be read')
    return null
  }
}

async function pictureIn(blobs: SendServices['blobs'], key: BlobKey): Promise<Buffer | null> {
  const blob = await blobs.open(key)
  if (blob === null) return null
  if (blob.sizeBytes > MAX_PICTURE_BYTES) {
    await blob.close()
    return null
  }
  const chunks: Buffer[] = []
  for await (const chunk of blob.stream(null)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** How links in messages begin, and whose clocks they go by; a picture's link only where others can reach the hub. */
export async function senderOf(
  { db, config, links, reach }: Pick<NotificationServices, 'db' | 'config' | 'links' | 'reach'>,
  workspaceId: string,
  pictureKey: BlobKey | null,
): Promise<Sender> {
  const { publicOrigin, timeZone } = config
  const pictureUrl = publicOrigin === null || pictureKey === null ? null : publicOrigin + links.sign(pictureKey)
  const zone = (await findScheduleZone(db, workspaceId)) ?? timeZone
  return { origin: originInMails({ config, reach }), pictureUrl, zone }
}
