import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import {
  type IceServer,
  type LiveNews,
  type LiveRequest,
  liveCloseCodes,
  type ViewingEnd,
} from '../../src/contract/live/live'
import { readChunkHead } from '../../src/contract/live/live-chunk'
import type { Tier } from '../../src/contract/plans'
import type { Clock } from '../lib/clock'
import { STRANGERS_BYTES } from '../lib/request-limits'
import { hearRequest } from './hear-request'
import { chunkAllowance, MessageBudget, messageAllowance } from './message-budget'
import type { Admission } from './passes'
import { readMessage } from './read-message'
import type { Room } from './room'
import type { Switchboard } from './switchboard'
import type { Guest, Pass, Tab } from './tab'
import { Turns } from './turns'

/** A tab that does not read what it is told is let go before this; chunks of a relay stop long before (relay.ts). */
const MOST_WAITING_BYTES = 4 * 1024 ** 2
/** Pings in a row that nothing came after. */
const MOST_MISSED_BEATS = 2
/** The same while it is an end of a viewing: an answer may wait behind pictures on a slow line. */
const MOST_MISSED_VIEWING_BEATS = 4
/** Of messages that wait for those before them; above, the socket is not read for as long. */
const MOST_QUEUED_BYTES = 4 * 1024 ** 2
/** Tabs of one workspace. */
const MOST_TABS = 500
/** The other end closes too, or is cut off. */
const CLOSE_LIMIT_MS = 1_000
const GOING_AWAY = 1001
const FAILED = 1011

export interface ConnectionPorts {
  readonly switchboard: Switchboard
  readonly admit: (token: string, workspaceId: string | null) => Promise<Admission>
  readonly iceServers: readonly IceServer[]
  readonly helloLimitMs: number
  /** What the socket's bytes come by. */
  readonly line: Pick<Socket, 'bytesRead' | 'on' | 'off'>
  readonly clock: Clock
  readonly log: FastifyBaseLogger
}

interface Place {
  readonly guest: Guest
  readonly room: Room
}

type State =
  | { readonly phase: 'new' }
  /** Said hello, and is looked up. */
  | { readonly phase: 'asking' }
  | ({ readonly phase: 'in' } & Place)
  | { readonly phase: 'gone' }

/** The hub's end of one tab's socket. It leaves the switchboard by itself when the socket closes. */
export class Connection implements Tab {
  readonly #socket: WebSocket
  readonly #ports: ConnectionPorts
  readonly #messages = new MessageBudget(messageAllowance, performance.now())
  readonly #chunks = new MessageBudget(chunkAllowance, performance.now())
  readonly #helloLimit: NodeJS.Timeout
  readonly #mostStrangeBytes: number
  #state: State = { phase: 'new' }
  #who = ''
  #missedBeats = 0
  #missedViewingBeats = 0
  readonly #turns = new Turns()
  #queuedBytes = 0

  constructor(socket: WebSocket, ports: ConnectionPorts) {
    this.#socket = socket
    this.#ports = ports
    const { helloLimitMs, line } = ports
    this.#mostStrangeBytes = line.bytesRead + STRANGERS_BYTES
    line.on('data', this.#noteBytes)
    this.#helloLimit = setTimeout(() => this.#refuseStranger(), helloLimitMs).unref()
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => this.#noteHeard())
    socket.on('close', () => this.#leave('left'))
  }

  get who(): string {
    return this.#who
  }

  get isGone(): boolean {
    return this.#state.phase === 'gone'
  }

  get waitingBytes(): number {
    return this.#socket.bufferedAmount
  }

  tell(news: LiveNews): void {
    this.tellText(JSON.stringify(news))
  }

  tellText(text: string): void {
    if (this.isGone || this.#socket.readyState !== this.#socket.OPEN) return
    if (this.waitingBytes > MOST_WAITING_BYTES) return this.#cutOff()
    this.#socket.send(text)
  }

  sendChunk(chunk: Uint8Array): void {
    if (!this.isGone && this.#socket.readyState === this.#socket.OPEN) this.#socket.send(chunk, { binary: true })
  }

  /** The browser answers it by itself. */
  viewingBeat(): void {
    if (this.isGone) return
    if (this.#missedViewingBeats >= MOST_MISSED_VIEWING_BEATS) return this.#cutOff()
    this.#missedViewingBeats += 1
    this.#socket.ping()
  }

  /** A message is held until it is whole, and hello is short. */
  readonly #noteBytes = (): void => {
    if (this.#ports.line.bytesRead <= this.#mostStrangeBytes) return
    this.#refuseMessage()
    // What else is sent until the other end closes is not taken in.
    this.#socket.pause()
  }

  #noteHeard(): void {
    this.#missedBeats = 0
    this.#missedViewingBeats = 0
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.isGone) return
    this.#ports.line.off('data', this.#noteBytes)
    this.#noteHeard()
    const budget = isBinary ? this.#chunks : this.#messages
    if (!budget.take(performance.now())) return this.#refuse(liveCloseCodes.tooMany, 'Too many messages.')
    const sizeBytes = Buffer.isBuffer(data) ? data.length : 0
    if (isBinary) return this.#queue(null, sizeBytes, () => this.#hearChunk(data))
    const request = readMessage(String(data))
    // Not in turn: the tab finds the hub's time by it, and that the hub is there, whatever waits for the database.
    if (request?.kind === 'ping' && request.sentAtMs !== undefined && this.#state.phase === 'in')
      return this.#answerPing(request)
    this.#queue(request, sizeBytes, () => this.#hear(request))
  }

  #queue(request: LiveRequest | null, sizeBytes: number, hear: () => Promise<void> | void): void {
    this.#queuedBytes += sizeBytes
    if (this.#queuedBytes > MOST_QUEUED_BYTES) this.#socket.pause()
    this.#turns.take(request, () => this.#hearInTurn(sizeBytes, hear))
  }

  /** Never rejects. */
  async #hearInTurn(sizeBytes: number, hear: () => Promise<void> | void): Promise<void> {
    try {
      if (!this.isGone) await hear()
    } catch (problem) {
      this.#ports.log.error({ problem: String(problem) }, 'a message of live view failed')
      this.#refuse(FAILED, 'Something went wrong on the hub. Try again.')
    }
    this.#queuedBytes -= sizeBytes
    if (this.#queuedBytes === 0 && this.#socket.isPaused) this.#socket.resume()
  }

  #hear(request: LiveRequest | null): Promise<void> | void {
    if (request === null) return this.#refuseMessage()
    const state = this.#state
    if (request.kind === 'hello') return state.phase === 'new' ? this.#admit(request) : this.#refuseMessage()
    if (state.phase !== 'in') return this.#refuseMessage()
    if (request.kind === 'ping') return this.#answerPing(request)
    return hearRequest(state.room, this, () => state.guest.pass.tierNow(), request)
  }

  #answerPing({ sentAtMs }: Extract<LiveRequest, { kind: 'ping' }>): void {
    this.tell({ kind: 'ping', hubMs: this.#ports.clock.now(), ...(sentAtMs !== undefined && { sentAtMs }) })
  }

  #hearChunk(data: RawData): void {
    const chunk = Buffer.isBuffer(data) ? data : null
    const head = chunk === null ? null : readChunkHead(chunk)
    if (chunk === null || head === null || this.#state.phase !== 'in') return this.#refuseMessage()
    this.#state.room.relayChunk(this, head, chunk)
  }

  async #admit({ token, workspaceId }: Extract<LiveRequest, { kind: 'hello' }>): Promise<void> {
    const { switchboard, admit, iceServers } = this.#ports
    clearTimeout(this.#helloLimit)
    this.#state = { phase: 'asking' }
    const admission = await admit(token, workspaceId)
    if (this.isGone) return
    if (admission.kind !== 'pass') return this.#refuse(liveCloseCodes.notAllowed, 'Sign in to go on.')
    const { pass } = admission
    const room = switchboard.roomOf(pass.workspaceId)
    if (room.size >= MOST_TABS) return this.#refuse(liveCloseCodes.tooMany, 'Too many tabs of this workspace.')
    this.#who = pass.who
    this.#state = { phase: 'in', room, guest: this.#guestOf(pass, room) }
    switchboard.enter(this.#state.guest)
    this.tell({ kind: 'welcome', iceServers: [...iceServers] })
    room.join(this)
  }

  #guestOf(pass: Pass, room: Room): Guest {
    return {
      pass,
      noteTier: (tier: Tier) => room.noteTier(this, tier),
      expel: () => this.#refuse(liveCloseCodes.notAllowed, 'Sign in to go on.', 'not-allowed'),
      close: () => this.#refuse(GOING_AWAY, 'The hub is closing.'),
      beat: () => this.#beat(),
    }
  }

  /** Browsers answer the socket's own ping without the page, whose timers may rest; the page hears the other. */
  #beat(): void {
    if (this.#missedBeats >= MOST_MISSED_BEATS) return this.#cutOff()
    this.#missedBeats += 1
    this.#socket.ping()
    this.tell({ kind: 'ping' })
  }

  #refuseStranger(): void {
    this.#refuse(liveCloseCodes.notAllowed, 'Nobody said hello.')
  }

  #refuseMessage(): void {
    this.#refuse(liveCloseCodes.badMessage, 'This message could not be read.')
  }

  #refuse(code: number, sentence: string, toCameras: ViewingEnd = 'left'): void {
    if (this.isGone) return
    this.#leave(toCameras)
    this.#socket.close(code, sentence)
    setTimeout(() => this.#socket.terminate(), CLOSE_LIMIT_MS).unref()
  }

  #cutOff(): void {
    this.#leave('left')
    this.#socket.terminate()
  }

  #leave(toCameras: ViewingEnd): void {
    clearTimeout(this.#helloLimit)
    this.#ports.line.off('data', this.#noteBytes)
    const state = this.#state
    if (state.phase === 'in') {
      // It hears of the end of what it looks through.
      state.room.leave(this, toCameras)
      this.#ports.switchboard.leave(state.guest)
    }
    this.#state = { phase: 'gone' }
  }
}
