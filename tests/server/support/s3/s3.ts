import crypto from 'node:crypto'
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import S3rver from 's3rver'
import type { S3Config } from '../../../../server/storage/stores-config'
import { isSignedWith } from './s3-signature'

/**
 * How the store treats requests: as it should, with an error of its own, also after it has done as asked, as one without room, as for what is not
 * there, as signed at another time or for another region, without a look at the range, with half of a list or a page for people as if that were all, or
 * not at all; or it stops amid an object, saying nothing or with a broken connection.
 */
export type Mood =
  | 'well'
  | 'failing'
  | 'failing-late'
  | 'busy'
  | 'full'
  | 'over-quota'
  | 'over-quota-by-word'
  | 'over-cap'
  | 'no-key'
  | 'no-bucket'
  | 'no-bucket-in-plain'
  | 'of-another-time'
  | 'of-another-region'
  | 'at-another-address'
  | 'without-ranges'
  | 'half-a-list'
  | 'maintained'
  | 'silent'
  | { readonly stop: 'stalls' | 'breaks'; readonly afterBytes: number }

export interface TestS3 {
  readonly config: S3Config
  /** The same as variables of the hub. */
  readonly environment: Readonly<Record<string, string>>
  /** Every request as 'PUT /clips/blobs/…', with those that failed. */
  readonly requests: string[]
  /** Requests whose connection waits for more of their answer. */
  underWay: number
  /** The mood for requests that it is asked about; the usual answer is 'well'. */
  moodOf: (request: string) => Mood | Promise<Mood>
  /** Has the store's clock go by, as it is told for what lies below a place of the bucket. */
  age(place: string, byMs: number): Promise<void>
  close(): Promise<void>
}

const BUCKET = 'recordings'
/** The only pair that s3rver knows. */
const KEY = 'S3RVER'

// s3rver writes the tokens of long lists in single DES, which newer OpenSSL does not know; triple DES with one key is the same.
const { createCipheriv, createDecipheriv } = crypto
const knowingDes = <Cipher>(make: (name: string, key: Buffer, iv: Buffer) => Cipher) => {
  return (name: string, key: Buffer, iv: Buffer): Cipher =>
    name === 'des' ? make('des-ede3-cbc', Buffer.concat([key, key, key]), iv) : make(name, key, iv)
}
Object.assign(crypto, {
  createCipheriv: knowingDes(createCipheriv),
  createDecipheriv: knowingDes(createDecipheriv),
})

/** A real S3 server on a free port of 127.0.0.1 with its objects in a temporary folder. */
export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'nightjar-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  })
  server.middleware.unshift((context, next) => answer(s3, context, next))
  const { port } = await server.run()
  const config = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    region: 'us-east-1',
    accessKeyId: KEY,
    secretAccessKey: KEY,
  }
  const s3: TestS3 = {
    config,
    environment: environmentOf(config),
    requests: [],
    underWay: 0,
    moodOf: () => 'well',
    age: (place, byMs) => age(join(directory, BUCKET, place), byMs),
    close: async () => {
      server.httpServer.closeAllConnections()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
  return s3
}

export function environmentOf({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config) {
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

async function age(folder: string, byMs: number): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const changedAtMs = (await stat(path)).mtimeMs - byMs
    await utimes(path, changedAtMs / 1000, changedAtMs / 1000)
  }
}

async function answer(s3: TestS3, context: S3rver.Context, next: () => Promise<void>): Promise<void> {
  const request = `${context.req.method} ${context.req.url}`
  s3.requests.push(request)
  s3.underWay += 1
  context.res.once('close', () => {
    s3.underWay -= 1
  })
  if (!isSignedWith(context.req, s3.config.accessKeyId, s3.config.secretAccessKey)) {
    context.status = 403
    return
  }
  const mood = await s3.moodOf(request)
  if (typeof mood === 'object') {
    await next()
    stopAmid(context, mood)
    return
  }
  switch (mood) {
    case 'well':
      return next()
    case 'failing':
      context.req.resume()
      context.status = 500
      return
    case 'failing-late':
      await next()
      context.status = 500
      return
    case 'busy':
      context.req.resume()
      refuse(context, 429, 'SlowDown')
      return
    case 'full':
      context.req.resume()
      refuse(context, 507, 'XMinioStorageFull')
      return
    case 'over-quota':
      context.req.resume()
      refuse(context, 403, 'QuotaExceeded')
      return
    case 'over-quota-by-word':
      context.req.resume()
      refuse(
        context,
        403,
        'AccessDenied',
        'Forbidden: Bucket size quota is reached, maximum total size of objects: 1000.',
      )
      return
    case 'over-cap':
      context.req.resume()
      refuse(context, 403, 'AccessDenied', 'Cannot upload files, storage cap exceeded. See the Caps &amp; Alerts page.')
      return
    case 'no-key':
      refuse(context, 404, 'NoSuchKey')
      return
    case 'no-bucket':
      refuse(context, 404, 'NoSuchBucket')
      return
    case 'no-bucket-in-plain':
      refuse(context, 404, 'NoSuchBucket')
      context.type = 'text/plain; charset=utf-8'
      return
    case 'of-another-time':
      refuse(context, 403, 'RequestTimeTooSkewed')
      return
    // In Amazon's words.
    case 'of-another-region':
      refuse(
        context,
        400,
        'AuthorizationHeaderMalformed',
        "The authorization header is malformed; the region 'us-east-1' is wrong; expecting 'eu-west-3'",
      )
      return
    case 'at-another-address':
      refuse(context, 301, 'PermanentRedirect')
      return
    case 'without-ranges':
      delete context.req.headers.range
      return next()
    case 'half-a-list':
      await next()
      context.body = String(context.body).slice(0, String(context.body).length / 2)
      return
    case 'maintained':
      context.req.resume()
      context.status = 200
      context.type = 'text/html'
      context.body = '<html><body>We are back soon.</body></html>'
      return
    case 'silent':
      context.req.resume()
      context.respond = false
  }
}

function stopAmid(context: S3rver.Context, { stop, afterBytes }: Extract<Mood, object>): void {
  const { body, length, req } = context
  if (!(body instanceof Readable)) return
  const part = async function* () {
    let leftBytes = afterBytes
    for await (const chunk of body) {
      if (leftBytes > 0) yield Buffer.from(chunk).subarray(0, leftBytes)
      leftBytes -= chunk.length
      if (leftBytes <= 0) break
    }
    // What is on its way arrives.
    await delay(20)
    if (stop === 'breaks') req.socket.destroy()
    await new Promise(() => {})
  }
  context.body = Readable.from(part(), { objectMode: false })
  context.length = length
}

function refuse(context: S3rver.Context, status: number, code: string, message = ''): void {
  context.status = status
  context.type = 'application/xml'
  context.body = `<Error><Code>${code}</Code><Message>${message}</Message></Error>`
}
