import { MINUTE_MS } from '../../../src/lib/durations'
import type { Blind } from '../background'
import type { Verdict } from '../grade'
import { at, NOW_MS } from '../local-time'
import type { Fault } from '../options'
import { type CameraName, cameraNames, type EventRow } from '../workspace'
import type { Scope, Span } from './scope'
import { hidesBeside, rowsIn, sidesIn } from './sides'
import { type Stated, type StatedSpan, statedIn } from './stated'

export interface Judged {
  readonly answer: string
  readonly verdict: Verdict
  /** null: what the question asks about is not written down; what the answer says it looked at counts. */
  readonly scope: Scope | null
}

/** Without the line about what could not be seen: whether it is right is judged here alone. */
export function withoutSight(answer: string): string {
  const lines = answer.split('\n').filter((line) => !/^(Nothing|Not everything) could be seen: /.test(line))
  return lines.join('\n')
}

/** An answer as a faulty assistant would give it. */
export function spoilt(answer: string, fault: Fault): string {
  if (fault === 'sight')
    return withoutSight(answer).replace(
      /^(?:I cannot say: .* As far as is known|As far as the cameras could see), (.)/,
      (_, first: string) => first.toUpperCase(),
    )
  return answer
    .replace(/[ \n]But there (was|were) \d+ other events?\b[^\n]*/, '')
    .replace(/[ \n]Besides there (was|were) [^.\n]*\./g, '')
}

/** Why an answer would mislead somebody who worries; null: it would not. By the rows and the cameras' times alone. */
export function misleads(judged: Judged, rows: readonly EventRow[], blind: readonly Blind[]): string | null {
  const { answer, verdict, scope } = judged
  if (verdict === 'invented') return 'it tells what never was'
  if (verdict === 'wrong') return 'it answers another question, or wrongly'
  const stated = statedIn(answer)
  if (stated === null) {
    const isClaim = scope !== null && verdict === 'right' && /\b[Tt]here (was|were) /.test(answer)
    return isClaim ? 'it does not say which time it means' : null
  }
  if (scope !== null && !isOf(scope, stated)) return 'it is of another time or camera than asked'
  return hides(answer, stated, rows) ?? hidesBlindness(answer, stated, blind)
}

function isOf({ cameras, spans, against }: Scope, stated: Stated): boolean {
  const meant = cameras ?? cameraNames
  const isPlace = meant.length === stated.cameras.length && meant.every((name) => stated.cameras.includes(name))
  const [one, other, ...more] = stated.spans
  const areTimes =
    spans.some((span) => isSpan(span, one)) && (against === undefined ? other === undefined : isSpan(against, other))
  return isPlace && areTimes && more.length === 0
}

function isSpan([from, until]: Span, said: StatedSpan | undefined): boolean {
  const [fromMs, toMs] = [from === null ? 0 : at(from), until === null ? NOW_MS : Math.min(NOW_MS, at(until))]
  return said?.fromMs === fromMs && Math.min(NOW_MS, said.toMs) === toMs
}

/** What happened besides, where the answer denies what was asked for; alerts, and of what kinds all was. */
function hides(answer: string, stated: Stated, rows: readonly EventRow[]): string | null {
  if (stated.spans.some(({ areMany }) => areMany)) return null
  const sides = sidesIn(answer, stated)
  if (sides.length > 0) return hidesBeside(answer, sides, rows)
  const [span, other] = stated.spans
  if (span === undefined || other !== undefined) return null
  const all = rowsIn(rows, { ...span, cameras: stated.cameras })
  const heading = answer.split('\n')[0] ?? ''
  if (/\bthere was no\b/i.test(heading) && !/ (before|after) that/.test(heading)) {
    const isTold = new RegExp(`But there (was|were) ${all.length} other event`).test(answer)
    return all.length > 0 && !isTold ? `it denies, and hides ${all.length} other events` : null
  }
  if (/^I cannot say|^(Yes: )?there (was|were) \d+ (motion event|event)s?\b/i.test(heading) && !heading.endsWith(':')) {
    const alerts = all.filter(({ type }) => type === 'ALERT').length
    if (alerts > 0 && !new RegExp(`Alert: ${alerts}\\b|\\b${alerts} security alert`).test(heading))
      return `it hides ${alerts} alerts`
    const people = all.filter(({ type }) => type === 'PERSON').length
    if (people > 0 && !new RegExp(`Person: ${people}\\b|\\b${people} person event|On average`).test(heading))
      return `it hides that ${people} were people`
  }
  return null
}

const words: Readonly<Record<Blind['why'], string>> = {
  offline: 'offline',
  unarmed: 'recorded no motion',
  'detection-off': 'motion detection is off',
  'not-added': 'added only later',
}

/** Less than a minute is no outage. */
const LEAST_MS = MINUTE_MS

/** Of all that is kept, only what a camera does not see now must be said. */
function hidesBlindness(answer: string, stated: Stated, blind: readonly Blind[]): string | null {
  if (stated.spans.some(({ areMany }) => areMany)) return null
  const dueOf = (cameras: readonly CameraName[], spans: readonly StatedSpan[]) =>
    blind.filter((one) => cameras.includes(one.camera) && spans.some((span) => isDue(one, span)))
  const due = dueOf(stated.cameras, stated.spans)
  if (due.length === 0) return null
  const parts = answer
    .split('\n')
    .filter((line) => /could be seen: |^- .*(offline|recorded no motion|detection is off|added only later)/.test(line))
    .flatMap((line) => line.replace(/^.*could be seen: /, '').split('; '))
  const untold = due.find(
    ({ camera, why }) =>
      !parts.some((part) => part.includes(words[why]) && (part.includes(camera) || /\ball \d+ cameras/.test(part))),
  )
  if (untold !== undefined) return `it hides that ${untold.camera} could not see (${untold.why})`
  const isHedged = /^(I cannot say|As far as the cameras could see)\b/.test(answer)
  const isDenied = sidesIn(answer, stated).some(
    ({ count, cameras, span }) => count === 0 && dueOf(cameras, [span]).length > 0,
  )
  return /^No\b/.test(answer) || (isDenied && !isHedged) ? 'it denies what could not be seen' : null
}

function isDue(one: Blind, { fromMs, toMs, isAll }: StatedSpan): boolean {
  if (isAll) return one.toMs >= NOW_MS
  return Math.min(one.toMs, toMs) - Math.max(one.fromMs, fromMs) >= LEAST_MS
}
