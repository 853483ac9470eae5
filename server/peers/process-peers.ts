import { randomUUID } from 'node:crypto'
import { type FromMeeting, sizeOf, type ToMeeting } from './meeting-messages'
import type { Peers, PeersLog, PeersState } from './peers'

/** For an answer: whoever waits has another way. */
const ANSWER_LIMIT_MS = 250
/** Without an answer in time for so long the first process counts as away; a moment in which this one was busy does not. */
const LONGEST_SILENCE_MS = 500
/** It is asked whether it is there, so that one that is stuck is known before it is needed; more often while it is. */
const BEAT_MS = 2_000
const RETRY_MS = 500
/** Above this what is sent is dropped: a first process that takes nothing must not fill this one's memory. */
const MOST_WAITING_BYTES = 32 * 1024 ** 2
const MOST_ASKS = 10_000

/** The way to the process where all meet. */
export interface LineToMeeting {
  /** `done` is called once the message has left, or cannot any more. */
  send(message: ToMeeting, done: () => void): void
  hear(listener: (message: FromMeeting) => void): void
}

interface Ask {
  answer(message: FromMeeting | null): void
  readonly timer: NodeJS.Timeout
}

export interface ProcessPeersPorts {
  readonly line: LineToMeeting
  readonly log: PeersLog
}

/** Processes of one hub that meet in the first of them (`meeting.ts`). */
export class ProcessPeers implements Peers {
  readonly hubId = randomUUID()
  readonly #line: LineToMeeting
  readonly #log: PeersLog
  readonly #asks = new Map<number, Ask>()
  readonly #listeners = new Map<string, Set<(message: Buffer) => void>>()
  readonly #watchers = new Set<(state: PeersState) => void>()
  /** The first process is there before this one, as it began it. */
  #state: PeersState = 'together'
  #lastAsk = 0
  #waitingBytes = 0
  /** Since when no answer came in time; null: the last one did. */
  #silentSinceMs: number | null = null
  #isClosed = false
  #beat: NodeJS.Timeout

  constructor({ line, log }: ProcessPeersPorts) {
    this.#line = line
    this.#log = log
    line.hear((message) => this.#take(message))
    this.#beat = this.#beatEvery(BEAT_MS)
  }

  get state(): PeersState {
    return this.#state
  }

  get waitingBytes(): number {
    return this.#waitingBytes
  }

  put(key: string, value: Buffer, keptMs: number): void {
    this.#tell({ kind: 'put', key, value, keptMs })
  }

  async find(key: string): Promise<Buffer | null> {
    const answer = await this.#ask((ask) => ({ kind: 'find', ask, key }))
    return answer?.kind === 'found' && answer.value !== null ? bufferOf(answer.value) : null
  }

  drop(key: string): void {
    this.#tell({ kind: 'drop', key })
  }

  async count(key: string, by: 1 | -1, keptMs: number): Promise<number | null> {
    const answer = await this.#ask((ask) => ({ kind: 'count', ask, key, by, keptMs }))
    return answer?.kind === 'counted' ? answer.count : null
  }

  async hold(key: string, keptMs: number): Promise<boolean | null> {
    const answer = await this.#ask((ask) => ({ kind: 'hold', ask, key, keptMs, holder: this.hubId }))
    return answer?.kind === 'held' ? answer.isOurs : null
  }

  release(key: string): void {
    this.#tell({ kind: 'release', key })
  }

  send(topic: string, message: Buffer | string): void {
    const bytes = typeof message === 'string' ? Buffer.from(message) : message
    if (this.#state !== 'together') return
    // It need not go through another process to be heard here.
    if (this.#listeners.has(topic)) setImmediate(() => this.#hear(topic, bytes))
    this.#tell({ kind: 'send', topic, message: bytes })
  }

  hear(topic: string, listener: (message: Buffer) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    if (listeners.size === 1) this.#post({ kind: 'hear', topic })
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      this.#listeners.delete(topic)
      this.#post({ kind: 'hush', topic })
    }
  }

  watch(listener: (state: PeersState) => void): void {
    this.#watchers.add(listener)
  }

  async close(): Promise<void> {
    clearInterval(this.#beat)
    // What was sent last, such as a good-bye, is on its way before this.
    await this.#ask((ask) => ({ kind: 'ping', ask }))
    this.#isClosed = true
  }

  #beatEvery(everyMs: number): NodeJS.Timeout {
    return setInterval(() => void this.#askAnyway((ask) => ({ kind: 'ping', ask })), everyMs).unref()
  }

  async #ask(question: (ask: number) => ToMeeting): Promise<FromMeeting | null> {
    return this.#state === 'together' ? this.#askAnyway(question) : null
  }

  async #askAnyway(question: (ask: number) => ToMeeting): Promise<FromMeeting | null> {
    if (this.#isClosed || this.#asks.size >= MOST_ASKS) return null
    this.#lastAsk += 1
    const ask = this.#lastAsk
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#asks.delete(ask)
        this.#noteSilence()
        resolve(null)
      }, ANSWER_LIMIT_MS)
      this.#asks.set(ask, { answer: resolve, timer })
      this.#post(question(ask))
    })
  }

  #tell(message: ToMeeting): void {
    if (this.#state === 'together') this.#post(message)
  }

  #post(message: ToMeeting): void {
    if (this.#isClosed) return
    const sizeBytes = sizeOf(message)
    // Others count on each message of a kind: after one that was lost they are told everything anew.
    if (sizeBytes > 0 && this.#waitingBytes + sizeBytes > MOST_WAITING_BYTES) return this.#noteAway()
    this.#waitingBytes += sizeBytes
    this.#line.send(message, () => {
      this.#waitingBytes -= sizeBytes
    })
  }

  #take(message: FromMeeting): void {
    this.#silentSinceMs = null
    switch (message.kind) {
      case 'message':
        this.#hear(message.topic, bufferOf(message.message))
        break
      case 'missed':
        this.#change('away')
        break
      default: {
        const ask = this.#asks.get(message.ask)
        this.#asks.delete(message.ask)
        clearTimeout(ask?.timer)
        ask?.answer(message)
      }
    }
    if (this.#state === 'away') this.#noteBack()
  }

  #hear(topic: string, message: Buffer): void {
    for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener(message)
  }

  #noteSilence(): void {
    this.#silentSinceMs ??= performance.now()
    if (performance.now() - this.#silentSinceMs >= LONGEST_SILENCE_MS - ANSWER_LIMIT_MS) this.#noteAway()
  }

  #noteAway(): void {
    if (this.#state === 'away' || this.#isClosed) return
    this.#log.warn({}, 'the first process does not answer: until it does, this one does as if it were alone')
    clearInterval(this.#beat)
    this.#beat = this.#beatEvery(RETRY_MS)
    this.#change('away')
  }

  #noteBack(): void {
    this.#log.info('the processes of this hub reach each other')
    clearInterval(this.#beat)
    this.#beat = this.#beatEvery(BEAT_MS)
    this.#change('together')
  }

  #change(state: PeersState): void {
    if (this.#state === state || this.#isClosed) return
    this.#state = state
    for (const watcher of this.#watchers) watcher(state)
  }
}

/** What comes over the line is no Buffer, but has its bytes. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
