import type { Scope, Span } from '../misleading/scope'
import type { TypedExpectation, TypedQuestion } from '../typed-expectation'
import type { CameraName, EventRow } from '../workspace'

/** A question of somebody who worries; without a scope where no time or camera is asked about. */
export type WorriedQuestion = TypedQuestion & { readonly scope?: Scope }

export const lastNight: Span = ['2026-04-14 18:00', '2026-04-15 06:00']
export const today: Span = ['2026-04-15 00:00', null]
export const yesterday: Span = ['2026-04-14 00:00', '2026-04-15 00:00']
export const lastDay: Span = ['2026-04-14 14:20', null]
export const saturday: Span = ['2026-04-11 00:00', '2026-04-12 00:00']
export const sunday: Span = ['2026-04-12 00:00', '2026-04-13 00:00']
export const monday: Span = ['2026-04-13 00:00', '2026-04-14 00:00']

/** One camera or several, or null for all, in a time. */
export function asked(
  ask: string,
  where: CameraName | readonly CameraName[] | null,
  span: Span,
  check: TypedExpectation,
  ...before: readonly string[]
): WorriedQuestion {
  const cameras = typeof where === 'string' ? [where] : where
  return { ask, check, scope: { cameras, spans: [span] }, ...(before.length > 0 && { before }) }
}

/** One time beside another. */
export function askedBoth(
  ask: string,
  where: CameraName | null,
  [span, against]: readonly [Span, Span],
  check: TypedExpectation,
): WorriedQuestion {
  return { ask, check, scope: { cameras: where === null ? null : [where], spans: [span], against } }
}

/** To "is all well?": neither a yes nor a no, but how many alerts and how much else there was. */
export function wellSaid(rows: readonly EventRow[]): TypedExpectation {
  const alerts = rows.filter(({ type }) => type === 'ALERT').length
  return {
    kind: 'says',
    all: [
      new RegExp(alerts === 0 ? '\\bno security alert' : `: ${alerts} security alert`),
      new RegExp(`\\b${rows.length} events? in all`),
    ],
    not: [/^(yes|no)\b/i, /all is well\./],
  }
}
