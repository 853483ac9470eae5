import { uniformNumbers } from '../../scripts/footage/random.mjs'
import type { EventType } from '../../src/contract/event'
import { DAY_MS } from '../../src/lib/durations'
import { NOW_MS } from './local-time'

export const cameraNames = [
  'Front Door',
  'Back Door',
  'Garage',
  'Driveway',
  'Backyard',
  'Loading Dock',
  'Office',
  'Nursery',
] as const
export type CameraName = (typeof cameraNames)[number]

/** One generated event; `clip` has its recording. */
export interface EventRow {
  readonly id: string
  readonly camera: CameraName
  readonly type: EventType
  readonly title: string
  readonly atMs: number
  readonly clip: { readonly id: string; readonly sizeBytes: number } | null
}

const SPREAD_DAYS = 28
/** How much of a day's events fall into each hour. */
const hourWeights = [2, 1, 1, 1, 1, 2, 4, 6, 8, 7, 6, 6, 7, 6, 6, 7, 8, 9, 9, 8, 6, 5, 4, 3]
const cameraWeights = [20, 11, 9, 17, 13, 6, 15, 4]

/** Events of the last four weeks, oldest first, which follow from the seed. */
export function generateEvents(seed: number, count: number): EventRow[] {
  const random = uniformNumbers(seed)
  const rows = Array.from({ length: count }, (): EventRow => {
    const type = pick(random, ['MOTION', 'PERSON', 'ALERT'] as const, [72, 25, 3])
    const camera = pick(random, cameraNames, cameraWeights)
    const title =
      type === 'PERSON' ? `Person at ${camera}` : type === 'MOTION' ? `Motion at ${camera}` : `${camera} covered`
    const hasClip = random() < (type === 'ALERT' ? 0.5 : 0.97)
    const clip = hasClip ? { id: uuid(random), sizeBytes: 100_000 + Math.floor(random() * 1_900_000) } : null
    return { id: uuid(random), camera, type, title, atMs: timeOf(random), clip }
  })
  return rows.sort((a, b) => a.atMs - b.atMs)
}

function timeOf(random: () => number): number {
  for (;;) {
    const atMs = NOW_MS - Math.floor(random() * SPREAD_DAYS * DAY_MS)
    const weight = hourWeights[new Date(atMs).getUTCHours()] ?? 0
    if (random() * 9 < weight) return atMs
  }
}

function pick<T>(random: () => number, values: readonly T[], weights: readonly number[]): T {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0)
  const found = values.find((_, index) => {
    left -= weights[index] ?? 0
    return left < 0
  })
  return found ?? (values[0] as T)
}

function uuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
