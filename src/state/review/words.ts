import { formatTime } from '../../lib/date-time'
import { MINUTE_MS } from '../../lib/durations'
import { ownFormat } from '../../lib/own-format'
import { type Mark, markOf, marks, sightBits } from '../../lib/sight'
import type { Span } from '../../lib/span'
import { counted, listOfWords } from '../../lib/words'
import type { Lane, ReviewTime } from './lanes'
import type { CameraToggle, EventStep } from './playback'

const markWords = {
  alert: ['alert', 'alerts'],
  person: ['event with a person', 'events with persons'],
  seen: ['event with an animal or a vehicle', 'events with animals or vehicles'],
  motion: ['motion', 'motions'],
} as const satisfies Record<Mark, readonly [string, string]>

/** How much there was in a lane within a time: `1 alert, 12 motions`; 'nothing' where that was so. */
export function laneWords({ startsMs, sees, isAwaited }: Lane, { fromMs, untilMs }: Span): string {
  if (isAwaited) return 'on its way'
  const counts = { alert: 0, person: 0, seen: 0, motion: 0 }
  startsMs.forEach((startMs, index) => {
    if (startMs >= fromMs && startMs <= untilMs) counts[markOf(sees[index] ?? 0)] += 1
  })
  const parts = marks
    .filter((mark) => counts[mark] > 0)
    .map((mark) => {
      const [one, many] = markWords[mark]
      return counted(counts[mark], one, many)
    })
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}

/** For how long it was off, in words; '' where it was not. */
export function gapWords({ off, unarmed }: Lane, span: Span): string {
  const parts = [
    { ms: overlapMs(off, span), words: 'off' },
    { ms: overlapMs(unarmed, span), words: 'not recording by the mode' },
  ]
  return parts.flatMap(({ ms, words }) => (ms < MINUTE_MS ? [] : [`${words} for ${briefLength(ms)}`])).join(', ')
}

function overlapMs(spans: readonly Span[], { fromMs, untilMs }: Span): number {
  return spans.reduce((sum, span) => {
    return sum + Math.max(0, Math.min(untilMs, span.untilMs) - Math.max(fromMs, span.fromMs))
  }, 0)
}

/** `45 s`, `12 min`, `3 h 5 min`. */
export function briefLength(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  if (ms < MINUTE_MS) return `${Math.round(ms / 1000)} s`
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** A lane within a time for those who do not see it: what it saw, and for how long it was off. */
export function summaryWords(lane: Lane, span: Span): string {
  return [laneWords(lane, span), gapWords(lane, span)].filter((part) => part !== '').join('; ')
}

/** One event: `03:12:05, person and animal`. */
export function eventWords({ startsMs, lengthsMs, sees }: Lane, index: number): string {
  const startMs = startsMs[index]
  if (startMs === undefined) return ''
  const bits = sees[index] ?? 0
  const seen = (['alert', 'person', 'animal', 'vehicle'] as const).filter((name) => bits & sightBits[name])
  const film = (lengthsMs[index] ?? 0) > 0 ? '' : ', without a recording'
  return `${formatSecond(startMs)}, ${seen.length === 0 ? 'motion' : listOfWords(seen)}${film}`
}

const second = ownFormat({ timeStyle: 'medium' })

/** The time of day, to the second. */
export function formatSecond(atMs: number): string {
  return second().format(atMs)
}

/** Where what is known ends before its time does; null where it does not. */
export function cutWords({ isCut, untilMs }: ReviewTime): string | null {
  if (!isCut) return null
  return `This day holds more events than are shown at once: those after ${formatTime(untilMs)} show by the hour.`
}

/** Why nothing plays any more. */
export function overWords({ isMoreUntold }: { readonly isMoreUntold: boolean }): string {
  return isMoreUntold ? 'Later recordings show by the hour.' : 'Nothing was recorded from here on.'
}

/** What a step to the next event, or with -1 to the one before, came to; '' where it was taken. */
export function stepWords(step: EventStep, by: 1 | -1, zoom: 'day' | 'hour'): string {
  switch (step) {
    case 'taken':
      return ''
    case 'none':
      return by === 1 ? 'No later event that day.' : 'No earlier event that day.'
    case 'untold':
      if (by === -1) return 'Earlier events show in the hour before.'
      return zoom === 'day' ? 'Later events show by the hour.' : 'Later events show in the next hour.'
  }
}

/** Why a camera's films stay as they are; '' where they do not. */
export function toggleWords(toggle: CameraToggle): string {
  switch (toggle) {
    case 'taken':
      return ''
    case 'full':
      return 'Four play at once; hide one first.'
    case 'last':
      return 'One plays at least; show another first.'
  }
}
