import { setTimeout as wait } from 'node:timers/promises'
import type { EventWatch } from '../events/event-watch'
import type { Job } from '../lib/job'
import type { MqttConfig } from './mqtt-config'
import { chooseWorkspace, forgetTold, isWorkspace, listToldWorkspaces, listWorkspacesOf } from './mqtt-rows'
import type { MqttServices } from './services'
import { WorkspacePublisher } from './workspace-publisher'

/** The job whose round lasts as long as this hub is the one that publishes; nudge it at the start. */
export const MQTT_JOB = 'mqtt'

/** Between two looks at which workspaces there are, and of other hubs at whether it is their turn. */
const TURN_MS = 5_000
/** Between two looks at the rows: here events ring, */
const LOOK_MS = 1_000
/** but those that came to another hub do not. */
const SHARED_LOOK_MS = 300

/** `waiting`: it is another hub's turn, or there is no workspace yet. */
export type BrokerState = 'connected' | 'away' | 'waiting'

export interface PublisherMode {
  /** Other hubs write into the same database. */
  readonly isShared: boolean
  /** Hears each state but the first, `waiting`. */
  readonly onState: (state: BrokerState) => void
}

/** A workspace that the broker is told of, or, left, what it holds of is taken away. */
interface Turn {
  readonly workspaceId: string
  readonly isLeft: boolean
}

/** Tells the operator's broker what is, and what happens. Of hubs that share a database one does: a job's turn is taken for it. */
export class MqttPublisher implements EventWatch {
  readonly #broker: MqttConfig
  readonly #services: MqttServices
  readonly #mode: PublisherMode
  readonly #publishers = new Map<string, WorkspacePublisher>()
  #first: string | undefined
  /** Workspaces that are told of no more, until the broker holds nothing of them; null: not known yet. */
  #left: readonly string[] | null = null
  #hasMissedFirst = false
  #told = 0
  #dropped = 0
  /** Of the addresses in MQTT_OWNERS that own nothing, as the log has them. */
  #missedPlaces = ''
  #saidState: BrokerState = 'waiting'

  constructor(broker: MqttConfig, services: MqttServices, mode: PublisherMode) {
    this.#broker = broker
    this.#services = services
    this.#mode = mode
  }

  get state(): BrokerState {
    const publishers = [...this.#publishers.values()]
    if (publishers.length === 0) return 'waiting'
    return publishers.every(({ isConnected }) => isConnected) ? 'connected' : 'away'
  }

  /** Events since the start of this hub. */
  get counts(): { readonly told: number; readonly dropped: number } {
    return { told: this.#told, dropped: this.#dropped }
  }

  job(): Job {
    return { name: MQTT_JOB, everyMs: TURN_MS, run: (signal) => this.#publish(signal) }
  }

  noteEvent(workspaceId: string): void {
    this.#publishers.get(workspaceId)?.ring()
  }

  async #publish(signal: AbortSignal): Promise<void> {
    const running = new Set<Promise<void>>()
    while (!signal.aborted) {
      for (const turn of await this.#turns()) {
        if (this.#publishers.has(turn.workspaceId)) continue
        const run: Promise<void> = this.#run(turn, signal).finally(() => running.delete(run))
        running.add(run)
      }
      await wait(TURN_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
    await Promise.all(running)
  }

  /** Until the signal, or until there is nothing more to do. Never rejects. */
  async #run({ workspaceId, isLeft }: Turn, signal: AbortSignal): Promise<void> {
    const { db, log } = this.#services
    const publisher = this.#publisherOf(workspaceId, isLeft)
    this.#publishers.set(workspaceId, publisher)
    this.#noteState()
    await publisher.run(signal)
    try {
      if (!signal.aborted) {
        await forgetTold(db, workspaceId)
        this.#left = this.#left?.filter((left) => left !== workspaceId) ?? null
      }
    } catch (problem) {
      // It is cleared once more.
      log.warn(
        { workspaceId, problem: String(problem) },
        'it could not be noted that the MQTT broker holds nothing of it',
      )
    }
    this.#publishers.delete(workspaceId)
    this.#noteState()
  }

  #noteState(): void {
    const { state } = this
    if (state === this.#saidState) return
    this.#saidState = state
    this.#mode.onState(state)
  }

  #publisherOf(workspaceId: string, isLeft: boolean): WorkspacePublisher {
    const ports = {
      isLeft,
      broker: this.#broker,
      services: this.#services,
      everyMs: this.#mode.isShared ? SHARED_LOOK_MS : LOOK_MS,
      onConnection: () => this.#noteState(),
      onTold: (told: number, dropped: number) => {
        this.#told += told
        this.#dropped += dropped
      },
    }
    return new WorkspacePublisher(ports, workspaceId)
  }

  async #turns(): Promise<readonly Turn[]> {
    const chosen = await this.#chosen()
    if (chosen === null) return []
    this.#left ??= await this.#toldBefore(chosen)
    return [
      ...chosen.map((workspaceId) => ({ workspaceId, isLeft: false })),
      ...(this.#left ?? []).map((workspaceId) => ({ workspaceId, isLeft: true })),
    ]
  }

  /**
   * Those that the operator named; else the first that there was, and none in its place where that goes, also after a restart.
   * null: they could not be read.
   */
  async #chosen(): Promise<readonly string[] | null> {
    try {
      return this.#broker.owners.length > 0 ? await this.#ofOwners() : await this.#ofFirst()
    } catch (problem) {
      this.#services.log.warn({ problem: String(problem) }, 'the workspaces for the MQTT broker could not be read')
      return null
    }
  }

  /** By an earlier start, that named others or when they were still there; null: they could not be read. */
  async #toldBefore(chosen: readonly string[]): Promise<readonly string[] | null> {
    try {
      return (await listToldWorkspaces(this.#services.db)).filter((told) => !chosen.includes(told))
    } catch (problem) {
      this.#services.log.warn({ problem: String(problem) }, 'what the MQTT broker was told of before could not be read')
      return null
    }
  }

  async #ofFirst(): Promise<readonly string[]> {
    const { db, log } = this.#services
    this.#first ??= await chooseWorkspace(db)
    if (this.#first === undefined) return []
    if (await isWorkspace(db, this.#first)) return [this.#first]
    if (this.#hasMissedFirst) return []
    log.warn('the workspace that the MQTT broker was told of is gone: MQTT_OWNERS names another')
    this.#hasMissedFirst = true
    // Once: what the broker holds of it goes, where the hub ended before that was done.
    return [this.#first]
  }

  async #ofOwners(): Promise<readonly string[]> {
    const { db, log } = this.#services
    const found = await listWorkspacesOf(db, this.#broker.owners)
    const emails = new Set(found.map(({ email }) => email))
    const places = this.#broker.owners.flatMap((owner, index) => (emails.has(owner) ? [] : [index + 1]))
    const isNews = places.join() !== this.#missedPlaces
    this.#missedPlaces = places.join()
    // By their places: no log has an address.
    if (isNews && places.length > 0) log.warn({ places }, 'these addresses of MQTT_OWNERS own no workspace here yet')
    return [...new Set(found.map(({ workspaceId }) => workspaceId))]
  }
}
