import { randomUUID } from 'node:crypto'
import type { LiveNews } from '../../../src/contract/live/live'
import { writeChunk } from '../../../src/contract/live/live-chunk'
import type { Account } from '../../../tests/faults/hub/account'
import { longestGapMs } from './gaps'
import { LiveLine } from './live-line'

const PICTURE_EVERY_MS = 100
const PICTURE_BYTES = 4_000
const LOOK_EVERY_MS = 250
const size = { width: 640, height: 360 }
const format = { codec: 'vp8', ...size }

/** A camera's tab and a viewer of it, each with a line of its own to whichever hub it comes to; pictures go by the relay. */
export class LivePair {
  readonly #account: Account
  readonly #camera: LiveLine
  readonly #viewer: LiveLine
  readonly #timers: readonly NodeJS.Timeout[]
  /** null: nobody wants the camera's pictures. */
  #relayId: number | null = null
  #viewingId: string | null = null
  #isCameraThere = false
  #arrivedMs: number[] = []

  constructor(origin: string, account: Account) {
    this.#account = account
    const hello = () => account.session
    this.#camera = new LiveLine(origin, hello, {
      onNews: (news) => this.#tellCamera(news),
      onChunk: () => undefined,
      onBroken: () => {
        this.#relayId = null
      },
    })
    this.#viewer = new LiveLine(origin, hello, {
      onNews: (news) => this.#tellViewer(news),
      onChunk: () => void this.#arrivedMs.push(performance.now()),
      onBroken: () => {
        this.#viewingId = null
        this.#isCameraThere = false
      },
    })
    this.#timers = [setInterval(() => this.#film(), PICTURE_EVERY_MS), setInterval(() => this.#look(), LOOK_EVERY_MS)]
  }

  /** Whether a picture came since then. */
  hasShownSince(atMs: number): boolean {
    return (this.#arrivedMs.at(-1) ?? 0) > atMs
  }

  /** The longest time without a picture, from then on until now. */
  longestGapMs(fromMs: number): number {
    return longestGapMs(this.#arrivedMs, fromMs, performance.now())
  }

  /** What was before is over. */
  forget(): void {
    this.#arrivedMs = []
  }

  /** Both lines come to the hubs whose turn it is. */
  openAnew(): void {
    this.#camera.openAnew()
    this.#viewer.openAnew()
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#camera.close()
    this.#viewer.close()
  }

  #tellCamera(news: LiveNews): void {
    if (news.kind === 'welcome') this.#camera.send({ kind: 'cameras', cameraIds: [this.#account.cameraId] })
    if (news.kind === 'relay-end' && news.relayId === this.#relayId) this.#relayId = null
    if (news.kind !== 'relay-begin') return
    this.#relayId = news.relayId
    this.#camera.send({ kind: 'relay-format', relayId: news.relayId, format })
  }

  #tellViewer(news: LiveNews): void {
    if (news.kind === 'presence') this.#isCameraThere = news.cameras.length > 0
    if (news.kind === 'end' && news.viewingId === this.#viewingId) this.#viewingId = null
    this.#look()
  }

  #look(): void {
    if (!this.#isCameraThere || this.#viewingId !== null) return
    this.#viewingId = randomUUID()
    const { cameraId } = this.#account
    this.#viewer.send({ kind: 'view', viewingId: this.#viewingId, cameraId, size, offer: null })
    this.#viewer.send({ kind: 'relay', viewingId: this.#viewingId, isWanted: true })
  }

  #film(): void {
    if (this.#relayId === null) return
    this.#camera.sendChunk(writeChunk({ type: 'key', relayId: this.#relayId, takenAtMs: Date.now() }, PICTURE_BYTES))
  }
}
