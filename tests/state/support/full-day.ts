import { answers, type Scenario } from '../../support/scenarios'

export const HOUR_MS = 3_600_000
/** Up to when the answer of the day tells of it. */
export const CUT_MS = Date.parse('2026-03-10T08:00:00Z')
export const FILM_MS = 15_000
/** One event before the cut, two after it, with an hour of nothing between these. */
export const eventsMs = [CUT_MS - 600_000, CUT_MS + 600_000, CUT_MS + 2 * HOUR_MS + 600_000]

interface DayCamera {
  readonly cameraId: string
  readonly name: string
  /** It has no event of the day. */
  readonly isIdle?: true
  /** When its own events began, where they are others. */
  readonly eventsMs?: readonly number[]
}

/** A day with more events than one answer takes, as a hub tells of it; its hours are told whole. */
export const fullDayOf =
  (cameras: readonly DayCamera[]): Scenario =>
  (request, next) => {
    const asked = new URL(request.url).searchParams
    const [fromMs, toMs] = [Date.parse(asked.get('from') ?? ''), Date.parse(asked.get('to') ?? '')]
    // An hour is asked for with the minutes before it.
    const isCut = toMs - fromMs > 2 * HOUR_MS
    const untilMs = isCut ? CUT_MS : toMs
    const lanes = cameras.map(({ cameraId, name, isIdle, eventsMs: ownMs = eventsMs }) => {
      const toldMs = ownMs.filter((ms) => ms >= fromMs && ms < untilMs)
      const at = isIdle ? [] : toldMs.map((ms) => ms - fromMs)
      return { cameraId, name, at, lengthMs: at.map(() => FILM_MS), sees: at.map(() => 0), off: [], unarmed: [] }
    })
    const span = { from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() }
    return answers(200, { ...span, isCut, lanes })(request, next)
  }

/** Such a day of one camera. */
export const fullDay = fullDayOf([{ cameraId: 'c', name: 'Door' }])
