import * as z from 'zod/mini'
import {
  LIVE_ANSWER_LIMIT_MS,
  LIVE_FIRST_RETRY_MS,
  LIVE_LAST_RETRY_MS,
  LIVE_PATH,
  LIVE_PING_INTERVAL_MS,
  LIVE_PROTOCOL,
  LIVE_QUIET_MS,
  LIVE_VIEWING_BEAT_MS,
  type LiveNews,
  type LiveRequest,
  liveCloseCodes,
  liveNews,
} from '../contract/live/live'
import { jsonIn } from '../lib/json'
import type { After } from '../lib/time-limit'
import { HubClock } from './hub-clock'
import type { StoredSession } from './token-store'

/** The part of a WebSocket that is used. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'addEventListener' | 'readyState' | 'bufferedAmount'> & {
  binaryType: BinaryType
}

export interface LiveSocketPorts {
  /** Opens a socket at a path of the provider, below its version prefix. */
  readonly open: (path: string, protocol: string) => Socket
  /** null: nobody is signed in. */
  readonly session: () => StoredSession | null
  /** Has the token renewed where it is over; whoever cannot stay signed in is signed out by it. Never rejects. */
  readonly renewToken: () => Promise<void>
  readonly after: After
  /** Milliseconds since the epoch. */
  readonly nowMs: () => number
  /** 0 to 1. */
  readonly random: () => number
}

export interface LiveSocketEvents {
  /** The hub knows who is here; comes first after each opening. */
  onOpen(): void
  onNews(news: LiveNews): void
  /** A chunk of a relay, head and all (`contract/live/live-chunk.ts`). */
  onChunk(chunk: Uint8Array): void
  /** The line is gone, with all that was under way on it; another opening follows by itself. */
  onGone(): void
}

type Line =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'opening'; readonly socket: Socket }
  | { readonly phase: 'open'; readonly socket: Socket }
  | { readonly phase: 'closed' }

/** How long a line may say nothing until it is asked, and until the answer: then it is dead, whatever the browser thinks. */
interface Patience {
  readonly quietMs: number
  readonly answerMs: number
}

/** The hub says by itself that it is there. */
const usualPatience: Patience = { quietMs: LIVE_PING_INTERVAL_MS, answerMs: 1.5 * LIVE_PING_INTERVAL_MS }
const watchingPatience: Patience = { quietMs: LIVE_QUIET_MS, answerMs: LIVE_ANSWER_LIMIT_MS }

/** An answer may wait behind pictures on a slow line. */
const MOST_MORE_WAITS = 3
/** So many may be on their way into the system at any time, which takes them on a dead line too. */
const ANY_TIME_BYTES = 16 * 1024

/** A network that comes back may have forgotten an opening: it is begun anew; a slow network gets more time with each. */
const FIRST_OPENING_LIMIT_MS = 4_000
const LAST_OPENING_LIMIT_MS = 10_000

/** When the hub is asked for its time after the opening, which keeps both busy; then with each ping. */
const FIRST_PINGS_MS = [0, 500, 1_500] as const

/**
 * One socket to the hub for as long as it is not closed: opens it anew after each loss, with a pause that grows and
 * differs from tab to tab, so that a hub that was away is not run over by all its cameras at once.
 */
export class LiveSocket {
  readonly #ports: LiveSocketPorts
  readonly #events: LiveSocketEvents
  #line: Line = { phase: 'waiting' }
  #retryMs = LIVE_FIRST_RETRY_MS
  #openingLimitMs = FIRST_OPENING_LIMIT_MS
  readonly #clock = new HubClock()
  readonly #watches = new Set<object>()
  /** Those of FIRST_PINGS_MS that are still to come. */
  #firstPingsMs: readonly number[] = []
  #cancelNext: () => void = () => undefined
  #cancelPing: () => void = () => undefined
  #cancelSilence: () => void = () => undefined
  /** To the socket; only the difference between two moments of one line is asked for. */
  #handedBytes = 0

  constructor(ports: LiveSocketPorts, events: LiveSocketEvents) {
    this.#ports = ports
    this.#events = events
    this.#open()
  }

  get isOpen(): boolean {
    return this.#line.phase === 'open'
  }

  /** What was handed to `sendChunk` and has not left yet. */
  get waitingBytes(): number {
    return this.#line.phase === 'open' ? this.#line.socket.bufferedAmount : 0
  }

  /** How far the hub's clock is ahead of this one; null: not known. */
  get hubAheadMs(): number | null {
    return this.#clock.aheadMs
  }

  /**
   * Until the returned function is called, a dead line is noticed within five seconds, and the hub told as often that this
   * end is there: somebody looks at what comes on it, or at what it sends.
   */
  watch(): () => void {
    const watch = {}
    this.#watches.add(watch)
    if (this.#line.phase === 'open' && this.#watches.size === 1) {
      this.#listenFor(this.#line.socket)
      if (this.#firstPingsMs.length === 0) this.#pingLater([])
    }
    return () => void this.#watches.delete(watch)
  }

  /** false: there is no line, and nothing is kept for the next one. */
  send(request: LiveRequest): boolean {
    if (this.#line.phase !== 'open') return false
    const text = JSON.stringify(request)
    this.#handedBytes += text.length
    this.#line.socket.send(text)
    return true
  }

  sendChunk(chunk: Uint8Array<ArrayBuffer>): boolean {
    if (this.#line.phase !== 'open') return false
    this.#handedBytes += chunk.byteLength
    this.#line.socket.send(chunk)
    return true
  }

  close(): void {
    const line = this.#line
    this.#line = { phase: 'closed' }
    this.#cancelTimers()
    if (line.phase === 'opening' || line.phase === 'open') line.socket.close(1000)
  }

  #open(): void {
    const session = this.#ports.session()
    if (session === null) return this.#openLater()
    const socket = this.#ports.open(LIVE_PATH, LIVE_PROTOCOL)
    socket.binaryType = 'arraybuffer'
    this.#line = { phase: 'opening', socket }
    this.#limitOpening(socket)
    socket.addEventListener('open', () => {
      const { token, workspaceId } = session
      const hello: LiveRequest = { kind: 'hello', token, workspaceId }
      socket.send(JSON.stringify(hello))
    })
    socket.addEventListener('message', ({ data }) => {
      if (this.#isOf(socket)) this.#hear(socket, data)
    })
    socket.addEventListener('close', ({ code }) => {
      if (this.#isOf(socket)) this.#lose(code)
    })
  }

  #isOf(socket: Socket): boolean {
    return (this.#line.phase === 'opening' || this.#line.phase === 'open') && this.#line.socket === socket
  }

  #hear(socket: Socket, data: unknown): void {
    const isOpen = this.#line.phase === 'open'
    if (isOpen) this.#listenFor(socket)
    if (data instanceof ArrayBuffer) return this.#events.onChunk(new Uint8Array(data))
    const news = newsOf(data)
    // A newer hub may say more.
    if (news === null) return
    if (news.kind === 'ping') return this.#noteTime(news)
    if (news.kind === 'welcome' && !isOpen) this.#begin(socket)
    this.#events.onNews(news)
  }

  #begin(socket: Socket): void {
    this.#line = { phase: 'open', socket }
    this.#retryMs = LIVE_FIRST_RETRY_MS
    this.#openingLimitMs = FIRST_OPENING_LIMIT_MS
    this.#listenFor(socket)
    this.#pingLater(FIRST_PINGS_MS)
    this.#events.onOpen()
  }

  #noteTime({ sentAtMs, hubMs }: Extract<LiveNews, { kind: 'ping' }>): void {
    if (sentAtMs === undefined || hubMs === undefined) return
    this.#clock.note({ sentAtMs, hubMs, receivedAtMs: this.#ports.nowMs() })
  }

  #lose(code: number): void {
    const wasOpen = this.#line.phase === 'open'
    this.#line = { phase: 'waiting' }
    this.#cancelTimers()
    if (wasOpen) this.#events.onGone()
    if (code !== liveCloseCodes.notAllowed) return this.#openLater()
    void this.#ports.renewToken().then(() => {
      if (this.#line.phase === 'waiting') this.#openLater()
    })
  }

  #openLater(): void {
    const waitMs = this.#retryMs * (0.5 + this.#ports.random())
    this.#retryMs = Math.min(LIVE_LAST_RETRY_MS, this.#retryMs * 2)
    this.#cancelNext = this.#ports.after(waitMs, () => this.#open())
  }

  #pingLater(firstPingsMs: readonly number[]): void {
    const [firstMs, ...laterMs] = firstPingsMs
    this.#firstPingsMs = firstPingsMs
    this.#cancelPing()
    const usualMs = this.#watches.size > 0 ? LIVE_VIEWING_BEAT_MS : LIVE_PING_INTERVAL_MS
    this.#cancelPing = this.#ports.after(firstMs ?? usualMs, () => {
      this.#ping()
      this.#pingLater(laterMs)
    })
  }

  #ping(): void {
    this.send({ kind: 'ping', sentAtMs: this.#ports.nowMs() })
  }

  /** Until the next word: a line that says nothing is asked, as timers of a hidden page may have kept both ends from it. */
  #listenFor(socket: Socket): void {
    const { quietMs, answerMs } = this.#watches.size > 0 ? watchingPatience : usualPatience
    this.#cancelSilence()
    this.#cancelSilence = this.#ports.after(quietMs, () => {
      this.#awaitAnswer(socket, answerMs, MOST_MORE_WAITS)
      this.#ping()
    })
  }

  /** Where many bytes wait, some leave only as the other end takes some: it is there, and slow. */
  #awaitAnswer(socket: Socket, answerMs: number, moreWaits: number): void {
    const waitingBytes = socket.bufferedAmount
    const leftBytes = this.#handedBytes - waitingBytes
    this.#cancelSilence = this.#ports.after(answerMs, () => {
      const isLeaving = waitingBytes > ANY_TIME_BYTES && this.#handedBytes - socket.bufferedAmount > leftBytes
      if (isLeaving && moreWaits > 0) this.#awaitAnswer(socket, answerMs, moreWaits - 1)
      else this.#giveUp(socket)
    })
  }

  #limitOpening(socket: Socket): void {
    this.#cancelSilence()
    this.#cancelSilence = this.#ports.after(this.#openingLimitMs, () => {
      this.#openingLimitMs = Math.min(LAST_OPENING_LIMIT_MS, 2 * this.#openingLimitMs)
      this.#giveUp(socket)
    })
  }

  /** Its own close event may take as long as the network is gone. */
  #giveUp(socket: Socket): void {
    if (!this.#isOf(socket)) return
    socket.close()
    this.#lose(1006)
  }

  #cancelTimers(): void {
    this.#cancelNext()
    this.#cancelPing()
    this.#cancelSilence()
  }
}

function newsOf(data: unknown): LiveNews | null {
  const read = z.safeParse(liveNews, jsonIn(String(data)))
  return read.success ? read.data : null
}
