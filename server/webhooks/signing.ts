import { createHmac, randomBytes, randomUUID } from 'node:crypto'

const SECRET_BYTES = 32
/** How a secret begins, so that the libraries of Standard Webhooks take it as it is. */
const SECRET_PREFIX = 'whsec_'

export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** The same for all tries of a message: by it a receiver knows one that it has had. */
export function newMessageId(): string {
  return `msg_${randomUUID().replaceAll('-', '')}`
}

/** The three headers of Standard Webhooks; `sentAtMs`: of this try, since receivers refuse what is minutes old. */
export function signedHeaders(
  secret: string,
  { id, body, sentAtMs }: { readonly id: string; readonly body: string; readonly sentAtMs: number },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAtMs / 1000))
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
