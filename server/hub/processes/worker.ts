import type { Remedy } from '../../lib/startup-problem'
import type { BrokerState } from '../../mqtt/publisher'
import type { FromMeeting } from '../../peers/meeting-messages'
import { type Figures, type FromWorker, toWorker } from './messages'
import type { OwnProcess } from './own-process'

/** Which of how many a process is, as `2/4`; only its own first process sets it. */
export const PROCESS_MARK = 'NIGHTJAR_PROCESS'

const FIGURES_LIMIT_MS = 2_000

/** The side of a process that serves the hub; null: this one was not begun by another. */
export function openWorker(environment: Readonly<Record<string, string | undefined>>): Worker | null {
  const [, number, of] = /^(\d+)\/(\d+)$/.exec(environment[PROCESS_MARK] ?? '') ?? []
  return number === undefined || of === undefined ? null : new Worker(Number(number), Number(of))
}

export class Worker implements OwnProcess {
  readonly number: number
  readonly of: number
  readonly line: OwnProcess['line']
  #running = 0
  #broker: BrokerState = 'waiting'
  #meetingListener: (message: FromMeeting) => void = () => undefined
  #readFigures: () => Promise<Figures> = async () => []
  #close: () => void = () => process.exit(0)
  #lastAsk = 0
  readonly #asks = new Map<number, (figures: readonly Figures[]) => void>()

  constructor(number: number, of: number) {
    this.number = number
    this.of = of
    this.line = {
      send: (message, done) => post({ kind: 'peers', message }, done),
      hear: (listener) => {
        this.#meetingListener = listener
      },
    }
    process.on('message', (message: unknown) => this.#take(message))
    post({ kind: 'hears' })
  }

  get running(): number {
    return this.#running
  }

  get broker(): BrokerState {
    return this.#broker
  }

  tellBroker(state: BrokerState): void {
    post({ kind: 'broker', state })
  }

  sayReady(said: string): void {
    post({ kind: 'ready', said })
  }

  /** Resolves once they are told. */
  sayProblems(problems: readonly string[], remedy: Remedy): Promise<void> {
    return new Promise((resolve) => post({ kind: 'problems', problems: [...problems], remedy }, resolve))
  }

  /** Before that it ends at once when it is told to. */
  onClose(close: () => void): void {
    this.#close = close
  }

  serveFigures(read: () => Promise<Figures>): void {
    this.#readFigures = read
  }

  figuresOfAll(): Promise<readonly Figures[]> {
    this.#lastAsk += 1
    const ask = this.#lastAsk
    return new Promise((resolve) => {
      const answer = (figures: readonly Figures[]) => {
        clearTimeout(late)
        this.#asks.delete(ask)
        resolve(figures)
      }
      const late = setTimeout(() => void this.#readFigures().then((own) => answer([own])), FIGURES_LIMIT_MS)
      this.#asks.set(ask, answer)
      post({ kind: 'want-figures', ask })
    })
  }

  #take(raw: unknown): void {
    const { data: message } = toWorker.safeParse(raw)
    switch (message?.kind) {
      case 'peers':
        return this.#meetingListener(message.message)
      case 'close':
        return this.#close()
      case 'running':
        this.#running = message.running
        this.#broker = message.broker
        return
      case 'tell-figures':
        return void this.#tellFigures(message.ask)
      case 'all-figures':
        return this.#asks.get(message.ask)?.(message.figures)
    }
  }

  async #tellFigures(ask: number): Promise<void> {
    post({ kind: 'figures', ask, figures: await this.#readFigures() })
  }
}

/** Where the first process is gone this one ends by itself, and nobody is told anything. */
function post(message: FromWorker, done: () => void = () => undefined): void {
  if (process.send === undefined || !process.connected) return done()
  process.send(message, undefined, undefined, done)
}
