import cluster, { type Worker as Child } from 'node:cluster'
import { hostname } from 'node:os'
import pino, { type Logger } from 'pino'
import { lockFolder } from '../../db/folder-lock'
import { onClosedTerminal, onEndSignals } from '../../lib/end-signals'
import { EXIT_CODES, type Remedy } from '../../lib/startup-problem'
import type { BrokerState } from '../../mqtt/publisher'
import { type Guest, Meeting } from '../../peers/meeting'
import { prepareDataFolder, startupProblemOf } from '../../storage/data-folder'
import { clearAllStaged } from '../../storage/staging'
import type { Config } from '../config'
import { endOf } from './end-of'
import { FiguresOfAll } from './figures-of-all'
import { type FromWorker, fromWorker, type ToWorker } from './messages'
import { Restarts } from './restarts'
import { PROCESS_MARK } from './worker'

/** Where none serves, and each has died so often soon after its start, whoever began this one is told. */
const MOST_SHORT_LIVES = 6

interface Slot {
  readonly number: number
  readonly restarts: Restarts
  child: Child | null
  guest: Guest | null
  /** What the terminal is told of it; null: it does not serve yet. */
  said: string | null
  broker: BrokerState
  waiting: NodeJS.Timeout | null
}

export interface PrimaryPorts {
  /** Of the hub, which each process runs. */
  readonly program: string
  say(text: string): void
  complain(problems: readonly string[], remedy: Remedy): void
}

/** Sentences why a process cannot start, or none of them goes on. */
interface Trouble {
  readonly problems: readonly string[]
  readonly remedy: Remedy
}

/**
 * The first process of a hub that has several: it holds the data folder, accepts connections and deals them to the others,
 * which meet in it. It serves nothing itself, so that it has little to die of. Rejects with StartupProblem.
 */
export async function runPrimary(config: Config, ports: PrimaryPorts): Promise<void> {
  const unlock = await holdFolder(config)
  const log = pino(
    { level: config.logLevel, base: { pid: process.pid, hostname: hostname(), process: 0 } },
    process.stderr,
  )
  // Buffers go over the line as they are.
  cluster.setupPrimary({ exec: ports.program, args: [], serialization: 'advanced' })
  const primary = new Primary(config.processes, log, ports)
  const end = async (code: number) => {
    const wasOrderly = await primary.close()
    unlock()
    process.exit(code === 0 && !wasOrderly ? 1 : code)
  }
  const close = () => {
    if (!primary.isClosing) void end(0)
  }
  onEndSignals(close, () => primary.kill())
  onClosedTerminal(close)
  const ended = await primary.start()
  if (ended === 'closed') return
  ports.complain(ended.problems, ended.remedy)
  await end(EXIT_CODES[ended.remedy])
}

async function holdFolder({ dataDir }: Config): Promise<() => void> {
  try {
    await prepareDataFolder(dataDir)
    const unlock = await lockFolder(dataDir)
    // Each process clears its own as it starts; what was left where there were more of them, or one alone, is nobody's.
    await clearAllStaged(dataDir)
    return unlock
  } catch (problem) {
    throw startupProblemOf(problem, dataDir)
  }
}

class Primary {
  readonly #log: Logger
  readonly #ports: PrimaryPorts
  readonly #slots: readonly Slot[]
  readonly #meeting = new Meeting()
  readonly #figures = new FiguresOfAll()
  #isClosing = false
  #isStarted = false
  #end: (end: 'closed' | Trouble) => void = () => undefined

  constructor(count: number, log: Logger, ports: PrimaryPorts) {
    this.#log = log
    this.#ports = ports
    this.#slots = Array.from({ length: count }, (_, index) => ({
      number: index + 1,
      restarts: new Restarts(),
      child: null,
      guest: null,
      waiting: null,
      said: null,
      broker: 'waiting',
    }))
  }

  get isClosing(): boolean {
    return this.#isClosing
  }

  /** Resolves when it is over: it was closed, or it cannot go on for these reasons. */
  start(): Promise<'closed' | Trouble> {
    return new Promise((resolve) => {
      this.#end = resolve
      const [first] = this.#slots
      // It brings the tables up to date and files and rows together; the others come after it.
      if (first !== undefined) this.#begin(first)
    })
  }

  /** Each finishes what is in flight, as a hub of one process does; whether all of them did. */
  async close(): Promise<boolean> {
    this.#isClosing = true
    const left = this.#slots.flatMap(({ waiting, child }) => {
      if (waiting !== null) clearTimeout(waiting)
      return child === null ? [] : [child]
    })
    const ended = left.map((child) => {
      const gone = endOf(child)
      tell(child, { kind: 'close' })
      return gone
    })
    const ends = await Promise.all(ended)
    if (ends.includes('killed')) this.#log.error('a process of the hub did not end, and was killed')
    this.#end('closed')
    return ends.every((end) => end === 'orderly')
  }

  kill(): void {
    for (const { child } of this.#slots) child?.process.kill('SIGKILL')
    process.exit(1)
  }

  #begin(slot: Slot): void {
    const startedAtMs = performance.now()
    const child = cluster.fork({ [PROCESS_MARK]: `${slot.number}/${this.#slots.length}` })
    let trouble: Trouble | null = null
    slot.child = child
    slot.waiting = null
    slot.guest = this.#meeting.join({ send: (message, done) => tell(child, { kind: 'peers', message }, done) })
    child.on('message', (raw: unknown) => {
      const { data: message } = fromWorker.safeParse(raw)
      if (message?.kind === 'problems') trouble = message
      else if (message !== undefined) this.#take(slot, child, message)
    })
    child.on('exit', (code, signal) => {
      slot.guest?.leave()
      Object.assign(slot, { child: null, guest: null, said: null, broker: 'waiting' })
      if (this.#isClosing) return
      this.#tellRunning()
      this.#noteDeath(slot, { how: signal ?? code, trouble, livedMs: performance.now() - startedAtMs })
    })
  }

  #take(slot: Slot, child: Child, message: Exclude<FromWorker, { kind: 'problems' }>): void {
    switch (message.kind) {
      case 'peers':
        return slot.guest?.take(message.message)
      case 'hears':
        if (this.#isClosing) tell(child, { kind: 'close' })
        return
      case 'ready':
        slot.said = message.said
        return this.#noteReady()
      case 'broker':
        slot.broker = message.state
        return this.#tellRunning()
      case 'figures':
        return this.#figures.take(message.ask, message.figures)
      case 'want-figures':
        return void this.#tellFigures(child, message.ask)
    }
  }

  #noteReady(): void {
    this.#tellRunning()
    if (this.#isStarted || this.#isClosing) return
    const [first] = this.#slots
    for (const slot of this.#slots) if (slot.child === null) this.#begin(slot)
    if (first === undefined || this.#slots.some(({ said }) => said === null)) return
    this.#isStarted = true
    this.#ports.say(first.said ?? '')
  }

  #noteDeath(
    slot: Slot,
    { how, trouble, livedMs }: { how: string | number; trouble: Trouble | null; livedMs: number },
  ): void {
    const { number, restarts } = slot
    if (!this.#isStarted) {
      const untold = [`Process ${number} of the hub ended at its start (${how}).`]
      return this.#end(trouble ?? { problems: untold, remedy: 'time' })
    }
    const problems = trouble?.problems ?? []
    const waitMs = restarts.waitMsAfter(livedMs)
    const areAllLost = this.#slots.every((one) => one.said === null && one.restarts.shortLives >= MOST_SHORT_LIVES)
    if (areAllLost) {
      const lost = [...problems, 'All processes of the hub end soon after their start.']
      return this.#end({ problems: lost, remedy: 'time' })
    }
    this.#log.error({ number, how, problems, waitMs }, 'a process of the hub ended; it is started anew')
    slot.waiting = setTimeout(() => this.#begin(slot), waitMs)
  }

  async #tellFigures(child: Child, ask: number): Promise<void> {
    const askers = this.#running().map((one) => (number: number) => tell(one, { kind: 'tell-figures', ask: number }))
    tell(child, { kind: 'all-figures', ask, figures: await this.#figures.ask(askers) })
  }

  #tellRunning(): void {
    const running = this.#running()
    const states = this.#slots.map(({ broker }) => broker)
    // One at most publishes, and says how it is; all others wait.
    const broker = states.find((state) => state !== 'waiting') ?? 'waiting'
    for (const child of running) tell(child, { kind: 'running', running: running.length, broker })
  }

  #running(): Child[] {
    return this.#slots.flatMap(({ said, child }) => (said === null || child === null ? [] : [child]))
  }
}

/** One that is gone takes no more. */
function tell(child: Child, message: ToWorker, done: () => void = () => undefined): void {
  if (!child.isConnected()) return done()
  child.process.send?.(message, undefined, undefined, done)
}
