import { setTimeout as wait } from 'node:timers/promises'
import type { Mode } from '../../src/lib/modes/mode'
import { inForceAt } from '../../src/lib/modes/mode-schedule'
import { listCameras } from '../cameras/camera-rows'
import type { CameraTable } from '../db/schema'
import { readModes } from '../modes/modes'
import { Bell } from './bell'
import { Board } from './board'
import { BrokerSession, type Message, type Opened } from './broker-session'
import { Commands } from './commands'
import { discoverHub } from './discovery'
import { DiscoveryTexts } from './discovery-texts'
import { EventFeed } from './event-feed'
import { eventText } from './event-message'
import type { MqttConfig } from './mqtt-config'
import { isWorkspace, type ToldEvent } from './mqtt-rows'
import type { MqttServices } from './services'
import { BIRTH_TOPIC, cameraTopic, commandTopics, everythingOf, workspaceTopic } from './topics'
import { heldOf } from './workspace-state'

/** Between two tries to reach the broker; the last holds from then on, so that it is found again soon. */
const WAITS_MS = [500, 1_000, 2_000, 3_000] as const
/** A session that was over sooner counts as one more try. */
const STEADY_MS = 10_000
/** How long what was left from before is looked for, after a session has begun. */
const SWEEP_MS = 3_000

export interface WorkspacePorts {
  readonly broker: MqttConfig
  readonly services: MqttServices
  /** It is told of no more: what the broker holds of it goes. */
  readonly isLeft: boolean
  /** Between two looks at the rows, where nothing rings. */
  readonly everyMs: number
  /** It has come, or has gone. */
  readonly onConnection: () => void
  readonly onTold: (told: number, dropped: number) => void
}

/**
 * One workspace at the broker, by a connection of its own: so its last will is its own, and nothing of another can be told
 * under its topics. Nothing is kept for a broker that is away: when it is back, it is told what is true then.
 */
export class WorkspacePublisher {
  readonly #ports: WorkspacePorts
  readonly #workspaceId: string
  readonly #bell = new Bell()
  readonly #feed: EventFeed
  readonly #commands: Commands
  readonly #discovery = new DiscoveryTexts()
  /** Topics that the broker may hold something at. */
  readonly #told = new Set<string>()
  #session: BrokerSession | null = null
  #board: Board | null = null
  /** Why the broker is away, as it was last told of; null: it is there. */
  #problem: string | null = null
  /** What the broker may not hold as it was told. */
  #doubt: 'hub' | 'all' | null = null
  /** Whether the rows could not be read in the last round, which was told of. */
  #isBlind = false
  /** Whether what was told could not be noted after it, which was told of. */
  #isUnnoted = false
  /** Commands that are carried out now. */
  #acting: Promise<void> | null = null
  /** Whether the database took none of them in the last try, which was told of. */
  #isUndone = false

  constructor(ports: WorkspacePorts, workspaceId: string) {
    this.#ports = ports
    this.#workspaceId = workspaceId
    this.#feed = new EventFeed(ports.services, workspaceId)
    this.#commands = new Commands(ports.services, workspaceId)
  }

  get isConnected(): boolean {
    return this.#session !== null
  }

  /** There is something new in the rows. */
  ring(): void {
    this.#bell.ring()
  }

  /** Until the signal, or until the workspace is no more, or left, and the broker holds nothing of it. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.ring(), { once: true })
    for (let tries = 0; !signal.aborted; tries++) {
      const startedMs = performance.now()
      await this.#begin()
      const opened = await this.#open(signal)
      if (opened.kind === 'open') {
        const isDone = await this.#hold(opened.session, signal)
        if (isDone) break
        if (performance.now() - startedMs >= STEADY_MS) tries = 0
      } else if (!signal.aborted) this.#noteAway(opened.problem)
      const waitMs = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]
      // Ends early, and rejects, with the signal.
      await wait(waitMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
    await this.#acting
  }

  /** Before the broker is there: what happens until then is told when it is. */
  async #begin(): Promise<void> {
    if (this.#ports.isLeft) return
    try {
      await this.#feed.begin()
    } catch (problem) {
      this.#noteBlind(problem)
    }
  }

  async #hold(session: BrokerSession, signal: AbortSignal): Promise<boolean> {
    this.#noteThere()
    this.#session = session
    this.#ports.onConnection()
    const isDone = await this.#serve(session, signal)
    this.#session = null
    this.#board = null
    this.#ports.onConnection()
    return isDone
  }

  #open(signal: AbortSignal): Promise<Opened> {
    const { broker } = this.#ports
    return BrokerSession.open(broker, { will: this.#offline, onMessage: (message) => this.#hear(message) }, signal)
  }

  get #offline(): Message {
    return { topic: workspaceTopic(this.#workspaceId, 'hub'), body: 'offline', isRetained: true }
  }

  /** Until the session or the hub ends; true: there is nothing more to do. */
  async #serve(session: BrokerSession, signal: AbortSignal): Promise<boolean> {
    const board = new Board(this.#ports.services, session, this.#workspaceId, this.#told)
    this.#board = board
    void session.over.then(() => this.ring())
    const hub = workspaceTopic(this.#workspaceId, 'hub')
    const isHeard = await session.subscribe([...commandTopics(this.#workspaceId), BIRTH_TOPIC, hub])
    if (!isHeard && !session.isOver) this.#warn({}, 'the MQTT broker lets the hub hear no commands')
    let hasSwept = false
    while (!signal.aborted && !session.isOver) {
      const came = await this.#round(session, board)
      if (came === 'gone' && (await this.#clear(session, board, signal))) return true
      if (came === 'told' && !hasSwept) {
        hasSwept = true
        this.#sweep(session)
      }
      await this.#bell.wait(this.#ports.everyMs)
    }
    if (signal.aborted) await session.close(this.#offline)
    else this.#noteAway(await session.over)
    return signal.aborted
  }

  /** Nothing of the workspace stays, also of what an earlier start told. false: the session was over before that was sure. */
  async #clear(session: BrokerSession, board: Board, signal: AbortSignal): Promise<boolean> {
    const discovered = discoverHub(this.#workspaceId, { publicOrigin: null })
    for (const topic of [this.#offline.topic, ...discovered.map((one) => one.topic)]) this.#told.add(topic)
    await board.show([])
    this.#sweep(session)
    await wait(SWEEP_MS, undefined, { signal, ref: false }).catch(() => undefined)
    const isDone = !session.isOver
    await session.close(null)
    return isDone
  }

  /** What the broker kept of an earlier start comes as soon as it is asked for. */
  #sweep(session: BrokerSession): void {
    const topic = everythingOf(this.#workspaceId)
    void session.subscribe([topic])
    const timer = setTimeout(() => void session.unsubscribe(topic), SWEEP_MS)
    void session.over.then(() => clearTimeout(timer))
  }

  #hear(message: Message): void {
    const { topic, body, isRetained } = message
    if (topic === workspaceTopic(this.#workspaceId, 'hub')) {
      // The will of a session before this one, or of another hub: the broker may find out late that it is over.
      if (body.toString() !== 'offline') return
      this.#doubt ??= 'hub'
      this.ring()
    } else if (topic === BIRTH_TOPIC) {
      // Home Assistant has started, and knows of nothing.
      if (body.toString() !== 'online' || isRetained) return
      this.#doubt = 'all'
      this.ring()
    } else if (topic.endsWith('/set')) {
      if (this.#commands.take(message)) this.ring()
    } else if (isRetained && body.length > 0) this.#board?.sweep(topic)
  }

  /** `blind`: the rows could not be read, and the broker keeps what it has. */
  async #round(session: BrokerSession, board: Board): Promise<'told' | 'gone' | 'blind'> {
    const { services, isLeft } = this.#ports
    if (isLeft) return 'gone'
    this.#act()
    try {
      const cameras = await listCameras(services.db, this.#workspaceId)
      if (cameras.length === 0 && !(await isWorkspace(services.db, this.#workspaceId))) return 'gone'
      const mode = await this.#mode()
      const news = await this.#feed.read(cameras)
      const { recent, last, pictured } = this.#feed
      const [workspaceId, discovery] = [this.#workspaceId, this.#discovery]
      const truth = { workspaceId, cameras, mode, recent, last, pictured, discovery }
      this.#isBlind = false
      const untold = await this.#tell(session, news.fresh, cameras)
      this.#feed.giveBack(untold)
      this.#noteTold(news.fresh.length - untold.length, news.dropped)
      const { lastSeen, snapshotPace, clock, config } = services
      const { hasPictures } = this.#ports.broker
      const context = { lastSeen, snapshotPace, clock, publicOrigin: config.publicOrigin, hasPictures }
      this.#forgetIn(board)
      await board.show(heldOf(truth, context))
      // At the end: where rows can be read and none be written, nothing else must wait for it.
      this.#noteUnnoted(await this.#feed.note())
      return 'told'
    } catch (problem) {
      this.#noteBlind(problem)
      return 'blind'
    }
  }

  /** Beside the rounds: where rows can be read, and none be written or others hold them, all else is told on. */
  #act(): void {
    if (this.#acting !== null || !this.#commands.areWaiting) return
    this.#acting = this.#commands
      .act()
      .then(
        () => this.#noteDone(),
        (problem: unknown) => this.#noteUndone(problem),
      )
      .finally(() => {
        this.#acting = null
      })
  }

  #noteDone(): void {
    this.#isUndone = false
    this.ring()
  }

  #noteUndone(problem: unknown): void {
    if (!this.#isUndone)
      this.#warn({ problem: String(problem) }, 'a command of the MQTT broker could not be carried out yet')
    this.#isUndone = true
  }

  #noteUnnoted(problem: string | null): void {
    if (problem !== null && !this.#isUnnoted)
      this.#warn({ problem }, 'what the MQTT broker was told could not be noted: another hub may tell it again')
    this.#isUnnoted = problem !== null
  }

  #noteBlind(problem: unknown): void {
    if (!this.#isBlind) this.#warn({ problem: String(problem) }, 'what is true could not be read for the MQTT broker')
    this.#isBlind = true
  }

  /** Between two rounds: in one of them an answer of the broker may be on its way still. */
  #forgetIn(board: Board): void {
    if (this.#doubt === 'all') board.forget()
    else if (this.#doubt === 'hub') board.forget(workspaceTopic(this.#workspaceId, 'hub'))
    this.#doubt = null
  }

  async #mode(): Promise<Mode> {
    const { services } = this.#ports
    const { settings } = await readModes(services, this.#workspaceId)
    return inForceAt(settings, services.clock.now()).mode
  }

  /** Answers with those of which the broker did not say that it has them: the session is over. */
  async #tell(
    session: BrokerSession,
    fresh: readonly ToldEvent[],
    cameras: readonly CameraTable[],
  ): Promise<readonly ToldEvent[]> {
    const sent = fresh.map((event) => {
      const camera = cameras.find(({ id }) => id === event.camera_id)
      // Of a camera that was removed nobody is told any more.
      if (camera === undefined) return true
      const topic = cameraTopic(this.#workspaceId, camera.id, 'event')
      return session.publish({ topic, body: eventText(event, camera), isRetained: false })
    })
    const isThere = await Promise.all(sent)
    return fresh.filter((_event, index) => !isThere[index])
  }

  #noteTold(told: number, dropped: number): void {
    this.#ports.onTold(told, dropped)
    if (dropped > 0) this.#warn({ dropped }, 'events were not told by MQTT: the broker was away, or they were too many')
  }

  #noteThere(): void {
    const wasAway = this.#problem !== null
    this.#problem = null
    const { services, broker } = this.#ports
    const of = { workspaceId: this.#workspaceId, broker: `${broker.host}:${broker.port}` }
    services.log.info(of, wasAway ? 'the MQTT broker is there again' : 'the MQTT broker is told of a workspace')
  }

  #noteAway(problem: string): void {
    if (this.#problem === null) this.#warn({ problem }, 'the MQTT broker is away')
    this.#problem = problem
  }

  #warn(facts: Readonly<Record<string, unknown>>, sentence: string): void {
    const { host, port } = this.#ports.broker
    this.#ports.services.log.warn({ workspaceId: this.#workspaceId, broker: `${host}:${port}`, ...facts }, sentence)
  }
}
