import { type Detection, label, labelOf } from '../../contract/detection'
import type { Box } from '../../lib/box'
import type { Label } from '../../lib/label'
import type { ShownBox } from '../pictures/box-looks'

/** Somebody or something seen at a moment of a clip; times are milliseconds since its first frame. */
export type SeenMoment = Omit<Detection, 'score'>

/** A part of a clip in which something was seen again and again. */
export interface SeenSpan {
  readonly startSec: number
  readonly endSec: number
  /** What it was, people first; at least one. */
  readonly labels: readonly Label[]
}

/** No box shows further than this from a look (LABEL-04): what was there then is not known. */
const NEAR_MS = 400

/** The camera looks away for a while after each look, and people turn: shorter gaps are no absence. */
const LEAST_GAP_MS = 2_000
/** Marks of one clip are at least this share of its length apart, so that each can be pressed on a phone. */
const LEAST_GAP_SHARE = 1 / 12

/**
 * The boxes of a time: of each track where it was then, and of looks that belong to none, as those of older cameras, the
 * near ones. Calm ones do not fade: for those who want nothing to move that need not.
 */
export function boxesAt(seen: readonly SeenMoment[], atMs: number, isCalm: boolean): ShownBox[] {
  const loose = seen.filter(({ track }) => track === undefined)
  const tracks = new Set(seen.flatMap(({ track }) => track ?? []))
  const moving = [...tracks].flatMap((number) => {
    const looks = seen.filter(({ track }) => track === number)
    return boxOfTrack(looks, atMs, isCalm) ?? []
  })
  return [...(isCalm ? boxesNearest : boxesNear)(loose, atMs), ...moving]
}

/** Where a track is at a time; null where that is too far from its looks to be known. */
function boxOfTrack(looks: readonly SeenMoment[], atMs: number, isCalm: boolean): ShownBox | null {
  const inOrder = [...looks].sort((a, b) => a.atMs - b.atMs)
  const last = inOrder.findLast((look) => look.atMs <= atMs)
  const next = inOrder.find((look) => look.atMs > atMs)
  const awayMs = Math.min(awayFrom(last, atMs), awayFrom(next, atMs))
  if (last !== undefined && next !== undefined) {
    if (awayMs > NEAR_MS) return null
    const share = (atMs - last.atMs) / (next.atMs - last.atMs)
    return { ...named(last), box: between(last.box, next.box, share), opacity: 1 }
  }
  const look = last ?? next
  if (look === undefined || awayMs >= NEAR_MS) return null
  return { ...named(look), box: look.box, opacity: isCalm ? 1 : 1 - awayMs / NEAR_MS }
}

function awayFrom(look: SeenMoment | undefined, atMs: number): number {
  return look === undefined ? Number.POSITIVE_INFINITY : Math.abs(look.atMs - atMs)
}

function between(from: Box, to: Box, share: number): Box {
  const mid = (side: keyof Box) => from[side] + (to[side] - from[side]) * share
  return { left: mid('left'), top: mid('top'), width: mid('width'), height: mid('height') }
}

const named = ({ label: name }: SeenMoment) => (name === undefined ? {} : { label: name })

/** The boxes of the moments near a time, each the fainter the further away its moment is. */
function boxesNear(seen: readonly SeenMoment[], atMs: number): ShownBox[] {
  return seen.flatMap((moment) => {
    const opacity = 1 - awayFrom(moment, atMs) / NEAR_MS
    return opacity > 0 ? [{ ...named(moment), box: moment.box, opacity }] : []
  })
}

/** The boxes of the nearest moment alone, which do not fade. */
function boxesNearest(seen: readonly SeenMoment[], atMs: number): ShownBox[] {
  const nearestMs = seen.reduce((least, moment) => Math.min(least, awayFrom(moment, atMs)), NEAR_MS)
  const nearest = seen.find((moment) => awayFrom(moment, atMs) === nearestMs)
  if (nearest === undefined || nearestMs >= NEAR_MS) return []
  const ofIt = seen.filter((moment) => moment.atMs === nearest.atMs)
  return ofIt.map((moment) => ({ ...named(moment), box: moment.box, opacity: 1 }))
}

/** When something was seen, oldest first: moments with only short gaps between are one span. */
export function seenSpans(seen: readonly SeenMoment[], durationSec: number): SeenSpan[] {
  const gapMs = Math.max(LEAST_GAP_MS, durationSec * 1000 * LEAST_GAP_SHARE)
  const timesMs = seen.map(({ atMs }) => atMs).sort((a, b) => a - b)
  const starts = timesMs.filter((atMs, index) => atMs - (timesMs[index - 1] ?? Number.NEGATIVE_INFINITY) > gapMs)
  return starts.map((startMs, index) => {
    const nextMs = starts[index + 1] ?? Number.POSITIVE_INFINITY
    const inIt = seen.filter(({ atMs }) => atMs >= startMs && atMs < nextMs)
    const labels = label.options.filter((name) => inIt.some((moment) => labelOf(moment) === name))
    return { startSec: startMs / 1000, endSec: Math.max(...inIt.map(({ atMs }) => atMs)) / 1000, labels }
  })
}
