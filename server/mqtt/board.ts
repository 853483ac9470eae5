import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../lib/clock'
import type { BlobKey, BlobStore } from '../storage/blobs'
import type { BrokerSession } from './broker-session'
import { discoveryTopicsOf } from './discovery'
import { cameraIn } from './topics'
import type { Held } from './workspace-state'

/** A picture whose store did not give it is asked for again after this. */
const PICTURE_AGAIN_MS = 30_000
/** Messages that the broker has not acknowledged yet. */
const AT_ONCE = 100
/** Cameras of before whose topics are taken away at one start; more than that nobody left there by accident. */
const MOST_STRANGERS = 1_000

export interface BoardPorts {
  readonly blobs: Pick<BlobStore, 'open'>
  readonly clock: Clock
  readonly log: FastifyBaseLogger
}

/** What the broker holds of a workspace, as far as one session has told it. */
export class Board {
  readonly #ports: BoardPorts
  readonly #session: BrokerSession
  readonly #workspaceId: string
  readonly #told: Set<string>
  /** By topic: the text, or the picture's key. */
  readonly #held = new Map<string, string>()
  /** Topics that are to hold something, told or not yet. */
  #wanted: ReadonlySet<string> = new Set()
  /** By topic: pictures that their store did not give, and when it is asked again. */
  readonly #missing = new Map<string, { readonly key: BlobKey; readonly againAtMs: number }>()
  #isShowingPictures = false
  readonly #strangers = new Set<string>()

  /** `told`: topics that the broker may hold something at, by this session or an earlier one, acknowledged or not. */
  constructor(ports: BoardPorts, session: BrokerSession, workspaceId: string, told: Set<string>) {
    this.#ports = ports
    this.#session = session
    this.#workspaceId = workspaceId
    this.#told = told
  }

  /** Tells the broker what differs; what is not to be there any more goes. */
  async show(all: readonly Held[]): Promise<void> {
    const wanted = new Set(all.map(({ topic }) => topic))
    this.#wanted = wanted
    // It is told when its store has given it; the broker may hold that of an earlier start until then.
    for (const { kind, topic } of all) if (kind === 'picture') this.#told.add(topic)
    const gone = [...this.#told].filter((topic) => !wanted.has(topic))
    await this.#tell(gone.map((topic) => ({ kind: 'text', topic, body: '' })))
    for (const topic of [...this.#held.keys()]) if (!wanted.has(topic)) this.#held.delete(topic)
    const changed = all.filter((held) => this.#held.get(held.topic) !== signatureOf(held))
    await this.#tell(changed.filter(({ kind }) => kind === 'text'))
    void this.#showPictures(changed)
  }

  /** Everything is told again; or one thing, which the broker holds otherwise. */
  forget(topic?: string): void {
    if (topic === undefined) this.#held.clear()
    else this.#held.delete(topic)
  }

  /** A retained message that was there before this session: what is no longer ours goes, with all of its camera. */
  sweep(topic: string): void {
    if (this.#wanted.has(topic)) return
    void this.#session.publish({ topic, body: '', isRetained: true })
    const cameraId = cameraIn(this.#workspaceId, topic)
    if (cameraId === null || this.#strangers.has(cameraId) || this.#strangers.size >= MOST_STRANGERS) return
    this.#strangers.add(cameraId)
    for (const discovered of discoveryTopicsOf(cameraId)) {
      if (!this.#wanted.has(discovered)) void this.#session.publish({ topic: discovered, body: '', isRetained: true })
    }
  }

  async #tell(all: readonly Held[]): Promise<void> {
    for (let from = 0; from < all.length && !this.#session.isOver; from += AT_ONCE) {
      await Promise.all(
        all.slice(from, from + AT_ONCE).map(async (held) => {
          const body = held.kind === 'text' ? held.body : ''
          if (body !== '') this.#told.add(held.topic)
          const isThere = await this.#session.publish({ topic: held.topic, body, isRetained: true })
          if (!isThere) return
          this.#held.set(held.topic, signatureOf(held))
          if (body === '') this.#told.delete(held.topic)
        }),
      )
    }
  }

  /** Beside all else: a store of pictures may be slow. What comes meanwhile is for the next round. */
  async #showPictures(all: readonly Held[]): Promise<void> {
    if (this.#isShowingPictures) return
    this.#isShowingPictures = true
    for (const held of all) if (held.kind === 'picture' && !this.#session.isOver) await this.#showPicture(held)
    this.#isShowingPictures = false
  }

  async #showPicture({ topic, key }: Extract<Held, { kind: 'picture' }>): Promise<void> {
    const { clock, log } = this.#ports
    const missing = this.#missing.get(topic)
    if (missing?.key === key && clock.now() < missing.againAtMs) return
    this.#missing.delete(topic)
    const picture = await this.#read(key).catch((problem: unknown) => {
      log.warn({ problem: String(problem) }, 'the picture of an event could not be read for the MQTT broker')
      return null
    })
    if (picture === null) {
      this.#missing.set(topic, { key, againAtMs: clock.now() + PICTURE_AGAIN_MS })
      await this.#takeBack(topic)
    } else if (this.#wanted.has(topic)) {
      if (await this.#session.publish({ topic, body: picture, isRetained: true })) this.#held.set(topic, key)
    }
  }

  /** Another picture than the one that is to be there: its recording may be deleted. */
  async #takeBack(topic: string): Promise<void> {
    if (!this.#held.has(topic)) return
    if (await this.#session.publish({ topic, body: '', isRetained: true })) this.#held.delete(topic)
  }

  async #read(key: BlobKey): Promise<Buffer | null> {
    const blob = await this.#ports.blobs.open(key)
    return blob === null ? null : await buffer(blob.stream(null))
  }
}

function signatureOf(held: Held): string {
  return held.kind === 'text' ? held.body : held.key
}
