import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { MINUTE_MS } from '../../src/lib/durations'
import type { Db } from '../db/schema'
import type { Clock } from '../lib/clock'
import type { Job, JobNudge } from '../lib/job'
import { releaseJobLease, takeJobLease } from './job-lease-rows'

/** A hub that dies in a round leaves its job to the others after this; a round in progress renews it. */
const LEASE_MS = MINUTE_MS
const RENEW_MS = LEASE_MS / 3
/** What is wanted while another hub runs a round is looked for again after this: that round may have passed it already. */
const HELD_RETRY_MS = 1_000

interface Entry {
  readonly job: Job
  timer: NodeJS.Timeout | null
  /** The round in progress. */
  round: Promise<void> | null
  isWantedAgain: boolean
}

export interface JobsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  /** Whether other hubs may be on this database. A hub alone writes no leases: they would be most of an idle hub's work. */
  readonly isShared: boolean
  /** Off: rounds run only by `runNow`, as tests want it. */
  readonly hasTimers: boolean
  /** Told of each round that this hub ran. */
  readonly onRound?: (name: string, outcome: 'done' | 'failed', seconds: number) => void
}

/**
 * Runs each job again and again, one round at a time, on one of the hubs that share a database. A round that fails is
 * logged and tried again at its next time. Whoever makes it calls `close`.
 */
export class Jobs implements JobNudge {
  readonly #deps: JobsDeps
  readonly #holder = randomUUID()
  readonly #entries = new Map<string, Entry>()
  readonly #closing = new AbortController()

  constructor(deps: JobsDeps) {
    this.#deps = deps
  }

  add(job: Job): void {
    const entry: Entry = { job, timer: null, round: null, isWantedAgain: false }
    this.#entries.set(job.name, entry)
    this.#schedule(entry, job.everyMs)
  }

  nudge(name: string): void {
    const entry = this.#entryOf(name)
    if (!this.#deps.hasTimers || this.#closing.signal.aborted) return
    if (entry.round === null) void this.#runAndSchedule(entry, true)
    else {
      entry.isWantedAgain = true
      entry.job.join?.().catch((problem: unknown) => this.#logFailure(entry.job, problem))
    }
  }

  /** Runs one round and resolves after it; rejects as the round does. */
  async runNow(name: string): Promise<void> {
    const entry = this.#entryOf(name)
    await entry.round?.catch(() => undefined)
    await this.#round(entry.job)
  }

  /** No further rounds; resolves when those in progress have ended. */
  async close(): Promise<void> {
    this.#closing.abort()
    const rounds = [...this.#entries.values()].map(({ timer, round }) => {
      if (timer !== null) clearTimeout(timer)
      return round
    })
    await Promise.allSettled(rounds)
  }

  #entryOf(name: string): Entry {
    const entry = this.#entries.get(name)
    if (entry === undefined) throw new Error(`There is no job “${name}”.`)
    return entry
  }

  #schedule(entry: Entry, delayMs: number, isWanted = false): void {
    if (!this.#deps.hasTimers || this.#closing.signal.aborted) return
    if (entry.timer !== null) clearTimeout(entry.timer)
    entry.timer = setTimeout(() => void this.#runAndSchedule(entry, isWanted), delayMs)
    entry.timer.unref()
  }

  /** `isWanted`: somebody waits for it, and it is not only its time. */
  async #runAndSchedule(entry: Entry, isWanted: boolean): Promise<void> {
    if (entry.round !== null) return
    entry.isWantedAgain = false
    let isHeld = false
    entry.round = this.#round(entry.job).then(
      (outcome) => {
        isHeld = outcome === 'held'
      },
      (problem: unknown) => this.#logFailure(entry.job, problem),
    )
    await entry.round
    entry.round = null
    if (isHeld && (isWanted || entry.isWantedAgain)) this.#schedule(entry, HELD_RETRY_MS, true)
    else this.#schedule(entry, entry.isWantedAgain ? 0 : entry.job.everyMs)
  }

  #logFailure({ name }: Job, problem: unknown): void {
    this.#deps.log.error({ job: name, problem: String(problem) }, 'a background job failed')
  }

  /** `held`: another hub runs it. */
  async #round(job: Job): Promise<'run' | 'held'> {
    if (!this.#deps.isShared) {
      await this.#run(job, new AbortController())
      return 'run'
    }
    if (!(await this.#take(job.name))) return 'held'
    // A hub that was cut off from the database for longer than its lease must not go on beside the next one.
    const lost = new AbortController()
    let heldUntilMs = this.#deps.clock.now() + LEASE_MS
    const renew = async () => {
      const untilMs = this.#deps.clock.now() + LEASE_MS
      if (!(await this.#take(job.name))) lost.abort()
      heldUntilMs = untilMs
    }
    const renewal = setInterval(() => {
      renew().catch(() => {
        if (this.#deps.clock.now() >= heldUntilMs) lost.abort()
      })
    }, RENEW_MS)
    try {
      await this.#run(job, lost)
    } finally {
      clearInterval(renewal)
      await releaseJobLease(this.#deps.db, job.name, this.#holder)
    }
    return 'run'
  }

  /** Each round has a signal of its own: in Node 20 one that lives on keeps something of whatever was derived from it. */
  async #run(job: Job, ended: AbortController): Promise<void> {
    const end = () => ended.abort()
    this.#closing.signal.addEventListener('abort', end)
    if (this.#closing.signal.aborted) end()
    const startMs = performance.now()
    let outcome: 'done' | 'failed' = 'failed'
    try {
      await job.run(ended.signal)
      outcome = 'done'
    } finally {
      this.#closing.signal.removeEventListener('abort', end)
      this.#deps.onRound?.(job.name, outcome, (performance.now() - startMs) / 1000)
    }
  }

  #take(name: string): Promise<boolean> {
    const { db, clock } = this.#deps
    const nowMs = clock.now()
    return takeJobLease(db, { name, holder: this.#holder, nowMs, untilMs: nowMs + LEASE_MS })
  }
}
