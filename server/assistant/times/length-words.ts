import type { DateTime } from 'luxon'
import { NUMBER, numberOf } from './number-words'
import { BRIEF_UNIT, MINUTES_OR_HOURS } from './patterns'
import type { Span } from './span'

/** "24h" has none, but "in and" is no "in an d". */
const GAP = '(?: |(?<=\\d))'

/** "the last 3 hours", "past 24h", "last half hour"; a week, month or year needs a number or "past", "last week" is a calendar week. */
const LENGTHS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:(?:in|for|over|during|within|from|of|since) )?(?:the )?(?:last|past|previous) (${NUMBER})${GAP}(?:of )?(?:the )?(${BRIEF_UNIT})\\b`,
  ),
  /\b(?:(?:in|for|over|during|within|from|of|since) )?(?:the )?(?:last|past|previous) ()(hour|minute|day|half hour)\b/,
  /\b(?:(?:in|for|over|during|within|from|of) )?(?:the )?past ()(week|month|year)\b/,
  /\b(?:in|over|during|within) the last ()(week|month|year)\b/,
  new RegExp(`\\b(?:within|in) (${NUMBER})${GAP}(?:of )?(${BRIEF_UNIT})\\b`),
  new RegExp(`\\bsince (?:about )?(${NUMBER})${GAP}(?:of )?(${BRIEF_UNIT}) (?:ago|back)\\b`),
]

const unitNames = { s: 'seconds', m: 'minutes', h: 'hours', d: 'days', w: 'weeks', y: 'years' } as const

const AGO = new RegExp(`\\b(?:about |around )?(${NUMBER})${GAP}(seconds?|secs?|${MINUTES_OR_HOURS}) ago\\b`)
const BETWEEN_AGO = new RegExp(
  `\\b(?:between )?(${NUMBER}) ?(?:and|to|-) ?(${NUMBER})${GAP}(${MINUTES_OR_HOURS}) ago\\b`,
)
const RECENTLY = /\b(?:recently|lately)\b/

/** A stretch that ends now, or lies around a moment some hours ago; null: none is named. A limit of ten years keeps times within what a clock can show. */
export function readLength(text: string, now: DateTime): { span: Span; match: RegExpExecArray } | null {
  for (const pattern of LENGTHS) {
    const match = pattern.exec(text)
    if (match === null) continue
    const [, count = '', unit = ''] = match
    const span = lengthOf(count || '1', unit, now)
    if (span !== null) return { span, match }
  }
  return readBetweenAgo(text, now) ?? readAgo(text, now) ?? readRecently(text, now)
}

function readBetweenAgo(text: string, now: DateTime): { span: Span; match: RegExpExecArray } | null {
  const match = BETWEEN_AGO.exec(text)
  const [, latest = '', earliest = '', unit = ''] = match ?? []
  const [near, far] = [numberOf(latest), numberOf(earliest)]
  if (match === null || near === null || far === null || near >= far) return null
  const back = (number: number) => now.minus({ [unitNames[readUnit(unit)]]: number })
  const label = `between ${latest} and ${earliest} ${unit} ago`
  return { span: { kind: 'length', from: back(far), to: back(near), label }, match }
}

function readAgo(text: string, now: DateTime): { span: Span; match: RegExpExecArray } | null {
  const match = AGO.exec(text)
  const [, count = '', unit = ''] = match ?? []
  const number = numberOf(count)
  if (match === null || number === null) return null
  const isHours = unit.startsWith('h')
  const [place, slack] = [now.minus({ [unitNames[readUnit(unit)]]: number }), { minutes: isHours ? 30 : 5 }]
  const label = `about ${count} ${unit} ago`
  return { span: { kind: 'length', from: place.minus(slack), to: place.plus(slack), label }, match }
}

function readRecently(text: string, now: DateTime): { span: Span; match: RegExpExecArray } | null {
  const match = RECENTLY.exec(text)
  const span = spanOf(24, 'hours', 'in the last 24 hours', now)
  return match === null || span === null ? null : { span, match }
}

function lengthOf(count: string, unit: string, now: DateTime): Span | null {
  const number = numberOf(count)
  if (number === null || number <= 0) return null
  if (unit === 'half hour' || (number === 0.5 && readUnit(unit) === 'h'))
    return spanOf(30, 'minutes', 'in the last 30 minutes', now)
  const name = unit.startsWith('mo') ? 'months' : unitNames[readUnit(unit)]
  const one = name.slice(0, -1)
  return spanOf(number, name, number === 1 ? `in the last ${one}` : `in the last ${number} ${name}`, now)
}

function readUnit(unit: string): keyof typeof unitNames {
  const [first = 'h'] = unit
  return first === 's' || first === 'm' || first === 'd' || first === 'w' || first === 'y' ? first : 'h'
}

/** Luxon takes only whole months and years. */
function spanOf(number: number, name: string, label: string, now: DateTime): Span | null {
  const from = now.minus({ [name]: name === 'months' || name === 'years' ? Math.ceil(number) : number })
  return from.isValid && from.year > now.year - 10 ? { kind: 'length', from, to: now, label } : null
}
