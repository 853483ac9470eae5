import { randomUUID } from 'node:crypto'
import type { IClientOptions, MqttClient } from 'mqtt'
import type { MqttConfig } from './mqtt-config'

/** To be there, and to be let in. */
const CONNECT_LIMIT_MS = 4_000
/** A broker that acknowledges nothing for this long is away. */
const ANSWER_LIMIT_MS = 8_000
/** For the last words of a hub that stops. */
const CLOSE_LIMIT_MS = 1_500
/** A broker notices after half as long again that the hub is gone. */
const KEEP_ALIVE_SECONDS = 15

export interface Message {
  readonly topic: string
  /** '' takes a retained one away. */
  readonly body: string | Buffer
  readonly isRetained: boolean
}

export interface SessionOptions {
  /** What the broker tells others once this session has broken off; null: nothing. */
  readonly will: Message | null
  readonly onMessage: (message: Message) => void
}

export type Opened =
  | { readonly kind: 'open'; readonly session: BrokerSession }
  | { readonly kind: 'failed'; readonly problem: string }

/**
 * One connection to the broker. It is not mended: whoever opened it opens another, so that nothing waits in it for a broker
 * that is away. Whoever opens it calls `close`.
 */
export class BrokerSession {
  /** Resolves to why it is over. */
  readonly over: Promise<string>
  readonly #client: MqttClient
  readonly #pending = new Set<(isDone: boolean) => void>()
  #end: (problem: string) => void = () => undefined
  #isOver = false

  private constructor(client: MqttClient) {
    this.#client = client
    this.over = new Promise((resolve) => {
      this.#end = (problem) => {
        this.#isOver = true
        for (const settle of [...this.#pending]) settle(false)
        resolve(problem)
      }
    })
  }

  /** Never rejects. */
  static async open(broker: MqttConfig, { will, onMessage }: SessionOptions, signal: AbortSignal): Promise<Opened> {
    // Only a hub that has a broker loads it.
    const { connect } = await import('mqtt')
    const client = connect(optionsOf(broker, will))
    const session = new BrokerSession(client)
    let problem = 'it closed the connection'
    client.on('error', (error) => {
      problem = reasonOf(error)
    })
    client.on('message', (topic, body, { retain }) => onMessage({ topic, body, isRetained: retain }))
    client.once('close', () => session.#end(problem))
    const abort = () => session.#drop('the hub stops')
    signal.addEventListener('abort', abort, { once: true })
    const connected = new Promise<null>((resolve) => client.once('connect', () => resolve(null)))
    const failed = await Promise.race([connected, session.over])
    signal.removeEventListener('abort', abort)
    if (failed === null && !signal.aborted) return { kind: 'open', session }
    session.#drop(problem)
    return { kind: 'failed', problem }
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Resolves once the broker has it; false: the session is over. */
  publish({ topic, body, isRetained }: Message): Promise<boolean> {
    return this.#answered((settle) =>
      this.#client.publish(topic, body, { qos: 1, retain: isRetained }, (problem) => settle(!problem)),
    )
  }

  /** false: the broker does not let us, or the session is over. */
  subscribe(topics: readonly string[]): Promise<boolean> {
    return this.#answered((settle) =>
      this.#client.subscribe([...topics], { qos: 1 }, (problem, granted) =>
        settle(!problem && granted?.every(({ qos }) => qos < 128) === true),
      ),
    )
  }

  unsubscribe(topic: string): Promise<boolean> {
    return this.#answered((settle) => this.#client.unsubscribe(topic, (problem) => settle(!problem)))
  }

  /** In an orderly way, so that the broker tells nobody of the will; `last` goes before. */
  async close(last: Message | null): Promise<void> {
    if (this.#isOver) return
    const late = setTimeout(() => this.#drop('the hub stops'), CLOSE_LIMIT_MS)
    if (last !== null) await this.publish(last)
    if (!this.#isOver) this.#client.end(false)
    await this.over
    clearTimeout(late)
    this.#client.end(true)
  }

  #answered(ask: (settle: (isDone: boolean) => void) => void): Promise<boolean> {
    if (this.#isOver) return Promise.resolve(false)
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#drop('it acknowledges nothing'), ANSWER_LIMIT_MS)
      const settle = (isDone: boolean) => {
        clearTimeout(late)
        this.#pending.delete(settle)
        resolve(isDone)
      }
      this.#pending.add(settle)
      ask(settle)
    })
  }

  #drop(problem: string): void {
    this.#end(problem)
    this.#client.end(true)
  }
}

function optionsOf({ isSecure, host, port, username, password }: MqttConfig, will: Message | null): IClientOptions {
  return {
    protocol: isSecure ? 'mqtts' : 'mqtt',
    host,
    port,
    ...(username !== null && { username }),
    ...(password !== null && { password }),
    // Two of one name would push each other out.
    clientId: `nightjar-${randomUUID().slice(0, 13)}`,
    clean: true,
    reconnectPeriod: 0,
    queueQoSZero: false,
    resubscribe: false,
    connectTimeout: CONNECT_LIMIT_MS,
    keepalive: KEEP_ALIVE_SECONDS,
    ...(will !== null && {
      will: { topic: will.topic, payload: Buffer.from(will.body), qos: 1, retain: will.isRetained },
    }),
  }
}

/** What went wrong. Where its name leads to several addresses, the error has one of each and no words of its own. */
function reasonOf(error: Error): string {
  const errors: readonly Error[] = error instanceof AggregateError ? error.errors : [error]
  const sentence = errors.map(sentenceOf).findLast((known) => known !== null)
  return sentence ?? (error.message || 'it cannot be reached')
}

/** Without the address: others have that. null: none is known. */
function sentenceOf(error: Error): string | null {
  const code = 'code' in error ? error.code : null
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there'
    case 'ECONNRESET':
      return 'it breaks the connection off, as where MQTT_URL begins with mqtt:// and the port speaks TLS, or the other way round'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its name leads to no address'
    case 4:
    case 5:
    case 134:
    case 135:
      return 'it does not take this user name and password'
    default:
      return error.message === 'connack timeout' ? 'it does not answer' : null
  }
}
