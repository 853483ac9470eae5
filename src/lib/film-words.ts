import { formatClipTime } from './date-time'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations'
import { counted } from './words'

/** What is known of a film; what is not is null, or left out by who does not tell it. */
interface Film {
  readonly durationMs?: number | null | undefined
  readonly width?: number | null | undefined
  readonly height?: number | null | undefined
  /** As the provider names it, such as vp8 or avc. */
  readonly codec?: string | null | undefined
  readonly hasSound?: boolean | null | undefined
  readonly startsOnKeyframe?: boolean | null | undefined
}

/** '0:15, 1280 × 720, with sound', as far as it is known; '' where nothing is. For a card, where little fits. */
export function filmWords(film: Film): string {
  return [...lengthAsClock(film), ...sizeWords(film), ...(film.hasSound ? [WITH_SOUND] : [])].join(', ')
}

/** '0:15, 1280 × 720, H.264, no sound', and whether a player shows it late: where it is watched. */
export function fullFilmWords(film: Film): string {
  return [...lengthAsClock(film), ...pictureWords(film)].join(', ')
}

/** The same without its length: '1280 × 720', 'H.264', 'no sound'. */
export function pictureWords(film: Film): string[] {
  const { codec, hasSound, startsOnKeyframe } = film
  const format = codec == null ? [] : [codecNames.get(codec) ?? codec.toUpperCase()]
  const sound = hasSound == null ? [] : [hasSound ? WITH_SOUND : 'no sound']
  const late = startsOnKeyframe === false ? ['begins without a whole picture: its first moments may not show'] : []
  return [...sizeWords(film), ...format, ...sound, ...late]
}

const WITH_SOUND = 'with sound'
const codecNames: ReadonlyMap<string, string> = new Map([
  ['avc', 'H.264'],
  ['hevc', 'H.265'],
])

function lengthAsClock({ durationMs }: Film): string[] {
  return durationMs == null ? [] : [formatClipTime(Math.round(durationMs / 1000))]
}

function sizeWords({ width, height }: Film): string[] {
  return width == null || height == null ? [] : [`${width} × ${height}`]
}

/** As it is said: '15 seconds', '2 minutes 5 seconds', '1 hour 3 minutes'. */
export function lengthWords(ms: number): string {
  const seconds = Math.round(ms / SECOND_MS)
  if (seconds < 60) return counted(seconds, 'second')
  // Of an hour and more the seconds are not said.
  const whole = seconds < 3_600 ? seconds : 60 * Math.round(seconds / 60)
  const [large, small] = whole < 3_600 ? [60, 1] : [3_600, 60]
  const rest = Math.floor((whole % large) / small)
  const [unit, below] = large === 60 ? ['minute', 'second'] : ['hour', 'minute']
  return [counted(Math.floor(whole / large), unit), ...(rest === 0 ? [] : [counted(rest, below)])].join(' ')
}

/** A sum, roughly: '0 hours', '14 minutes', '1 hour', '2.5 hours'. */
export function hoursWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  if (ms > 0 && minutes < 60) return counted(Math.max(1, minutes), 'minute')
  return counted(Math.round((10 * ms) / HOUR_MS) / 10, 'hour')
}
