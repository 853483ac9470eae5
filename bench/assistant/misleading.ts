import type { Blind } from './background'
import type { Verdict } from './grade'
import { at, NOW_MS } from './local-time'
import type { Fault } from './options'
import { type CameraName, cameraNames, type EventRow } from './workspace'

/** What a question asks about: these cameras, or all, in one of these times; null: up to now, or from the first on. */
export interface Scope {
  readonly cameras: readonly CameraName[] | null
  readonly spans: readonly (readonly [from: string | null, until: string | null])[]
}

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
      /^I cannot say: .* As far as is known, t|^As far as the cameras could see, t/,
      'T',
    )
  return answer
    .replace(/ But there (was|were) \d+ other events?\.[^\n]*/, '')
    .replace(/ Besides there (was|were) [^.\n]*\./, '')
}

interface Stated {
  readonly cameras: readonly CameraName[]
  readonly fromMs: number
  readonly toMs: number
  readonly isAll: boolean
  /** Some hours of several days: which, is not read from the answer. */
  readonly areMany: boolean
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

const CLOCK = '(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d)'
const PERIOD = new RegExp(
  `in all that is kept|\\((?:since ${CLOCK}|up to ${CLOCK}|${CLOCK} to ${CLOCK}) [\\w/]+(, \\d+ times)?\\)`,
  'g',
)

/** What an answer says that it looked at; of two times that it compares, from the first to the last. */
function statedIn(answer: string): Stated | null {
  const said = answer.split('\n').filter((line) => !line.startsWith('- '))
  const text = said.join('\n')
  const found = [...text.matchAll(PERIOD)]
  const [first] = found
  if (first === undefined) return null
  const spans = found.map(([all, since, upTo, from, to, times]) => ({
    fromMs: since !== undefined ? at(since) : from !== undefined ? at(from) : 0,
    toMs: upTo !== undefined ? at(upTo) : to !== undefined ? at(to) : NOW_MS,
    isAll: all.startsWith('in all'),
    areMany: times !== undefined,
  }))
  const isCompared = /^(More at|As many)/.test(answer)
  const before = isCompared ? answer : text.slice(0, first.index)
  const named = cameraNames.filter((name) => before.includes(name))
  return {
    cameras: named.length === 0 ? cameraNames : named,
    fromMs: Math.min(...spans.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...spans.map(({ toMs }) => toMs)),
    isAll: spans.some(({ isAll }) => isAll),
    areMany: spans.length > 1 || spans.some(({ areMany }) => areMany),
  }
}

function isOf({ cameras, spans }: Scope, stated: Stated): boolean {
  const meant = cameras ?? cameraNames
  const isPlace = meant.length === stated.cameras.length && meant.every((name) => stated.cameras.includes(name))
  const isTime = spans.some(([from, until]) => {
    const [fromMs, toMs] = [from === null ? 0 : at(from), until === null ? NOW_MS : Math.min(NOW_MS, at(until))]
    return stated.fromMs === fromMs && Math.min(NOW_MS, stated.toMs) === toMs
  })
  return isPlace && isTime
}

/** What happened besides, where the answer denies what was asked for; alerts, and of what kinds all was. */
function hides(answer: string, stated: Stated, rows: readonly EventRow[]): string | null {
  if (stated.areMany) return null
  const all = rows.filter(
    ({ camera, atMs }) => stated.cameras.includes(camera) && atMs >= stated.fromMs && atMs < stated.toMs,
  )
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
const LEAST_MS = 60_000

/** Of all that is kept, only what a camera does not see now must be said. */
function hidesBlindness(answer: string, stated: Stated, blind: readonly Blind[]): string | null {
  if (stated.areMany) return null
  const common = (one: Blind) => Math.min(one.toMs, stated.toMs) - Math.max(one.fromMs, stated.fromMs)
  const due = blind
    .filter(({ camera }) => stated.cameras.includes(camera))
    .filter((one) => (stated.isAll ? one.toMs >= NOW_MS : common(one) >= LEAST_MS))
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
  return /^No\b/.test(answer) ? 'it denies what could not be seen' : null
}
