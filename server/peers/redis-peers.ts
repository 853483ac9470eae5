import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Peers, PeersLog, PeersState } from './peers'

/** For an answer: whoever waits has another way. */
const ANSWER_LIMIT_MS = 250
/** Without an answer in time for so long the connection counts as dead; a moment in which this process was busy does not. */
const LONGEST_SILENCE_MS = 500
const CONNECT_LIMIT_MS = 3_000
/** Both connections are asked whether they are there, so that a line that is dead is known before it is needed. */
const BEAT_MS = 2_000
const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000
/** Above this what is sent is dropped: a server that takes nothing must not fill the hub's memory. */
const MOST_WAITING_BYTES = 32 * 1024 ** 2

export interface RedisPeersPorts {
  readonly url: string
  /** Tells hubs of one database from others at the same server. */
  readonly realm: string
  readonly log: PeersLog
}

/** Hubs that meet at a Redis or Valkey. It is connected to in the background, and again, ever less often, while it is away. */
export class RedisPeers implements Peers {
  readonly hubId = randomUUID()
  readonly #log: PeersLog
  readonly #prefix: string
  readonly #asking: Redis
  /** A connection that listens can do nothing else. */
  readonly #hearing: Redis
  readonly #listeners = new Map<string, Set<(message: Buffer) => void>>()
  readonly #watchers = new Set<(state: PeersState) => void>()
  #state: PeersState = 'away'
  #hasTold = false
  #waitingBytes = 0
  #waitingMessageBytes = 0
  /** Since when no answer came in time; null: the last one did. */
  #silentSinceMs: number | null = null
  #isClosed = false
  readonly #beat: NodeJS.Timeout

  constructor({ url, realm, log }: RedisPeersPorts) {
    this.#log = log
    this.#prefix = `nightjar:${realm}:`
    this.#asking = this.#connection(url, 'asks')
    this.#hearing = this.#connection(url, 'hears')
    this.#hearing.on('messageBuffer', (topic: Buffer, message: Buffer) => this.#hear(String(topic), message))
    this.#hearing.on('ready', () => void this.#listenAgain())
    this.#asking.on('ready', () => this.#noteState())
    this.#beat = setInterval(() => {
      void this.#ask(() => this.#asking.ping())
      // Its own limit ends a connection that says nothing.
      if (this.#hearing.status === 'ready') this.#quietly(this.#hearing.ping())
    }, BEAT_MS).unref()
  }

  get state(): PeersState {
    return this.#state
  }

  get waitingBytes(): number {
    return this.#waitingMessageBytes
  }

  put(key: string, value: Buffer, keptMs: number): void {
    void this.#tell(value.length, () => this.#asking.set(this.#prefix + key, value, 'PX', keptMs))
  }

  find(key: string): Promise<Buffer | null> {
    return this.#ask(() => this.#asking.getBuffer(this.#prefix + key))
  }

  drop(key: string): void {
    void this.#tell(0, () => this.#asking.del(this.#prefix + key))
  }

  async count(key: string, by: 1 | -1, keptMs: number): Promise<number | null> {
    const name = this.#prefix + key
    const [counted] = (await this.#ask(() => this.#asking.multi().incrby(name, by).pexpire(name, keptMs).exec())) ?? []
    const count = counted?.[1]
    return typeof count === 'number' ? count : null
  }

  async hold(key: string, keptMs: number): Promise<boolean | null> {
    const name = this.#prefix + key
    const isNew = await this.#ask(() => this.#asking.set(name, this.hubId, 'PX', keptMs, 'NX'))
    if (isNew === 'OK') return true
    if (this.#state !== 'together') return null
    const holder = await this.#ask(() => this.#asking.get(name))
    if (holder === this.hubId) await this.#ask(() => this.#asking.pexpire(name, keptMs))
    return holder === null ? null : holder === this.hubId
  }

  release(key: string): void {
    this.drop(key)
  }

  send(topic: string, message: Buffer | string): void {
    const { length } = message
    this.#waitingMessageBytes += length
    const sent = this.#tell(length, () => this.#asking.publish(this.#prefix + topic, message))
    void sent.then(() => {
      this.#waitingMessageBytes -= length
    })
  }

  hear(topic: string, listener: (message: Buffer) => void): () => void {
    const name = this.#prefix + topic
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    if (listeners.size === 1) this.#quietly(this.#hearing.subscribe(name))
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      this.#listeners.delete(name)
      this.#quietly(this.#hearing.unsubscribe(name))
    }
  }

  watch(listener: (state: PeersState) => void): void {
    this.#watchers.add(listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#beat)
    // What was sent last, such as a good-bye, is on its way before this.
    await this.#ask(() => this.#asking.ping())
    this.#asking.disconnect()
    this.#hearing.disconnect()
  }

  #connection(url: string, what: string): Redis {
    const connection = new Redis(url, {
      connectionName: `nightjar-${what}`,
      connectTimeout: CONNECT_LIMIT_MS,
      // One that connected and says nothing is tried anew.
      socketTimeout: CONNECT_LIMIT_MS,
      ...(what === 'asks' && { commandTimeout: ANSWER_LIMIT_MS }),
      // Nothing waits for a server that is away.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      autoResubscribe: false,
      maxRetriesPerRequest: 0,
      protocol: 2,
      retryStrategy: (times) => Math.min(FIRST_RETRY_MS * 2 ** Math.min(times, 10), LONGEST_RETRY_MS),
    })
    connection.on('error', (problem: Error) => this.#noteAway(problem.message))
    connection.on('close', () => this.#noteAway('the connection ended'))
    return connection
  }

  async #listenAgain(): Promise<void> {
    try {
      if (this.#listeners.size > 0) await this.#hearing.subscribe(...this.#listeners.keys())
      this.#noteState()
    } catch (problem) {
      this.#noteAway(String(problem))
    }
  }

  #hear(topic: string, message: Buffer): void {
    for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener(message)
  }

  async #ask<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
    if (this.#asking.status !== 'ready') return null
    try {
      const answer = await work()
      this.#silentSinceMs = null
      return answer
    } catch (problem) {
      this.#noteFailure(problem)
      return null
    }
  }

  /** Never rejects. */
  async #tell(sizeBytes: number, work: () => Promise<unknown>): Promise<void> {
    if (this.#waitingBytes > MOST_WAITING_BYTES) return
    this.#waitingBytes += sizeBytes
    await this.#ask(work)
    this.#waitingBytes -= sizeBytes
  }

  #quietly(work: Promise<unknown>): void {
    // A connection that is not there listens to all of them once it is.
    work.catch(() => undefined)
  }

  #noteFailure(problem: unknown): void {
    if (!String(problem).includes('timed out')) return
    this.#silentSinceMs ??= performance.now()
    if (performance.now() - this.#silentSinceMs < LONGEST_SILENCE_MS) return
    this.#silentSinceMs = null
    this.#noteAway('it does not answer in time')
    this.#asking.disconnect(true)
  }

  #noteState(): void {
    if (this.#asking.status !== 'ready' || this.#hearing.status !== 'ready') return
    this.#hasTold = false
    if (this.#state !== 'together') this.#log.info('hubs reach each other by PUBSUB_URL')
    this.#change('together')
  }

  #noteAway(problem: string): void {
    if (this.#isClosed) return
    if (!this.#hasTold)
      this.#log.warn({ problem }, 'PUBSUB_URL cannot be reached: until it can, this hub does as if it were alone')
    this.#hasTold = true
    this.#change('away')
  }

  #change(state: PeersState): void {
    if (this.#state === state || this.#isClosed) return
    this.#state = state
    for (const watcher of this.#watchers) watcher(state)
  }
}
