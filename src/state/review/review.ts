import { type Atom, atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { MAX_REVIEW_MS } from '../../contract/review'
import { type Day, dayOf, sameTimeOnMs, startOfDayMs } from '../../lib/day'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations'
import type { Span } from '../../lib/span'
import { extensionsAtom } from '../http/extensions'
import { REVIEW_POLL_MS } from '../http/polling'
import { readingOf } from '../http/reads'
import { unwrap } from '../http/request-error'
import { hubNowMsAtom } from '../hub/hub-ahead'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom, userAtom } from '../sign-in/session'
import { awaitedLane, type Lane, neighbourMs, type ReviewTime, reviewTimeOf, withLength } from './lanes'

const TODAY_INTERVAL_MS = 30_000

/** What began so long before a time is asked for with it, as it may go on in it: no clip of a camera is longer. */
const LEAD_MS = 2 * MINUTE_MS

/** Whether the provider tells of a day in one answer (REV-01). */
export const hasReviewAtom = atom((get) => get(extensionsAtom).has('review'))

export type EventsView = 'list' | 'timeline'

const chosenViewAtom = atom<EventsView>('list')

/** How the Events screen shows them; the list where there is nothing else. */
export const eventsViewAtom = atom(
  (get): EventsView => (get(hasReviewAtom) ? get(chosenViewAtom) : 'list'),
  (_get, set, view: EventsView) => set(chosenViewAtom, view),
)

/** What was chosen for a user: whoever signs in next begins with today. */
interface Chosen {
  readonly user: string | null
  readonly day: Day
  readonly zoom: 'day' | 'hour'
  /** Where the line stands, in milliseconds since the epoch; null: nobody has moved it. */
  readonly cursorMs: number | null
}

const chosenAtom = atom<Chosen | null>(null)

const notedTodayAtom = atom<Day | null>(null)

/** Today by the hub's clock, also in a tab that stays open over midnight. */
export const reviewTodayAtom = atom(
  (get): Day => get(notedTodayAtom) ?? dayOf(get(hubNowMsAtom)()),
  (get, set): (() => void) => {
    const { after } = get(servicesAtom)
    let cancel: () => void
    const turn = () => {
      set(notedTodayAtom, dayOf(get(hubNowMsAtom)()))
      cancel = after(TODAY_INTERVAL_MS, turn)
    }
    turn()
    return () => cancel()
  },
)
reviewTodayAtom.onMount = (follow) => follow()

const reviewedAtom = atom((get): Chosen => {
  const chosen = get(chosenAtom)
  const user = get(userAtom)
  if (chosen !== null && chosen.user === user) return chosen
  return { user, day: get(reviewTodayAtom), zoom: 'day', cursorMs: null }
})

const changeAtom = atom(null, (get, set, change: Partial<Chosen>) =>
  set(chosenAtom, { ...get(reviewedAtom), ...change }),
)

/** The timeline at a moment, in its hour; false: it is none, or of a day to come, and all is as it was. */
export const goToMomentAtom = atom(null, (get, set, atMs: number): boolean => {
  if (Number.isNaN(atMs) || dayOf(atMs) > get(reviewTodayAtom)) return false
  set(chosenViewAtom, 'timeline')
  set(changeAtom, { day: dayOf(atMs), zoom: 'hour', cursorMs: atMs })
  return true
})

export const reviewDayAtom = atom(
  (get) => get(reviewedAtom).day,
  (get, set, day: Day) => {
    const { day: before } = get(reviewedAtom)
    const cursorMs = get(reviewCursorAtom)
    if (day !== before) set(changeAtom, { day, cursorMs: sameTimeOnMs(day, cursorMs) })
  },
)

export const reviewZoomAtom = atom(
  (get) => get(reviewedAtom).zoom,
  (get, set, zoom: Chosen['zoom']) => set(changeAtom, { zoom, cursorMs: get(reviewCursorAtom) }),
)

/** All of the day. */
export const reviewDaySpanAtom = atom((get): Span => {
  const day = get(reviewDayAtom)
  return { fromMs: startOfDayMs(day), untilMs: startOfDayMs(day, 1) }
})

/**
 * Where the line stands. It stays within the day; in the hour's view the hour goes with it. Until somebody moves it, it is at
 * the latest event: now, nothing is recorded as a rule, and what came last is what people look for.
 */
export const reviewCursorAtom = atom(
  (get): number => {
    const { cursorMs } = get(reviewedAtom)
    if (cursorMs !== null) return cursorMs
    const nowMs = get(hubNowMsAtom)()
    return neighbourMs(get(dayQueryAtom).data?.lanes ?? [], nowMs, -1) ?? nowMs
  },
  (get, set, atMs: number) => {
    const { fromMs, untilMs } = get(reviewDaySpanAtom)
    set(changeAtom, { cursorMs: Math.min(untilMs - 1, Math.max(fromMs, atMs)) })
  },
)

/** The same to the second, for what is read rather than looked at. */
export const reviewCursorSecondAtom = atom((get) => Math.floor(get(reviewCursorAtom) / 1000) * 1000)

/** The full hour of the line, counted from the day's beginning. */
const hourStartAtom = atom((get) => {
  const { fromMs } = get(reviewDaySpanAtom)
  return fromMs + Math.floor((get(reviewCursorAtom) - fromMs) / HOUR_MS) * HOUR_MS
})

/** The time that shows. */
export const reviewSpanAtom = atom((get): Span => {
  const day = get(reviewDaySpanAtom)
  if (get(reviewZoomAtom) === 'day') return day
  const fromMs = get(hourStartAtom)
  return { fromMs, untilMs: Math.min(day.untilMs, fromMs + HOUR_MS) }
})

/** Reads a time of all cameras; null: none is wanted. */
function reviewQuery(askedAtom: Atom<Span | null>) {
  return atomWithQuery<ReviewTime>((get) => {
    const { fromMs, untilMs } = get(askedAtom) ?? { fromMs: 0, untilMs: 0 }
    const isOfToday = untilMs > get(hubNowMsAtom)()
    return {
      queryKey: [...get(keysAtom).review, fromMs, untilMs],
      enabled: get(isSignedInAtom) && get(askedAtom) !== null,
      refetchInterval: isOfToday && get(extensionsAtom).has('polling') ? REVIEW_POLL_MS : false,
      staleTime: REVIEW_POLL_MS,
      queryFn: async ({ signal }) => {
        const toMs = untilMs - 1
        const leadFromMs = Math.max(fromMs - LEAD_MS, toMs - MAX_REVIEW_MS)
        const query = { from: new Date(leadFromMs).toISOString(), to: new Date(toMs).toISOString() }
        return reviewTimeOf(unwrap(await get(servicesAtom).http.send(calls.review.read, { query, signal })), fromMs)
      },
    }
  })
}

const dayQueryAtom = reviewQuery(atom((get) => (get(eventsViewAtom) === 'timeline' ? get(reviewDaySpanAtom) : null)))

/** Of a day that is too full for one answer, the hour is asked for by itself. */
const askedHourAtom = atom((get): Span | null => {
  const day = get(dayQueryAtom).data
  const shown = get(reviewSpanAtom)
  const isAsked = get(reviewZoomAtom) === 'hour' && day?.isCut === true && shown.untilMs > day.untilMs
  return isAsked ? shown : null
})
const hourQueryAtom = reviewQuery(askedHourAtom)

/** The read of what shows. */
export const reviewQueryAtom = atom((get) => (get(askedHourAtom) !== null ? get(hourQueryAtom) : get(dayQueryAtom)))

/** While an hour is fetched its day's cameras show, of which nothing is told yet: the screen stays as it is. */
const awaitedTimeAtom = atom((get): ReviewTime | null => {
  const hour = get(askedHourAtom)
  const day = get(dayQueryAtom).data
  if (hour === null || day === undefined || readingOf(get(hourQueryAtom)) !== 'awaited') return null
  return { fromMs: hour.fromMs, untilMs: hour.fromMs, isCut: true, lanes: day.lanes.map(awaitedLane) }
})

export const isHourAwaitedAtom = atom((get) => get(awaitedTimeAtom) !== null)

interface FilmLength {
  readonly cameraId: string
  readonly startMs: number
  readonly lengthMs: number
}

const filmLengthsAtom = atom<readonly FilmLength[]>([])

/** How many are remembered; more than are played in a sitting. */
const MOST_LENGTHS = 500

/** A film was opened and told how long it is. */
export const noteFilmLengthAtom = atom(null, (get, set, told: FilmLength) => {
  const all = get(filmLengthsAtom)
  const isKnown = all.some(({ cameraId, startMs }) => cameraId === told.cameraId && startMs === told.startMs)
  if (!isKnown) set(filmLengthsAtom, [...all.slice(-MOST_LENGTHS), told])
})

/** What is known of the time that shows; null: nothing yet. */
export const reviewTimeAtom = atom((get): ReviewTime | null => {
  const time = get(reviewQueryAtom).data ?? get(awaitedTimeAtom)
  if (time === null) return null
  const lengths = get(filmLengthsAtom)
  const corrected = (lane: Lane) =>
    lengths
      .filter(({ cameraId }) => cameraId === lane.cameraId)
      .reduce((known, { startMs, lengthMs }) => withLength(known, startMs, lengthMs), lane)
  return lengths.length === 0 ? time : { ...time, lanes: time.lanes.map(corrected) }
})

/** The part of the day of which all is told: where the day is too full for one answer, less than the day. */
export const toldSpanAtom = atom((get): Span => {
  const { fromMs, untilMs } = get(askedHourAtom) ?? get(reviewDaySpanAtom)
  const time = get(reviewTimeAtom)
  return { fromMs, untilMs: time?.isCut === true ? time.untilMs : untilMs }
})

export const reviewLanesAtom = atom((get): readonly Lane[] => get(reviewTimeAtom)?.lanes ?? [])
