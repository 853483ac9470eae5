import { type Mode, ruleOf } from './mode'
import { firstSettings, type InForce, inForceAt, type ModeSettings } from './mode-schedule'

/** Settings that held from a moment on, until the next of them. */
export interface ModeEra {
  readonly fromMs: number
  readonly settings: ModeSettings
}

/** A time in which one mode held. */
export interface ModeSpan {
  readonly fromMs: number
  readonly untilMs: number
  readonly mode: Mode
  readonly why: InForce['why']
  /** Who chose it; '' where nobody did. */
  readonly by: string
  /** Of the cameras asked about, those in which motion began no clip. */
  readonly unrecorded: readonly string[]
}

/**
 * Which modes held in a time, the oldest first (MODE-10), one after the other: of a month there may be tens of thousands.
 * Takes the eras in their order; `appendSpan` makes one of what does not differ.
 */
export function* eachSpan(
  eras: readonly ModeEra[],
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  cameraIds: readonly string[],
): Generator<ModeSpan> {
  const all = [{ fromMs: Number.NEGATIVE_INFINITY, settings: firstSettings }, ...eras]
  for (const [index, era] of all.entries()) {
    const endMs = Math.min(untilMs, all[index + 1]?.fromMs ?? untilMs)
    for (let atMs = Math.max(fromMs, era.fromMs); atMs < endMs; ) {
      const inForce = inForceAt(era.settings, atMs)
      const nextMs = Math.min(endMs, inForce.untilMs ?? endMs)
      yield spanOf(inForce, { fromMs: atMs, untilMs: nextMs }, era.settings, cameraIds)
      atMs = nextMs
    }
  }
}

function spanOf(
  inForce: InForce,
  times: { readonly fromMs: number; readonly untilMs: number },
  { rules }: ModeSettings,
  cameraIds: readonly string[],
): ModeSpan {
  const { mode, why } = inForce
  const unrecorded = cameraIds.filter((id) => !ruleOf(rules, mode, id).records)
  return { ...times, mode, why, by: inForce.why === 'hand' ? inForce.by : '', unrecorded }
}

/** What differs in nothing but its time is one. */
export function appendSpan(spans: ModeSpan[], span: ModeSpan): void {
  const last = spans.at(-1)
  if (last !== undefined && isSame(last, span)) spans[spans.length - 1] = { ...last, untilMs: span.untilMs }
  else spans.push(span)
}

function isSame(one: ModeSpan, other: ModeSpan): boolean {
  const isSameMode = one.mode === other.mode && one.why === other.why && one.by === other.by
  return isSameMode && one.unrecorded.join() === other.unrecorded.join()
}
