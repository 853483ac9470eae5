import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { S3mini, S3ServiceError } from 's3mini'
import { StartupProblem } from '../../lib/startup-problem'
import {
  type BlobFacts,
  type BlobKey,
  type BlobStore,
  type ByteSource,
  extensionOf,
  mediaTypes,
  type OpenBlob,
  type StagedBlob,
} from '../blobs'
import { type StagedFile, Staging } from '../staging'
import type { S3Config } from '../stores-config'
import { BucketUses } from './bucket-uses'
import { codeOf, nullIfMissing, refusalIfFull, removeObject, saysFull, saysOtherRegion } from './missing'
import { type ByteRange, readOn } from './read-on'
import { type S3Limits, s3Fetch, s3Limits } from './s3-fetch'
import { streamOf } from './stream-of'
import { askAgain } from './tries'
import { Asked, settled, UncertainKeys } from './uncertain-keys'

const STORED = 'blobs/'
const LOST = 'lost/'
const OWNER = 'owner'

/** How a hub that goes on opens its bucket; a new one that is filled has neither. */
export interface S3Use {
  /** Of the uploads on their way to this process, where several share the folder. */
  readonly stagingPrefix?: string
  /** A bucket without room is no reason not to start: what is there can be seen, and what is too old goes. The log says so. */
  readonly mayBeFull?: boolean
}

/**
 * Blobs in a bucket, below `blobs/`; uploads wait as files in the data folder until they are whole. An upload is one
 * request that is streamed from the file, whatever its size.
 * Rejects with StartupProblem when the bucket cannot be read and written.
 */
export async function openS3Blobs(
  config: S3Config,
  dataDir: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
  limits: S3Limits = s3Limits,
  { stagingPrefix = '', mayBeFull = false }: S3Use = {},
): Promise<BlobStore> {
  const { endpoint, bucket, ...rest } = config
  const place = { ...rest, endpoint: `${endpoint}/${bucket}` }
  const connect = (gone?: AbortSignal) => new S3mini({ ...place, fetch: s3Fetch(limits, gone) })
  const s3 = connect()
  const refusal = await checkBucket(s3, config)
  if (refusal !== null) {
    const problem = problemOf(refusal, config)
    if (!mayBeFull) throw problem
    log.warn(`${problem.message} Until then cameras keep what they record.`)
  }
  const asked = new Asked(log)
  const uncertain = new UncertainKeys()
  const staging = await Staging.open(dataDir, stagingPrefix, (file, key) =>
    settled(uncertain, key, () => asked.of(() => upload(s3, file, key))),
  )
  return new S3Blobs({ s3, connect, staging, asked, uncertain, limits })
}

interface S3BlobsParts {
  readonly s3: S3mini
  /** For one reading, until it is aborted. */
  readonly connect: (gone: AbortSignal) => S3mini
  readonly staging: Staging
  readonly asked: Asked
  readonly uncertain: UncertainKeys
  readonly limits: S3Limits
}

class S3Blobs implements BlobStore {
  readonly uncertain: UncertainKeys
  readonly uses: BucketUses
  readonly #s3: S3mini
  readonly #connect: S3BlobsParts['connect']
  readonly #staging: Staging
  readonly #asked: Asked
  readonly #limits: S3Limits

  constructor({ s3, connect, staging, asked, uncertain, limits }: S3BlobsParts) {
    this.#s3 = s3
    this.#connect = connect
    this.#staging = staging
    this.#asked = asked
    this.#limits = limits
    this.uncertain = uncertain
    this.uses = new BucketUses(s3, asked)
  }

  stage(source: ByteSource): Promise<StagedBlob> {
    return this.#staging.stage(source)
  }

  async open(key: BlobKey): Promise<OpenBlob | null> {
    const sizeBytes = await this.#patiently(() => sizeOf(this.#s3, key))
    if (sizeBytes === null) return this.#none(STORED + key)
    return {
      sizeBytes,
      stream: (range) => this.#read(key, sizeBytes, range ?? { start: 0, end: sizeBytes - 1 }),
      close: async () => undefined,
    }
  }

  async remove(key: BlobKey): Promise<void> {
    await settled(this.uncertain, key, () => this.#asked.of(() => removeObject(this.#s3, STORED + key)))
  }

  async setAside(key: BlobKey): Promise<void> {
    await this.#move(STORED + key, LOST + key)
  }

  listSetAside(): Promise<BlobKey[]> {
    return this.#listBelow(LOST)
  }

  bringBack(key: BlobKey): Promise<boolean> {
    return this.#move(LOST + key, STORED + key)
  }

  /** false: there is none. */
  #move(from: string, to: string): Promise<boolean> {
    return this.#asked.of(async () => {
      // Named by ourselves: the library would escape the slashes, which not every store undoes.
      const source = { 'x-amz-copy-source': `/${this.#s3.bucketName}/${from}` }
      const isCopied = (await nullIfMissing(this.#s3.copyObject(from, to, { additionalHeaders: source }))) !== null
      if (isCopied) await removeObject(this.#s3, from)
      return isCopied
    })
  }

  async stat(key: BlobKey): Promise<BlobFacts | null> {
    const page = await this.#page(STORED + key, 1)
    const found = page.objects?.find((object) => object.Key === STORED + key)
    return found === undefined ? null : { sizeBytes: found.Size, changedAtMs: found.LastModified.getTime() }
  }

  list(): Promise<BlobKey[]> {
    return this.#listBelow(STORED)
  }

  async #listBelow(place: string): Promise<BlobKey[]> {
    const keys: BlobKey[] = []
    let next: string | undefined
    do {
      const token = next
      const page = await this.#page(place, this.#limits.pageKeys, token)
      for (const { Key } of page.objects ?? []) keys.push(Key.slice(place.length))
      next = page.nextContinuationToken
    } while (next !== undefined)
    return keys
  }

  async owner(): Promise<string | null> {
    return (await this.#asked.of(() => this.#s3.getObject(OWNER))) ?? this.#none(OWNER)
  }

  async markAs(owner: string): Promise<void> {
    await this.#asked.of(() => this.#s3.putObject(OWNER, owner))
  }

  clearStaging(): Promise<number> {
    return this.#staging.clear()
  }

  /** For what is read: what is written waits with whoever brought it. */
  #patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
    return this.#asked.of(() => askAgain(ask, this.#limits.retryMs))
  }

  /** What is not found may be in a bucket that the store knows no more, as where its own disk is away: a list tells. */
  async #none(key: string): Promise<null> {
    await this.#page(key, 1)
    return null
  }

  #page(place: string, mostKeys: number, next?: string) {
    return this.#patiently(async () => {
      const page = await this.#s3.listObjectsPaged('/', place, mostKeys, next)
      if (page == null) throw new Error('the object store knows no such bucket')
      return page
    })
  }

  #read(key: BlobKey, sizeBytes: number, range: ByteRange): Readable {
    const leaving = new AbortController()
    const gone = leaving.signal
    const s3 = this.#connect(gone)
    const ask = ({ start, end }: ByteRange) => s3.getObjectRaw(STORED + key, false, start, end + 1)
    const parts = readOn(ask, { range, sizeBytes, pauseMs: this.#limits.retryMs, gone })
    return streamOf(this.#asked.ofEach(parts), leaving)
  }
}

async function upload(s3: S3mini, file: StagedFile, key: BlobKey): Promise<void> {
  const mediaType = mediaTypes[extensionOf(key)]
  await s3.putObject(STORED + key, await openAsBlob(file.path), mediaType)
  await rm(file.path)
}

async function sizeOf(s3: S3mini, key: BlobKey): Promise<number | null> {
  return nullIfMissing(s3.getContentLength(STORED + key))
}

/**
 * Reads and writes once, so that a wrong key is told at the start and not at the first clip. null: all is well; else what a bucket
 * without room said. Rejects with StartupProblem.
 */
async function checkBucket(s3: S3mini, config: S3Config): Promise<S3ServiceError | null> {
  const { endpoint, bucket } = config
  const probe = `check-${randomUUID()}`
  try {
    if ((await s3.listObjectsPaged('/', probe, 1)) === null) throw new StartupProblem(missing(endpoint, bucket))
    const refusal = await refusalIfFull(s3.putObject(probe, 'written by a starting hub'))
    if (refusal === null) await removeObject(s3, probe)
    return refusal
  } catch (problem) {
    throw problem instanceof StartupProblem ? problem : problemOf(problem, config)
  }
}

function missing(endpoint: string, bucket: string): string {
  return `There is no bucket ${bucket} at ${endpoint}. Make it, or set another S3_BUCKET.`
}

function problemOf(problem: unknown, { endpoint, bucket, region }: S3Config): StartupProblem {
  if (!(problem instanceof S3ServiceError)) {
    return new StartupProblem(
      `The object store at ${endpoint} does not answer. Check S3_ENDPOINT, and that the store is running.`,
      'time',
    )
  }
  // A machine without a battery has the time only when its network has told it.
  if (codeOf(problem) === 'RequestTimeTooSkewed') {
    return new StartupProblem(
      `The object store at ${endpoint} has another time than this machine. Set the clock of whichever is wrong.`,
      'time',
    )
  }
  if (saysOtherRegion(problem)) {
    return new StartupProblem(
      `The object store at ${endpoint} says that the bucket ${bucket} is in another region than ${region}. Set S3_REGION to that region, and S3_ENDPOINT to its address where each has one.`,
    )
  }
  if (saysFull(problem)) {
    return new StartupProblem(
      `The bucket ${bucket} at ${endpoint} is full. Free some space in it, or raise its quota.`,
      'time',
    )
  }
  switch (problem.status) {
    case 401:
    case 403:
      return new StartupProblem(
        `The object store refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to read and write the bucket ${bucket}.`,
      )
    case 404:
      return new StartupProblem(missing(endpoint, bucket))
    default: {
      const answer = `${problem.status} ${codeOf(problem)}`
      return new StartupProblem(`The object store at ${endpoint} cannot be used: it answers ${answer}.`, 'time')
    }
  }
}
