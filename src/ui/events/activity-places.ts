import type { Detection } from '../../contract/detection'
import type { EventType } from '../../contract/event'
import type { LabelCount } from '../../lib/label'

/** What a row tells of an event. */
export interface ActivityEvent {
  readonly id: string
  readonly type: EventType
  readonly title: string
  /** ISO time. */
  readonly createdAt: string
  readonly thumbnailUrl: string | null
  /** Who and what was seen in its clip, and when. */
  readonly detections?: readonly Detection[] | undefined
  /** How many of each. */
  readonly labels: readonly LabelCount[]
  readonly isPlayable: boolean
}

export interface TimeSpan {
  readonly startMs: number
  readonly endMs: number
}

/** The pointer means the nearest mark, no further away than this: marks are smaller than fingers. */
const REACH_PX = 22

/** Where in the span a moment lies, 0 to 1; a clock that is off puts nothing outside. */
export function placeIn({ startMs, endMs }: TimeSpan, iso: string): number {
  return Math.min(1, Math.max(0, (Date.parse(iso) - startMs) / (endMs - startMs)))
}

/** The nearest event to a place in a row `widthPx` wide; the later one of two, null where none is near. */
export function nearestTo(
  events: readonly ActivityEvent[],
  span: TimeSpan,
  xPx: number,
  widthPx: number,
): ActivityEvent | null {
  let nearest: ActivityEvent | null = null
  let leastPx = REACH_PX
  for (const event of events) {
    const awayPx = Math.abs(placeIn(span, event.createdAt) * widthPx - xPx)
    if (awayPx <= leastPx) {
      nearest = event
      leastPx = awayPx
    }
  }
  return nearest
}
