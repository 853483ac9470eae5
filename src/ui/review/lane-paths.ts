import { type Mark, markOf } from '../../lib/sight'
import { type Span, shareIn } from '../../lib/span'

/** What is drawn of a camera. Events stand in lists of one length, the oldest first. */
export interface DrawnLane {
  readonly startsMs: readonly number[]
  readonly lengthsMs: readonly number[]
  readonly sees: readonly number[]
  readonly off: readonly Span[]
  readonly unarmed: readonly Span[]
}

export const LANE_HEIGHT_PX = 48
/** Motion is counted by columns of this width: of ten thousand events a few hundred shapes are left. */
const COLUMN_PX = 3
/** Marks of one kind that are nearer to each other than this are one. */
const MARK_GAP_PX = 5
const ALERT_Y = 7
const SEEN_Y = 18
const GROUND_Y = 38
const MOST_HEIGHT = 15
const FILM_Y = 41
const FILM_HEIGHT = 4

/** The lane as a handful of paths: drawing ten thousand elements would take seconds. */
export interface LanePaths extends Readonly<Record<Mark, string>> {
  readonly films: string
  readonly off: string
  readonly unarmed: string
}

export function lanePaths(lane: DrawnLane, span: Span, widthPx: number): LanePaths {
  const xOf = (atMs: number) => Math.round(shareIn(span, atMs) * widthPx * 10) / 10
  const block = ({ fromMs, untilMs }: Span, y: number, height: number) => {
    if (untilMs <= span.fromMs || fromMs >= span.untilMs) return ''
    const x = xOf(fromMs)
    return `M${x} ${y}h${Math.max(1, xOf(untilMs) - x)}v${height}H${x}z`
  }
  const blocks = (spans: readonly Span[]) => spans.map((one) => block(one, 0, LANE_HEIGHT_PX)).join('')
  return {
    ...markPaths(lane, span, xOf),
    films: filmPath(lane, span, xOf),
    off: blocks(lane.off),
    unarmed: blocks(lane.unarmed),
  }
}

const shapes = {
  alert: (x: number) => `M${x} ${ALERT_Y - 5}l5 9h-10z`,
  person: (x: number) => `M${x - 4} ${SEEN_Y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`,
  seen: (x: number) => `M${x} ${SEEN_Y - 4.5}l4.5 4.5l-4.5 4.5l-4.5 -4.5z`,
}

function markPaths({ startsMs, sees }: DrawnLane, span: Span, xOf: (atMs: number) => number) {
  const paths = { alert: '', person: '', seen: '' }
  const lastX = { alert: -MARK_GAP_PX, person: -MARK_GAP_PX, seen: -MARK_GAP_PX }
  const columns = new Map<number, number>()
  startsMs.forEach((startMs, index) => {
    if (startMs < span.fromMs || startMs >= span.untilMs) return
    const x = xOf(startMs)
    const column = Math.floor(x / COLUMN_PX)
    columns.set(column, (columns.get(column) ?? 0) + 1)
    const mark = markOf(sees[index] ?? 0)
    if (mark === 'motion' || x - lastX[mark] < MARK_GAP_PX) return
    lastX[mark] = x
    paths[mark] += shapes[mark](x)
  })
  return { ...paths, motion: densityPath(columns) }
}

/** Twice as much is one step higher, so that a quiet minute shows beside a busy one. */
function densityPath(columns: ReadonlyMap<number, number>): string {
  return [...columns]
    .map(([column, count]) => {
      const height = Math.min(MOST_HEIGHT, 6 + 2 * Math.log2(count))
      return `M${column * COLUMN_PX} ${GROUND_Y}v${-height.toFixed(1)}h${COLUMN_PX - 1}V${GROUND_Y}z`
    })
    .join('')
}

/** Recordings as bars; those that touch on the screen are one. */
function filmPath({ startsMs, lengthsMs }: DrawnLane, span: Span, xOf: (atMs: number) => number): string {
  let path = ''
  let from = -1
  let until = -1
  const close = () => {
    if (until > from) path += `M${from} ${FILM_Y}H${until}v${FILM_HEIGHT}H${from}z`
  }
  startsMs.forEach((startMs, index) => {
    const lengthMs = lengthsMs[index] ?? 0
    if (lengthMs === 0 || startMs + lengthMs <= span.fromMs || startMs >= span.untilMs) return
    const x = xOf(startMs)
    const end = Math.max(x + 1, xOf(startMs + lengthMs))
    if (until >= 0 && x <= until + 0.5) until = Math.max(until, end)
    else {
      close()
      from = x
      until = end
    }
  })
  close()
  return path
}
