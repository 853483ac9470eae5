import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import { z } from 'zod'
import { type PushMessage, pushMessage } from '../../../src/contract/notifications/push'

/** A browser that has asked its push service for an address: it alone can read what comes there. */
export interface TestBrowser {
  /** As `PushSubscription.toJSON()` has it. */
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  readonly path: string
  /** Decrypts (RFC 8188, 8291). Throws where it was not meant for this browser. */
  open(sealed: Buffer): Buffer
}

export interface ReceivedPush {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly sealed: Buffer
}

/** A browser's push service on 127.0.0.1, with https. */
export interface PushService {
  /** host:port, for PUSH_HOSTS. */
  readonly host: string
  /** To trust its certificate. */
  readonly ca: string
  readonly pushes: ReceivedPush[]
  /** Status that it answers from now on. */
  status: number
  /** Done with a push before it is answered. */
  onPush: (() => Promise<void>) | null
  browser(): TestBrowser
  /** What a browser has got, read. */
  messagesOf(browser: TestBrowser): PushMessage[]
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const altNames = [{ type: 7, ip: '127.0.0.1' } as const]
  const pems = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [{ name: 'subjectAltName', altNames }],
  })
  const server = https.createServer({ key: pems.private, cert: pems.cert }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      service.pushes.push({ path: request.url ?? '', headers: request.headers, sealed: Buffer.concat(chunks) })
      await service.onPush?.()
      response.writeHead(service.status)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: PushService = {
    host,
    ca: pems.cert,
    pushes: [],
    status: 201,
    onPush: null,
    browser: () => testBrowser(`https://${host}`),
    messagesOf: (browser) =>
      service.pushes
        .filter(({ path }) => path === browser.path)
        .map(({ sealed }) => pushMessage.parse(JSON.parse(browser.open(sealed).toString()))),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return service
}

export function testBrowser(origin: string): TestBrowser {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys()
  const auth = randomBytes(16)
  const path = `/send/${randomBytes(12).toString('base64url')}`
  return {
    path,
    subscription: {
      endpoint: origin + path,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    open(sealed) {
      const [salt, keyLength] = [sealed.subarray(0, 16), sealed.readUInt8(20)]
      const senderKey = sealed.subarray(21, 21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
      const secret = hkdf(auth, curve.computeSecret(senderKey), info, 32)
      const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
      const body = sealed.subarray(21 + keyLength)
      const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16))
      const plain = Buffer.concat([cipher.update(body.subarray(0, -16)), cipher.final()])
      // The last record ends with a 2.
      return plain.subarray(0, plain.lastIndexOf(2))
    },
  }
}

/** One block of HKDF, all that RFC 8291 takes. */
function hkdf(salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer {
  const pseudoRandom = createHmac('sha256', salt).update(secret).digest()
  return createHmac('sha256', pseudoRandom)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length)
}

const claims = z.object({ aud: z.string(), sub: z.string(), exp: z.number() })

/** What a push says of who sends it (RFC 8292), once its signature was found to be of that key. */
export function senderOf({
  headers,
}: Pick<ReceivedPush, 'headers'>): z.infer<typeof claims> & { readonly key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(headers['authorization'])) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${body}`), signed, Buffer.from(signature, 'base64url')))
    throw new Error('the push is not signed by its key')
  return { ...claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString())), key }
}
