import { setTimeout as delay } from 'node:timers/promises'
import type { Account } from './account'
import { type Clip, type ClipSizes, type Delivery, deliver, makeClip } from './clip'
import type { Ledger } from './ledger'

const UPLOADERS = 4
/** An acknowledged clip is sent again in so many cases, as when a browser dies before it notes the answer. */
const REPEAT_SHARE = 0.1
const RETRY_MS = 100
/** What a hub in trouble may say. */
const FORESEEN_STATUSES = [413, 503, 507]

export interface UploadersOptions {
  readonly sizes: ClipSizes
  readonly random: () => number
  /** Where they send to; the hub itself where there is none. */
  readonly origin?: string
  readonly limitMs?: number
}

/** Four cameras that send clip after clip, each again and again until it is acknowledged. Whoever starts them calls `finish`. */
export class Uploaders {
  readonly #account: Account
  readonly #ledger: Ledger
  readonly #options: UploadersOptions
  readonly #running: Promise<void>[]
  readonly #end = new AbortController()
  #isTaking = true
  /** Answers that are neither a success nor a foreseen refusal, with how often they came. */
  readonly unforeseen = new Map<string, number>()
  refusals = 0

  constructor(account: Account, ledger: Ledger, options: UploadersOptions) {
    this.#account = account
    this.#ledger = ledger
    this.#options = options
    this.#running = Array.from({ length: UPLOADERS }, () => this.#run())
  }

  /** Takes no new clips, and resolves to the number of those that are still not acknowledged after the time. */
  async finish(limitMs: number): Promise<number> {
    this.#isTaking = false
    const timer = setTimeout(() => this.#end.abort(), limitMs)
    const results = await Promise.allSettled(this.#running)
    clearTimeout(timer)
    return results.filter(({ status }) => status === 'rejected').length
  }

  /** Rejects when the time is over before its clip is acknowledged. */
  async #run(): Promise<void> {
    const { sizes, random } = this.#options
    while (this.#isTaking) {
      const clip = makeClip(sizes, random)
      await this.#untilAcknowledged(clip)
      if (random() < REPEAT_SHARE) await this.#untilAcknowledged(clip)
    }
  }

  async #untilAcknowledged(clip: Clip): Promise<void> {
    for (;;) {
      this.#end.signal.throwIfAborted()
      const delivery = await deliver(this.#account, clip, this.#options)
      if (delivery.kind === 'acknowledged') return this.#ledger.note(clip, delivery.videoId)
      if (delivery.kind === 'refused') this.#noteRefusal(delivery)
      await delay(RETRY_MS * (0.5 + this.#options.random()))
    }
  }

  #noteRefusal({ status, said }: Extract<Delivery, { kind: 'refused' }>): void {
    this.refusals += 1
    if (FORESEEN_STATUSES.includes(status)) return
    const answer = `${status} ${said}`
    this.unforeseen.set(answer, (this.unforeseen.get(answer) ?? 0) + 1)
  }
}
