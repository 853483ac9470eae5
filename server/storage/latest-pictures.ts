import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { MINUTE_MS } from '../../src/lib/durations'
import { HubError } from '../lib/errors'
import type { BlobKey, BlobStore, OpenBlob } from './blobs'

/** How often a camera's picture goes to the store (SCALE-02), and how long one stays in memory that no other follows. */
const KEPT_MS = MINUTE_MS
const ROUND_MS = 1_000
/** Writes of one round: all of them in half a minute, so that a thousand cameras that begin together make no wave. */
const ROUNDS_FOR_ALL = 30
const LEAST_A_ROUND = 10
/** At the end: in that time, and so many at once, as a bucket takes its time for each. */
const CLOSE_LIMIT_MS = 8_000
/** From the beginning of the end, with the requests that are waited for before: the hub gives up at 14 s. */
const END_LIMIT_MS = 13_000
const CLOSE_AT_ONCE = 8
const HEAD_BYTES = 16

/** A picture that arrived, in memory. Whoever holds it calls `discard`. */
export interface ArrivedPicture {
  readonly head: Buffer
  readonly sizeBytes: number
  readonly bytes: Buffer
  discard(): Promise<void>
}

export interface LatestPicturesPorts {
  readonly store: BlobStore
  /** Of all pictures together, those that are arriving too. */
  readonly limitBytes: number
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Which of these a camera still has; null: no other hub removes any. */
  readonly namedOf: ((keys: readonly BlobKey[]) => Promise<ReadonlySet<BlobKey>>) | null
  /** Milliseconds that only ever grow. */
  readonly nowMs: () => number
}

interface Picture {
  readonly bytes: Buffer
  readonly cameAtMs: number
  isWritten: boolean
}

/**
 * The latest picture of each camera, in memory, so that hundreds a second do not stand in a clip's way to the disk. Each
 * camera's goes to the store once a minute at most and when the hub closes, where a hub finds it after a crash, and other
 * hubs do. Above the limit the one that was of use longest ago leaves. Whoever makes it calls `close`.
 */
export class LatestPictures {
  readonly #ports: LatestPicturesPorts
  /** The one used longest ago first. */
  readonly #pictures = new Map<BlobKey, Picture>()
  readonly #writtenAtMs = new Map<BlobKey, number>()
  readonly #writes = new Map<BlobKey, Promise<void>>()
  #heldBytes = 0
  #arrivingBytes = 0
  #timer: NodeJS.Timeout | null = null
  #isFailing = false
  #isClosed = false
  #endMs = Number.POSITIVE_INFINITY

  constructor(ports: LatestPicturesPorts) {
    this.#ports = ports
  }

  /** Takes bytes in as they come. Rejects with a 503 where more are arriving than may be held. */
  stage(source: Readable): Promise<ArrivedPicture> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let sizeBytes = 0
      const discard = async () => {
        this.#arrivingBytes -= sizeBytes
        sizeBytes = 0
      }
      // By events: hundreds of these come a second, and an iterator of a stream is dear.
      source.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        sizeBytes += chunk.length
        this.#arrivingBytes += chunk.length
        this.#makeRoom()
        if (this.#arrivingBytes > this.#ports.limitBytes) source.destroy(tooManyArriving())
      })
      const giveUp = (problem: Error) => {
        void discard()
        reject(problem)
      }
      source.once('error', giveUp)
      source.once('close', () => source.readableEnded || giveUp(new Error('The picture broke off.')))
      source.once('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ bytes, sizeBytes: bytes.length, head: bytes.subarray(0, HEAD_BYTES), discard })
      })
    })
  }

  put(key: BlobKey, bytes: Buffer): void {
    this.forget(key)
    this.#pictures.set(key, { bytes, cameAtMs: this.#ports.nowMs(), isWritten: false })
    this.#heldBytes += bytes.length
    this.#makeRoom()
    this.#wait()
  }

  /** null: it is not in memory, or as old. */
  find(key: BlobKey, youngerThanMs = Number.POSITIVE_INFINITY): OpenBlob | null {
    const picture = this.#pictures.get(key)
    if (picture === undefined || this.#ports.nowMs() - picture.cameAtMs >= youngerThanMs) return null
    this.#pictures.delete(key)
    this.#pictures.set(key, picture)
    return openBytes(picture.bytes)
  }

  ofWorkspace(workspaceId: string): (readonly [BlobKey, Buffer])[] {
    const own = [...this.#pictures].filter(([key]) => key.startsWith(`${workspaceId}/`))
    return own.map(([key, { bytes }]) => [key, bytes])
  }

  /** Out of memory; what was written stays. */
  forget(key: BlobKey): void {
    const picture = this.#pictures.get(key)
    if (picture === undefined) return
    this.#pictures.delete(key)
    this.#heldBytes -= picture.bytes.length
  }

  /** Nothing of it is in memory or on its way to the store once this resolves. */
  async leave(key: BlobKey): Promise<void> {
    this.forget(key)
    await this.#writes.get(key)?.catch(() => undefined)
  }

  /** Resolves once the store has it. */
  async write(key: BlobKey): Promise<void> {
    const picture = this.#pictures.get(key)
    if (picture !== undefined) await this.#write(key, picture)
  }

  /** Writes what is due, lets go of what no other followed; by hand where there is no time to pass. */
  async round(): Promise<void> {
    const nowMs = this.#ports.nowMs()
    for (const [key, atMs] of this.#writtenAtMs) if (nowMs - atMs >= KEPT_MS) this.#writtenAtMs.delete(key)
    const most = Math.max(LEAST_A_ROUND, Math.ceil(this.#pictures.size / ROUNDS_FOR_ALL))
    const due = [...this.#pictures].filter(([key, { isWritten }]) => !isWritten && !this.#writtenAtMs.has(key))
    await this.#writeAll(due.slice(0, most))
    for (const [key, { isWritten, cameAtMs }] of this.#pictures)
      if (isWritten && nowMs - cameAtMs >= KEPT_MS) this.forget(key)
  }

  /** The hub begins to end: what it waits for until `close` is taken off the time for writing. */
  beginEnd(): void {
    this.#endMs = this.#ports.nowMs() + END_LIMIT_MS
  }

  /** Writes all that the store does not have, for as long as there is time. */
  async close(): Promise<void> {
    this.#isClosed = true
    const forMs = Math.min(CLOSE_LIMIT_MS, this.#endMs - this.#ports.nowMs())
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    let limit: NodeJS.Timeout | undefined
    // A store that is silent has a longer limit of its own for each write.
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(() => {
        this.#ports.log.warn('the latest pictures of cameras were not all written in the time that a hub has to end')
        resolve()
      }, forMs)
    })
    await Promise.race([this.#writeLeft(forMs), late])
    clearTimeout(limit)
  }

  async #writeLeft(forMs: number): Promise<void> {
    const endMs = this.#ports.nowMs() + forMs
    await Promise.allSettled(this.#writes.values())
    const left = [...this.#pictures].filter(([, { isWritten }]) => !isWritten)
    const shares = Array.from({ length: CLOSE_AT_ONCE }, (_, n) => left.filter((_one, at) => at % CLOSE_AT_ONCE === n))
    await Promise.all(shares.map((share) => this.#writeAll(share, endMs)))
  }

  #wait(): void {
    if (this.#isClosed || this.#pictures.size === 0) return
    this.#timer ??= setTimeout(async () => {
      await this.round()
      this.#timer = null
      this.#wait()
    }, ROUND_MS).unref()
  }

  /** Never rejects: a store that fails ends the round, and pictures wait for a later one. */
  async #writeAll(pictures: readonly (readonly [BlobKey, Picture])[], endMs = Number.POSITIVE_INFINITY): Promise<void> {
    const { namedOf, store, log, nowMs } = this.#ports
    const written: BlobKey[] = []
    try {
      for (const [key, picture] of pictures) {
        if (nowMs() > endMs) break
        await this.#write(key, picture)
        written.push(key)
      }
      this.#isFailing = false
      if (namedOf === null || written.length === 0) return
      // Looked up after the write: what another hub removed before goes now, what it removes later goes by itself.
      const named = await namedOf(written)
      for (const key of written.filter((one) => !named.has(one))) {
        this.forget(key)
        await store.remove(key)
      }
    } catch (problem) {
      if (!this.#isFailing)
        log.warn({ problem: String(problem) }, 'the latest pictures of cameras could not be written')
      this.#isFailing = true
    }
  }

  #write(key: BlobKey, picture: Picture): Promise<void> {
    const before = this.#writes.get(key)
    const write = (async () => {
      await before?.catch(() => undefined)
      // Meanwhile another came, or its camera has gone.
      if (this.#pictures.get(key) !== picture) return
      this.#writtenAtMs.set(key, this.#ports.nowMs())
      const staged = await this.#ports.store.stage([picture.bytes])
      try {
        await staged.commit(key, 'quick')
        picture.isWritten = true
      } finally {
        await staged.discard()
      }
    })()
    const settled = write.finally(() => {
      if (this.#writes.get(key) === settled) this.#writes.delete(key)
    })
    this.#writes.set(key, settled)
    return settled
  }

  #makeRoom(): void {
    for (const key of this.#pictures.keys()) {
      if (this.#heldBytes + this.#arrivingBytes <= this.#ports.limitBytes) return
      this.forget(key)
    }
  }
}

export function openBytes(bytes: Buffer): OpenBlob {
  return {
    sizeBytes: bytes.length,
    stream: (range) =>
      Readable.from([range === null ? bytes : bytes.subarray(range.start, range.end + 1)], { objectMode: false }),
    close: async () => undefined,
  }
}

function tooManyArriving(): HubError {
  return new HubError(503, 'unavailable', 'More pictures are arriving than the hub can hold. Try again in a moment.')
}
