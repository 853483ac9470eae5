import { labelGroup } from '../../../src/contract/detection'
import { type EventType, eventType } from '../../../src/contract/event'
import { groupOf, type Label, labelsOf } from '../../../src/lib/label'
import { listOfWords } from '../../../src/lib/words'
import type { EventRow } from '../../events/event-rows'
import { wasNotRecorded } from '../../notifications/event-words'
import { clipLink, plainText } from '../clip-links'
import type { NamedCamera } from '../question/camera-names'
import type { End, Filter, Passing } from '../question/intent'
import type { Kinds } from '../question/kinds'
import { periodWords, timeOf } from '../times/period'
import type { Asked } from './asked'

/** Rows that an answer lists where no number is asked for. */
export const LISTED = 10

const names: Readonly<Record<EventType, string>> = {
  PERSON: 'person event',
  MOTION: 'motion event',
  ALERT: 'security alert',
}

/** "motion event", "person event or security alert", "event with a dog", "event". People move: those of both are of motion. */
export function eventName({ types, labels }: Kinds): string {
  if (labels !== null) {
    if (labels.length === 0) return `unrecognised ${names.MOTION}`
    const shown = thingsOf(labels).map((thing) => (thing === A_PERSON ? names.PERSON : `event with ${thing}`))
    return [...(types?.includes('ALERT') ? [names.ALERT] : []), ...shown].join(' or ')
  }
  if (types === null || types.length === eventType.options.length) return 'event'
  return types.length > 1 && isAnyMotion(types) ? names.MOTION : types.map((type) => names[type]).join(' or ')
}

const A_PERSON = 'a person'

/** "a dog", or "an animal" where all of them are meant. */
export function thingsOf(labels: readonly Label[]): string[] {
  return labelGroup.options.flatMap((group) => {
    const named = labels.filter((name) => groupOf(name) === group)
    const isWhole = named.length === labelsOf(group).length
    return isWhole ? [`${group === 'animal' ? 'an' : 'a'} ${group}`] : named.map((name) => `a ${name}`)
  })
}

/** Whether motion is meant, whoever moved. */
export function isAnyMotion(types: readonly EventType[] | null): boolean {
  return types?.length === 2 && types.includes('PERSON') && types.includes('MOTION')
}

export function numberOf(count: number, name: string): string {
  if (count === 1) return `1 ${name}`
  return `${count} ${pluralOf(name)}`
}

/** "recordings of a person", "events with a dog", "motion events". */
export function pluralOf(name: string): string {
  const each = name
    .split(' or ')
    .map((one) => (/ (of|with) /.test(one) ? one.replace(/ (of|with) /, 's $1 ') : `${one}s`))
  return each.join(' or ')
}

/** "There were 3 motion events"; "There was no motion event". */
export function thereWere(count: number, name: string): string {
  if (count === 0) return `There was no ${name}`
  return `There ${count === 1 ? 'was' : 'were'} ${numberOf(count, name)}`
}

const places = ['', 'second ', 'third ', 'fourth ']

/** Of one that is beside the last: "the second last", or "the last before that"; '' where it is the last itself. */
export function besideEnd({ passed, isPlaceNamed }: Passing, end: End): { place: string; beside: string } {
  if (isPlaceNamed) return { place: places[passed] ?? '', beside: '' }
  return { place: '', beside: passed === 0 ? '' : end === 'last' ? ' before that' : ' after that' }
}

/** " at Front Door and Garage", or nothing. */
export function placeOf(cameras: readonly NamedCamera[] | null): string {
  return cameras === null ? '' : ` at ${namesOf(cameras)}`
}

/** Each name once: a camera that was removed and added again has two rows. */
export function namesOf(cameras: readonly Pick<NamedCamera, 'name'>[]): string {
  return listOfWords([...new Set(cameras.map(({ name }) => plainText(name)))])
}

/** Where and when, as " at Garage today (…)". */
export function scopeOf({ cameras, period }: Filter, { nowMs, zone }: Pick<Asked, 'nowMs' | 'zone'>): string {
  return `${placeOf(cameras)} ${periodWords(period, nowMs, zone)}`
}

export function eventLine(event: EventRow, { zone }: Asked): string {
  const { title, created_at, description } = event
  return `${timeOf(created_at, zone)}: ${plainText(title)}, ${clipOf(event)}${describedAs(description)}`
}

/** What a model says of the pictures is never said as something known. */
function describedAs(description: string | null): string {
  return description === null ? '' : ` (a model describes it: “${plainText(description)}”)`
}

/** An alert may never have had one, the plan may have had no room for it, and a recording may be deleted. */
function clipOf({ type, message, video_id }: EventRow): string {
  if (video_id !== null) return clipLink('open the clip', video_id)
  if (wasNotRecorded(message)) return 'it was not recorded'
  return type === 'ALERT' ? 'without a recording' : 'its recording is deleted'
}

/** Lines under a heading, which are all or the first of them. */
export function listed(total: number, lines: readonly string[], which: string): string[] {
  const rows = lines.map((line) => `- ${line}`)
  return total > lines.length && lines.length > 0 ? [`The ${which} ${lines.length}:`, ...rows] : rows
}
