import type { EventType } from '../../src/contract/event'
import { CLIP_LENGTH_MS } from '../../src/contract/limits'
import type { ReviewLane, ReviewSpan } from '../../src/contract/review'
import { groupsOf } from '../../src/lib/label'
import type { ModeSpan } from '../../src/lib/modes/mode-history'
import { sightBits } from '../../src/lib/sight'
import { labelsIn } from '../db/label-text'
import type { Period, ReviewCameraRow, ReviewEventRow, ReviewOutageRow } from './review-rows'

/** All that lanes are made of. `toMs` of the period is no later than now. */
export interface LaneSources {
  readonly period: Period
  readonly cameras: readonly ReviewCameraRow[]
  readonly events: readonly ReviewEventRow[]
  readonly outages: readonly ReviewOutageRow[]
  readonly modes: readonly ModeSpan[]
}

/** A lane for each camera that was there at the time, or has something of it, in the workspace's order. */
export function lanesOf(sources: LaneSources): ReviewLane[] {
  const { cameras, period } = sources
  const eventsOf = groupedByCamera(sources.events)
  const sightOf = sights()
  return cameras.flatMap((camera) => {
    const events = eventsOf.get(camera.id) ?? []
    const wasThere = camera.created_at <= period.toMs && (camera.removed_at ?? period.toMs) >= period.fromMs
    if (events.length === 0 && !wasThere) return []
    const off = joined(offSpans(sources, camera, events.length > 0), period)
    return [
      {
        cameraId: camera.id,
        name: camera.name,
        at: events.map(({ created_at }) => created_at - period.fromMs),
        lengthMs: lengthsOf(events),
        sees: events.map(sightOf),
        off,
        unarmed: joined(unarmedSpans(sources, camera.id), period),
      },
    ]
  })
}

function groupedByCamera(events: readonly ReviewEventRow[]): Map<string, ReviewEventRow[]> {
  const groups = new Map<string, ReviewEventRow[]>()
  for (const event of events) {
    const known = groups.get(event.camera_id)
    if (known === undefined) groups.set(event.camera_id, [event])
    else known.push(event)
  }
  return groups
}

/** What an event shows as bits. The same few texts come again and again: each is read once. */
function sights(): (event: { readonly type: EventType; readonly labels: string | null }) => number {
  const read = new Map<string, number>()
  return ({ type, labels }) => {
    const key = `${type} ${labels}`
    const known = read.get(key)
    if (known !== undefined) return known
    const groups = groupsOf(labelsIn(labels)).reduce((bits, group) => bits | sightBits[group], 0)
    const bits = groups | (type === 'ALERT' ? sightBits.alert : 0) | (type === 'PERSON' ? sightBits.person : 0)
    read.set(key, bits)
    return bits
  }
}

/** No camera records two clips at once, so that one ends at the latest where the next begins. */
function lengthsOf(events: readonly ReviewEventRow[]): number[] {
  const clips = events.filter(({ video_id }) => video_id !== null)
  const nextAt = new Map(clips.map((clip, index) => [clip, clips[index + 1]?.created_at]))
  return events.map((event) => (event.video_id === null ? 0 : clipLengthMs(event, nextAt.get(event))))
}

/** As its film says (FACT-01); what was not read yet is taken for as long as clips usually are. */
export function clipLengthMs(
  { created_at, duration_ms }: Pick<ReviewEventRow, 'created_at' | 'duration_ms'>,
  nextAtMs: number | undefined,
): number {
  const roomMs = nextAtMs === undefined ? Number.POSITIVE_INFINITY : nextAtMs - created_at
  return Math.max(1, Math.round(Math.min(duration_ms ?? CLIP_LENGTH_MS, roomMs)))
}

type Times = readonly [fromMs: number, untilMs: number]

function offSpans({ period, outages }: LaneSources, camera: ReviewCameraRow, hasEvents: boolean): Times[] {
  // One that never sent a picture has never run.
  if (camera.last_snapshot_at === null && !hasEvents) return [[period.fromMs, period.toMs]]
  const own = outages.filter(({ camera_id }) => camera_id === camera.id)
  return [
    [period.fromMs, camera.created_at],
    ...own.map(({ seen_at, back_since, ended_at }): Times => [seen_at, back_since ?? ended_at ?? period.toMs]),
    [camera.removed_at ?? period.toMs, period.toMs],
  ]
}

function unarmedSpans({ modes }: LaneSources, cameraId: string): Times[] {
  return modes
    .filter(({ unrecorded }) => unrecorded.includes(cameraId))
    .map(({ fromMs, untilMs }): Times => [fromMs, untilMs])
}

/** Spans within the period, counted from its beginning; those that touch are one, and those of no length none. */
function joined(spans: readonly Times[], { fromMs, toMs }: Period): ReviewSpan[] {
  const within = spans
    .map(([from, until]): Times => [Math.max(fromMs, from), Math.min(toMs, until)])
    .filter(([from, until]) => until > from)
    .sort(([one], [other]) => one - other)
  const whole: [number, number][] = []
  for (const [from, until] of within) {
    const last = whole.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], until)
    else whole.push([from, until])
  }
  return whole.map(([from, until]) => [from - fromMs, until - fromMs])
}
