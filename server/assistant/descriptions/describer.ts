import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/durations'
import { withTimeLimit } from '../../../src/lib/time-limit'
import type { EventDescriptionTable } from '../../db/description-tables'
import type { Db } from '../../db/schema'
import { DESCRIPTIONS_JOB } from '../../events/descriptions/description-queue'
import {
  claimDescription,
  deleteOldHours,
  findNextDescription,
  giveUpBefore,
  isDescribed,
  settleDescription,
  takeFromHour,
} from '../../events/descriptions/description-rows'
import type { Clock } from '../../lib/clock'
import type { Job } from '../../lib/job'
import { lockWorkspace } from '../../members/people-rows'
import type { BlobStore } from '../../storage/blobs'
import type { LlmConfig } from '../model/llm-config'
import type { Said } from './read-description'
import { shownStills } from './shown-stills'

/** Events that are asked about at the same time, of all workspaces. */
const AT_ONCE = 2
/** Times that a model is asked about events of one workspace in an hour, tries that fail included. */
export const PER_HOUR = 60
/** A model is waited for so long. */
const ANSWER_LIMIT_MS = MINUTE_MS
/** Whoever has said nothing for this long is dead, and the event is asked about again. */
const CLAIM_MS = ANSWER_LIMIT_MS * 2
/** After each try without an answer; after the last the event is given up. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS] as const
/** A model that said nothing of use will hardly do better: it is asked once more. */
const NONSENSE_TRIES = 2
/** What is not described by then is given up. */
const LONGEST_WAIT_MS = 12 * HOUR_MS

export interface DescriberPorts {
  readonly db: Db
  readonly clock: Clock
  /** The time by which events have waited too long: a clock that leaps ahead has none given up. */
  readonly believedTime: () => Promise<number>
  readonly log: FastifyBaseLogger
  readonly blobs: BlobStore
  readonly llm: LlmConfig
  /** Where tests do not wait for a minute. */
  readonly limitMs?: number
}

/** Somebody who asks now. */
interface Asking {
  readonly eventId: string
  readonly claim: string
  readonly cameraId: string
  readonly abort: AbortController
}

type Outcome = Said | { readonly kind: 'no-answer'; readonly problem: string } | { readonly kind: 'no-stills' }

/** Has a language model describe events, each once, as far as the cameras' settings and the limits allow. */
export class Describer {
  readonly #ports: DescriberPorts
  readonly #asking = new Set<Asking>()

  constructor(ports: DescriberPorts) {
    this.#ports = ports
  }

  job(): Job {
    return { name: DESCRIPTIONS_JOB, everyMs: 15_000, run: (signal) => this.#round(signal) }
  }

  /** What is on its way for a camera that is described no more is cut off; its rows went with the setting. */
  async noteCameraChange(cameraId: string): Promise<void> {
    const of = [...this.#asking].filter((asking) => asking.cameraId === cameraId)
    if (of.length === 0) return
    try {
      if (await isDescribed(this.#ports.db, cameraId)) return
    } catch (problem) {
      // Not known to be wanted: what is not wanted must not go on.
      this.#ports.log.error({ problem: String(problem) }, 'a camera could not be read for its descriptions')
    }
    for (const { abort } of of) abort.abort()
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { db, clock, believedTime } = this.#ports
    await giveUpBefore(db, (await believedTime()) - LONGEST_WAIT_MS)
    await deleteOldHours(db, clock.now())
    // The round is over when all of its work is, also where some of it fails.
    const works = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => this.#work(signal)))
    for (const work of works) if (work.status === 'rejected') throw work.reason
  }

  /** Until nothing is due. */
  async #work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const claimed = await this.#claim()
      if (claimed === 'nothing') return
      if (claimed !== 'taken') await this.#describe(claimed.row, claimed.claim, signal)
    }
  }

  /** With its place in the hour, in one transaction that holds the workspace. */
  async #claim(): Promise<{ row: EventDescriptionTable; claim: string } | 'nothing' | 'taken'> {
    const { db, clock } = this.#ports
    const nowMs = clock.now()
    return db.transaction().execute(async (transaction) => {
      const row = await findNextDescription(transaction, { nowMs, perHour: PER_HOUR })
      if (row === undefined) return 'nothing'
      await lockWorkspace(transaction, row.workspace_id)
      const claim = randomUUID()
      if (!(await claimDescription(transaction, row, { claim, due_at: nowMs + CLAIM_MS }))) return 'taken'
      if (!(await takeFromHour(transaction, row.workspace_id, nowMs, PER_HOUR))) {
        await settleDescription(transaction, { eventId: row.event_id, claim }, backAsItWas(row))
        return 'taken'
      }
      return { row, claim }
    })
  }

  async #describe(row: EventDescriptionTable, claim: string, closing: AbortSignal): Promise<void> {
    const asking = { eventId: row.event_id, claim, cameraId: row.camera_id, abort: new AbortController() }
    this.#asking.add(asking)
    try {
      // Switched off between the claim and here: nothing leaves.
      if (!(await isDescribed(this.#ports.db, row.camera_id))) return
      const outcome = await this.#ask(row, AbortSignal.any([closing, asking.abort.signal]))
      if (closing.aborted) await this.#settle(asking, backAsItWas(row))
      else if (!asking.abort.signal.aborted) await this.#note(asking, row.attempts + 1, outcome)
    } finally {
      this.#asking.delete(asking)
    }
  }

  async #ask(row: EventDescriptionTable, stop: AbortSignal): Promise<Outcome> {
    const { llm, limitMs = ANSWER_LIMIT_MS } = this.#ports
    try {
      const stills = await shownStills(this.#ports, row)
      if (stills.length === 0) return { kind: 'no-stills' }
      // Loaded with the first event: an idle hub stays small.
      const { askModel } = await import('./ask-model')
      if (stop.aborted) return { kind: 'no-answer', problem: 'stopped' }
      return await askModel(llm, stills, withTimeLimit(stop, limitMs))
    } catch (problem) {
      return { kind: 'no-answer', problem: String(problem).slice(0, 300) }
    }
  }

  async #note(asking: Asking, attempts: number, outcome: Outcome): Promise<void> {
    const { llm, clock, log } = this.#ports
    if (outcome.kind === 'described') {
      const { text } = outcome
      const written = { state: 'written', text, search_text: text.toLowerCase(), model: llm.model } as const
      await this.#settle(asking, { ...written, stills: null })
      return
    }
    const waitMs = waitAfter(outcome, attempts)
    if ('problem' in outcome)
      log.warn({ problem: outcome.problem, attempts, isGivenUp: waitMs === null }, 'an event was not described')
    if (waitMs === null) await this.#settle(asking, { state: 'given-up', stills: null })
    else await this.#settle(asking, { state: 'waiting', due_at: clock.now() + waitMs })
  }

  async #settle({ eventId, claim }: Asking, change: Parameters<typeof settleDescription>[2]): Promise<void> {
    await settleDescription(this.#ports.db, { eventId, claim }, change)
  }
}

/** null: it is given up. */
function waitAfter(outcome: Exclude<Outcome, { kind: 'described' }>, attempts: number): number | null {
  const tries = { nothing: 1, 'no-stills': 1, nonsense: NONSENSE_TRIES, 'no-answer': WAITS_MS.length + 1 }
  return attempts >= tries[outcome.kind] ? null : (WAITS_MS[attempts - 1] ?? null)
}

function backAsItWas({ attempts, due_at }: EventDescriptionTable) {
  return { state: 'waiting', attempts, due_at } as const
}
