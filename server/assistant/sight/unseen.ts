import { MINUTE_MS } from '../../../src/lib/durations'
import { statusOf } from '../../cameras/camera-status'
import { findOutageWatch } from '../../cameras/outage-rows'
import type { OutageTable } from '../../db/notification-tables'
import type { CameraTable } from '../../db/schema'
import { readModeSpans } from '../../modes/modes'
import type { SearchSources } from '../services'
import { type AskedPeriod, apartOf, lengthOf, type Range } from '../times/period'
import { type Namesakes, namesakesAmong } from './namesakes'
import { commonOf, outsideOf } from './ranges'
import { findLastMotion, listOutagesWithin } from './unseen-rows'

/** Why a camera could not see, or what it saw was not recorded. */
export type Blindness = 'offline' | 'never-online' | 'unarmed' | 'detection-off' | 'not-added' | 'removed'

/** When one camera could not see, for one reason. */
export interface Unseen {
  readonly camera: CameraTable
  readonly why: Blindness
  /** In their order, apart from one another. */
  readonly ranges: readonly Range[]
  /** The same where they began before the time that is asked of, or go on after it. */
  readonly whole: readonly Range[]
}

/** Before it is cut to the time that is asked of. */
type Found = Omit<Unseen, 'whole'>

/** What could not be seen in a time (ASK-10). */
export interface Sight {
  /** One of each name, where one was removed and added again. */
  readonly cameras: readonly Pick<CameraTable, 'id' | 'name'>[]
  /** The time itself, as far as it is over. */
  readonly ranges: readonly Range[]
  readonly unseen: readonly Unseen[]
  /** No camera that is meant could see anything in all of it. */
  readonly isBlind: boolean
  /** Since when the hub has watched whether cameras are there; null: it never did. */
  readonly watchedSinceMs: number | null
}

/** Less than this is a hiccup: a camera counts as gone after a minute (MSG-08). */
const LEAST_MS = MINUTE_MS

/** What is switched off is so from its first moment. */
function isLong(why: Blindness, range: Range): boolean {
  return why === 'detection-off' || lengthOf([range]) >= LEAST_MS
}

/**
 * When the cameras that are meant could not see in a time; null: all there are now. Of all that is kept only what holds now is
 * told: the outages of a year would hide the answer.
 */
export async function readSight(
  sources: SearchSources,
  workspaceId: string,
  { ever, cameraIds, period }: SightQuestion,
): Promise<Sight> {
  const nowMs = sources.clock.now()
  const cameras = meantOf(ever, cameraIds)
  const namesakes = namesakesAmong(cameras)
  const named = cameras.filter((camera) => namesakes.standInOf(camera) === camera)
  const ranges = periodOfCameras(ever, period.ranges, nowMs)
  const [first, last] = [ranges[0], ranges.at(-1)]
  const watch = await findOutageWatch(sources.db)
  const watchedSinceMs = watch?.since_at ?? null
  if (first === undefined || last === undefined || cameras.length === 0)
    return { cameras: named, ranges, unseen: [], isBlind: ever.length === 0, watchedSinceMs }
  const whole = { fromMs: first.fromMs, untilMs: last.untilMs }
  const ids = cameras.map(({ id }) => id)
  const outages = await listOutagesWithin(sources.db, workspaceId, ids, whole)
  const spans = await readModeSpans(sources.db, workspaceId, whole, ids)
  const unarmed = (id: string) => spans.filter(({ unrecorded }) => unrecorded.includes(id))
  const found: Found[] = []
  for (const camera of cameras) {
    const own = outages.filter(({ camera_id }) => camera_id === camera.id)
    const offline = offlineRanges(camera, own, sources)
    found.push(...reasonsOf(camera, offline, unarmed(camera.id), nowMs))
    if (camera.is_motion_enabled === 1 || camera.removed_at !== null) continue
    // When it was switched off is not kept; when it last worked is.
    const fromMs = (await findLastMotion(sources.db, workspaceId, camera.id)) ?? camera.created_at
    found.push({ camera, why: 'detection-off', ranges: [{ fromMs, untilMs: nowMs }] })
  }
  const within = (all: readonly Found[]): Unseen[] =>
    all
      .filter((one) => !period.isAll || (one.ranges.at(-1)?.untilMs ?? 0) >= nowMs)
      .map((one) => ({
        ...one,
        ranges: commonOf(one.ranges, ranges).filter((range) => isLong(one.why, range)),
        whole: one.ranges,
      }))
      .map((one) => (period.isAll ? { ...one, ranges: one.ranges.slice(-1) } : one))
      .filter((one) => one.ranges.length > 0)
  const unseen = within(found)
  const isBlind = cameras.every(({ id }) => lengthOf(apartOf(rangesOf(unseen, id))) > lengthOf(ranges) - LEAST_MS)
  const told = within(found.map((one) => besideNamesakes(one, namesakes, nowMs)))
  return { cameras: named, ranges, unseen: told, isBlind, watchedSinceMs }
}

/** Where none is named, those that are there now, and what had their names before; where all were removed, those that there were. */
function meantOf(ever: readonly CameraTable[], cameraIds: readonly string[] | null): readonly CameraTable[] {
  if (cameraIds !== null) return ever.filter(({ id }) => cameraIds.includes(id))
  const { standInOf } = namesakesAmong(ever)
  const present = ever.filter((camera) => standInOf(camera).removed_at === null)
  return present.length === 0 ? ever : present
}

export interface SightQuestion {
  /** Those that were removed too. */
  readonly ever: readonly CameraTable[]
  readonly cameraIds: readonly string[] | null
  readonly period: Pick<AskedPeriod, 'ranges' | 'isAll'>
}

/** From when there was a camera at all, unless the time is over by then; and not after now. */
function periodOfCameras(ever: readonly CameraTable[], asked: readonly Range[], nowMs: number): readonly Range[] {
  const firstMs = Math.min(...ever.map(({ created_at }) => created_at))
  const past = asked
    .map(({ fromMs, untilMs }) => ({ fromMs: Math.max(0, fromMs), untilMs: Math.min(nowMs, untilMs) }))
    .filter(({ fromMs, untilMs }) => fromMs < untilMs)
  // "Before Tuesday" begins with the first camera.
  const open = past.map((range) =>
    range.fromMs > 0 || range.untilMs <= firstMs ? range : { ...range, fromMs: firstMs },
  )
  return open.filter(({ fromMs, untilMs }) => fromMs < untilMs)
}

function rangesOf(unseen: readonly Unseen[], cameraId: string): Range[] {
  return unseen.filter(({ camera }) => camera.id === cameraId).flatMap(({ ranges }) => ranges)
}

/** That a camera was not there yet, or no more, is told of the time alone in which nothing else had its name. */
function besideNamesakes(one: Found, { othersOf }: Namesakes<CameraTable>, nowMs: number): Found {
  if (one.why !== 'not-added' && one.why !== 'removed') return one
  const lives = othersOf(one.camera).map((camera) => lifeOf(camera, nowMs))
  return { ...one, ranges: outsideOf(one.ranges, lives) }
}

function reasonsOf(camera: CameraTable, offline: Offline, unarmed: readonly Range[], nowMs: number): readonly Found[] {
  const life = [lifeOf(camera, nowMs)]
  const reason = (why: Blindness, ranges: readonly Range[]): Found[] =>
    ranges.length === 0 ? [] : [{ camera, why, ranges: apartOf(ranges) }]
  return [
    ...reason('not-added', [{ fromMs: 0, untilMs: camera.created_at }]),
    ...reason('removed', camera.removed_at === null ? [] : [{ fromMs: camera.removed_at, untilMs: nowMs }]),
    ...reason(offline.isNever ? 'never-online' : 'offline', commonOf(offline.ranges, life)),
    ...reason('unarmed', commonOf(unarmed, life)),
  ]
}

function lifeOf({ created_at, removed_at }: CameraTable, nowMs: number): Range {
  return { fromMs: created_at, untilMs: removed_at ?? nowMs }
}

interface Offline {
  readonly ranges: readonly Range[]
  readonly isNever: boolean
}

/** What the hub wrote down, and what it has not yet: a camera that is gone for a minute, or since the hub itself was away. */
function offlineRanges(camera: CameraTable, outages: readonly OutageTable[], sources: SearchSources): Offline {
  const nowMs = sources.clock.now()
  const known = outages.map(({ seen_at, back_since, ended_at }) => ({
    fromMs: seen_at,
    untilMs: back_since ?? ended_at ?? nowMs,
  }))
  const isGone = camera.removed_at === null && statusOf(camera, sources) === 'OFFLINE'
  const { last_snapshot_at: seenMs } = sources.lastSeen.over(camera)
  if (!isGone) return { ranges: known, isNever: false }
  if (seenMs === null) return { ranges: [{ fromMs: camera.created_at, untilMs: nowMs }], isNever: true }
  return { ranges: seenMs < nowMs ? [...known, { fromMs: seenMs, untilMs: nowMs }] : known, isNever: false }
}
