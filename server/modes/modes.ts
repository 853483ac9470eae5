import { setImmediate } from 'node:timers/promises'
import { type CheckedModeChange, MAX_HISTORY_MS } from '../../src/contract/modes/modes'
import { DAY_MS, MINUTE_MS } from '../../src/lib/durations'
import { changedRules } from '../../src/lib/modes/mode'
import { appendSpan, eachSpan, type ModeEra, type ModeSpan } from '../../src/lib/modes/mode-history'
import {
  endOfChoice,
  endOfSnooze,
  firstSettings,
  hasChoiceEnded,
  isSnoozedAt,
  type ModeSettings,
} from '../../src/lib/modes/mode-schedule'
import type { Span } from '../../src/lib/span'
import { isKnownZone } from '../../src/lib/zone-time'
import type { Ground } from '../db/ground'
import type { Db, ModeEraTable } from '../db/schema'
import { invalidInput, notFound, tooManyChanges } from '../lib/errors'
import { lockWorkspace } from '../members/people-rows'
import {
  type CameraTimes,
  findEraAt,
  findEraStart,
  findLatestEra,
  insertEra,
  listCameraIds,
  listCameraTimes,
  listErasWithin,
} from './mode-rows'
import { settingsIn, settingsText } from './stored-settings'

/** That programs save, a schedule's own switches not counted; people go on when those have used it up, for as many again. */
const MOST_A_DAY = 1_000
/** Reading them takes some 40 ms; what else the hub has to do comes in between. */
const ERAS_AT_ONCE = 500

/** The clocks of hubs differ by less. */
export const AHEAD_MS = 5 * MINUTE_MS

type ModeServices = Pick<Ground, 'db' | 'clock'>

/** Who changes something. */
export interface ModeChanger {
  readonly workspaceId: string
  readonly email: string
  /** By an API token, or over the broker. */
  readonly isProgram: boolean
}

/** Settings with the cameras that they are for. */
export interface WorkspaceModes {
  readonly settings: ModeSettings
  readonly cameraIds: readonly string[]
}

export function settingsOf(era: ModeEraTable | undefined): ModeSettings {
  return era === undefined ? firstSettings : settingsIn(era.settings)
}

/** Where the workspace is, by its schedule; null: it never had one. */
export async function findScheduleZone(db: Db, workspaceId: string): Promise<string | null> {
  return settingsOf(await findLatestEra(db, workspaceId)).schedule?.timeZone ?? null
}

export async function readModes({ db }: Pick<Ground, 'db'>, workspaceId: string): Promise<WorkspaceModes> {
  const [era, cameraIds] = await Promise.all([findLatestEra(db, workspaceId), listCameraIds(db, workspaceId)])
  return { settings: settingsOf(era), cameraIds }
}

/** Saves what the change names and leaves the rest; what is as before already makes no history. */
export async function changeModes(
  { db, clock }: ModeServices,
  changer: ModeChanger,
  change: CheckedModeChange,
): Promise<WorkspaceModes> {
  requireKnownZone(change)
  const nowMs = clock.now()
  return db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, changer.workspaceId)
    return changeHeld(transaction, changer, change, nowMs)
  })
}

/** Snoozes for an hour, or leaves a longer snooze as it is; when it ends. Call it inside a transaction that holds the workspace. */
export async function snoozeForAnHour(db: Db, changer: ModeChanger, nowMs: number): Promise<number> {
  const before = settingsOf(await findLatestEra(db, changer.workspaceId))
  const untilMs = endOfSnooze('1h', 'UTC', nowMs)
  const { snooze } = before
  if (snooze !== null && isSnoozedAt(before, nowMs) && snooze.untilMs >= untilMs) return snooze.untilMs
  await changeHeld(db, changer, { snooze: '1h' }, nowMs)
  return untilMs
}

async function changeHeld(
  db: Db,
  { workspaceId, email, isProgram }: ModeChanger,
  change: CheckedModeChange,
  nowMs: number,
): Promise<WorkspaceModes> {
  const cameraIds = await listCameraIds(db, workspaceId)
  const latest = await findLatestEra(db, workspaceId)
  const before = settingsOf(latest)
  const settings = settingsAfter(before, change, { by: email, nowMs, cameraIds })
  if (settingsText(settings) !== settingsText(before)) {
    const position = (latest?.position ?? 0) + 1
    await requireFewChanges(db, workspaceId, { position, most: isProgram ? MOST_A_DAY : 2 * MOST_A_DAY }, nowMs)
    await insertEra(db, {
      workspace_id: workspaceId,
      position,
      from_at: nowMs,
      settings: settingsText(settings),
    })
  }
  return { settings, cameraIds }
}

/** Each is kept, and read by whoever looks at the time: automation that answers itself must not hold up the hub. */
async function requireFewChanges(
  db: Db,
  workspaceId: string,
  { position, most }: { readonly position: number; readonly most: number },
  nowMs: number,
): Promise<void> {
  const firstMs = await findEraStart(db, workspaceId, position - most)
  // One of a clock that was ahead counts for nothing.
  if (firstMs !== undefined && firstMs <= nowMs && nowMs - firstMs < DAY_MS)
    throw tooManyChanges(most, nowMs, firstMs + DAY_MS)
}

/** A snooze has no need of one: where its zone is not known, its tomorrow is that of UTC. */
function requireKnownZone({ schedule }: CheckedModeChange): void {
  if (schedule !== undefined && !isKnownZone(schedule.timeZone)) {
    throw invalidInput(`This hub knows no time zone “${schedule.timeZone}”. Choose another, such as Europe/Paris.`)
  }
}

interface Circumstances {
  readonly by: string
  readonly nowMs: number
  readonly cameraIds: readonly string[]
}

function settingsAfter(before: ModeSettings, change: CheckedModeChange, at: Circumstances): ModeSettings {
  const { choice, snooze, rules = [] } = change
  const schedule = change.schedule ?? before.schedule
  if (rules.some(({ cameraId }) => !at.cameraIds.includes(cameraId))) throw notFound('camera')
  return {
    choice:
      choice === undefined ? choiceKept(before, schedule, at) : choice && choiceAfter(before, choice, schedule, at),
    schedule,
    snooze:
      snooze === undefined
        ? snoozeKept(before, at)
        : snoozeAfter(before, snooze, schedule?.timeZone ?? change.timeZone, at),
    // Cameras that are gone leave nothing behind.
    rules: changedRules(before.rules, rules).filter(({ cameraId }) => at.cameraIds.includes(cameraId)),
  }
}

/**
 * One that has ended stays so: by another schedule its end may lie ahead again. One that holds goes on: what another schedule
 * would have switched before it was saved has switched nothing.
 */
function choiceKept(
  before: ModeSettings,
  schedule: ModeSettings['schedule'],
  { nowMs }: Circumstances,
): ModeSettings['choice'] {
  const { choice } = before
  const [had, has] = [hasChoiceEnded(before, nowMs), hasChoiceEnded({ choice, schedule }, nowMs)]
  if (choice === null || had === has) return choice
  return had ? null : { ...choice, endsAfterMs: nowMs }
}

type Chosen = NonNullable<CheckedModeChange['choice']>

/**
 * Chosen once more up to the same end, it is the same choice: a script that repeats itself makes no history. Nor does who
 * says not how long make one end that is kept for good.
 */
function choiceAfter(
  before: ModeSettings,
  { mode, lasts }: Chosen,
  schedule: ModeSettings['schedule'],
  { by, nowMs }: Circumstances,
): NonNullable<ModeSettings['choice']> {
  const { choice } = before
  const kept = choice?.mode === mode ? choice.lasts : 'next-switch'
  const chosen = { mode, lasts: lasts ?? kept, atMs: nowMs, by }
  if (choice?.mode !== mode || choice.lasts !== chosen.lasts || hasChoiceEnded(before, nowMs)) return chosen
  return endOfChoice({ choice, schedule }) === endOfChoice({ choice: chosen, schedule }) ? choice : chosen
}

/** One that lies ahead was begun by a clock that was: it is nobody's wish any more. */
export function snoozeKept({ snooze }: ModeSettings, { nowMs }: Pick<Circumstances, 'nowMs'>): ModeSettings['snooze'] {
  return snooze !== null && snooze.fromMs > nowMs + AHEAD_MS ? null : snooze
}

/** A snooze that is ended early stays known up to then: what came meanwhile is not told afterwards. */
function snoozeAfter(
  { snooze: before }: ModeSettings,
  length: CheckedModeChange['snooze'] | null,
  timeZone: string | undefined,
  { nowMs }: Circumstances,
): ModeSettings['snooze'] {
  if (length === null || length === undefined) return before && { ...before, untilMs: Math.min(before.untilMs, nowMs) }
  return { fromMs: nowMs, untilMs: endOfSnooze(length, timeZone ?? 'UTC', nowMs) }
}

/** Which modes held in a time, up to now. */
export async function readHistory(
  { db, clock }: ModeServices,
  workspaceId: string,
  asked: Span,
): Promise<{ readonly spans: readonly ModeSpan[]; readonly cameras: readonly CameraTimes[] }> {
  if (asked.untilMs < asked.fromMs) throw invalidInput('dateEnd is before dateStart.')
  if (asked.untilMs - asked.fromMs > MAX_HISTORY_MS) throw invalidInput('Ask for at most 31 days at once.')
  const period = { fromMs: asked.fromMs, untilMs: Math.min(asked.untilMs, clock.now()) }
  const cameras = await listCameraTimes(db, workspaceId, period)
  const ids = cameras.map(({ id }) => id)
  return { spans: await spansOf(await erasOf(db, workspaceId, period), period, ids), cameras }
}

/** As `readHistory`, of a time of any length, for cameras that may be gone. */
export async function readModeSpans(
  db: Db,
  workspaceId: string,
  period: Span,
  cameraIds: readonly string[],
): Promise<readonly ModeSpan[]> {
  return spansOf(await erasOf(db, workspaceId, period), period, cameraIds)
}

/** Of a month of changes by the second there are tens of thousands: others have their turn in between. */
async function spansOf(
  eras: readonly ModeEra[],
  period: Span,
  cameraIds: readonly string[],
): Promise<readonly ModeSpan[]> {
  const spans: ModeSpan[] = []
  let count = 0
  for (const span of eachSpan(eras, period, cameraIds)) {
    if (++count % ERAS_AT_ONCE === 0) await setImmediate()
    appendSpan(spans, span)
  }
  return spans
}

async function erasOf(db: Db, workspaceId: string, period: Span): Promise<ModeEra[]> {
  const first = await findEraAt(db, workspaceId, period.fromMs)
  const others = await listErasWithin(db, workspaceId, period)
  const eras = first === undefined ? others : [first, ...others]
  const read: ModeEra[] = []
  for (const [index, era] of eras.entries()) {
    if (index % ERAS_AT_ONCE === ERAS_AT_ONCE - 1) await setImmediate()
    read.push({ fromMs: era.from_at, settings: settingsOf(era) })
  }
  return read
}
