import { type CameraName, cameraNames, type EventRow } from '../workspace'
import type { Stated, StatedSpan } from './stated'

/** A side of an answer that compares; or the cameras that had none, where an answer counts those. */
export interface Side {
  readonly cameras: readonly CameraName[]
  readonly span: StatedSpan
  readonly count: number
}

/** Empty where nothing is compared. */
export function sidesIn(answer: string, { cameras, spans: [span, other] }: Stated): Side[] {
  if (span === undefined) return []
  const [heading = '', ...lines] = answer.split('\n')
  const counts = /\bthere (?:was|were) (no|\d+) .*\), and (\d+) /i.exec(heading)
  if (other !== undefined)
    return counts === null
      ? []
      : [
          { cameras, span, count: Number(counts[1]) || 0 },
          { cameras, span: other, count: Number(counts[2]) },
        ]
  const without = /\b\d+ of \d+ cameras? had no .*\): ([^.]*)\./.exec(heading)
  if (without !== null) return [{ cameras: camerasIn(without[1] ?? ''), span, count: 0 }]
  if (!/\b(more at .*|as many): .*:$/i.test(heading)) return []
  const tallies = lines.flatMap((line) => /^- (.*): (\d+)$/.exec(line) ?? [])
  return Array.from({ length: tallies.length / 3 }, (_, index) => ({
    cameras: camerasIn(tallies[3 * index + 1] ?? ''),
    span,
    count: Number(tallies[3 * index + 2]),
  }))
}

export function rowsIn(
  rows: readonly EventRow[],
  { cameras, fromMs, toMs }: Pick<StatedSpan, 'fromMs' | 'toMs'> & { readonly cameras: readonly CameraName[] },
): EventRow[] {
  return rows.filter(({ camera, atMs }) => cameras.includes(camera) && atMs >= fromMs && atMs < toMs)
}

/** Of a side without any, all that there was; of one where things moved, the alerts. */
export function hidesBeside(answer: string, sides: readonly Side[], rows: readonly EventRow[]): string | null {
  const others = [...answer.matchAll(/But there (?:was|were) (\d+) other event/g)].map(([, number]) => Number(number))
  const isOfMotion = /\bmotion events?\b/.test(answer.split('\n')[0] ?? '')
  for (const { cameras, span, count } of sides) {
    const all = rowsIn(rows, { cameras, ...span })
    const alerts = all.filter(({ type }) => type === 'ALERT').length
    if (count === 0 && all.length > 0) {
      const told = others.indexOf(all.length)
      if (told < 0) return `it denies, and hides ${all.length} other events of a side`
      others.splice(told, 1)
    }
    if (count > 0 && isOfMotion && alerts > 0 && !new RegExp(`\\b${alerts} security alert`).test(answer))
      return `it hides ${alerts} alerts of a side`
  }
  return null
}

function camerasIn(text: string): CameraName[] {
  return cameraNames.filter((name) => text.includes(name))
}
