import { HOUR_MS } from '../../src/lib/durations'
import type { Ground } from '../db/ground'
import type { RetentionClockTable } from '../db/plan-tables'
import type { Db } from '../db/schema'
import { findRetentionClock, newestArrival, putRetentionClock } from './retention-rows'

/** Between two rounds the clock may go on by so much: a hub that is off at night has had no leap. */
const LEAP_MS = 24 * HOUR_MS
/** A clock that has leapt is believed when rounds have seen it go on from there for so long. */
const HOLD_MS = 24 * HOUR_MS
/** What one pause between two rounds counts at most: a hub that was off has seen nothing. */
const STEP_MS = 2 * HOUR_MS

type Reading = Omit<RetentionClockTable, 'id'>

/**
 * The time by which recordings are too old. A clock that leaps ahead, as one with an empty battery or a wrong time server
 * does, must not cost them: until it is believed, time goes on from where it was. Writes down what this round saw of the
 * clock: call it once a round.
 */
export async function noteBelievedTime({ db, clock, log }: Pick<Ground, 'db' | 'clock' | 'log'>): Promise<number> {
  const nowMs = clock.now()
  const next = await readClock(db, nowMs)
  await putRetentionClock(db, next)
  if (next.believed_at === nowMs) return nowMs
  const [clockSays, believedLast] = [nowMs, next.believed_at].map((ms) => new Date(ms).toISOString())
  const hoursLeft = Math.ceil((HOLD_MS - next.held_ms) / HOUR_MS)
  log.warn(
    { clockSays, believedLast, hoursLeft },
    'the clock has leapt ahead: recordings that are too old by it stay until it has held. Set it, if it is wrong',
  )
  return timeOf(next)
}

/** The same time, between the rounds and for all else that goes by age: nothing is written down or logged. */
export async function believedTime({ db, clock }: Pick<Ground, 'db' | 'clock'>): Promise<number> {
  return timeOf(await readClock(db, clock.now()))
}

async function readClock(db: Db, nowMs: number): Promise<Reading> {
  const last = (await findRetentionClock(db)) ?? believed((await newestArrival(db)) ?? nowMs)
  return nextReading(last, nowMs)
}

/** Of one that is believed nothing was held. */
function timeOf({ believed_at, held_ms }: Reading): number {
  return believed_at + held_ms
}

/** What a round makes of the clock, from what the round before made of it. */
function nextReading(last: Reading, nowMs: number): Reading {
  // Also where it went back, which makes nothing older.
  if (nowMs - last.believed_at <= LEAP_MS + last.held_ms) return believed(nowMs)
  const passedMs = nowMs - last.round_at
  if (passedMs < 0) return { believed_at: last.believed_at, round_at: nowMs, held_ms: 0 }
  // A long pause may be a leap and adds nothing; what rounds saw before it stays, or a hub that runs by the hour would
  // never believe its clock.
  const heldMs = last.held_ms + (passedMs > LEAP_MS ? 0 : Math.min(passedMs, STEP_MS))
  if (heldMs >= HOLD_MS) return believed(nowMs)
  return { believed_at: last.believed_at, round_at: nowMs, held_ms: heldMs }
}

function believed(nowMs: number): Reading {
  return { believed_at: nowMs, round_at: nowMs, held_ms: 0 }
}
