import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { colours } from '../../../bench/detect/pictures/svg'
import { recordedClips } from '../../../bench/detect/recorded-clips'
import { startTestCycle } from '../../support/engine/clip-cycle'
import { settled } from '../../support/manual-clock'

const CHECK_MS = 300
/** Of a minute. */
const CHECKS = 200
/** D and T(50). */
const MOVED = 0.2
const THRESHOLD = 0.0204

/** What the product's cycle makes of the same checks, from a camera that is watched from the first of them on. */
async function cameraClips(differences: readonly (number | null)[]) {
  const { clock, cycle, recorders, atMs } = startTestCycle()
  recorders.isBeginning = false
  const triggersMs: number[] = []
  for (const difference of differences) {
    if ((difference ?? 0) > THRESHOLD) cycle.noteMotion()
    const take = recorders.started[triggersMs.length]
    if (take !== undefined) {
      triggersMs.push(clock.monotonicMs() - atMs(0))
      take.begin(Math.max(atMs(0), take.fromMs))
    }
    await clock.advance(CHECK_MS)
    await settled()
  }
  await clock.advance(15_000)
  return recorders.started.map(({ fromMs, stoppedAt }, i) => {
    const startMs = Math.max(0, fromMs - atMs(0))
    return { triggeredAtMs: triggersMs[i], startMs, endMs: (stoppedAt[0]?.atMs ?? Number.NaN) - atMs(0) }
  })
}

/** Motion in these spans of seconds, of a minute. */
function movingIn(...spans: readonly (readonly [from: number, to: number])[]): number[] {
  return Array.from({ length: CHECKS }, (_, check) => {
    const timeSec = (check * CHECK_MS) / 1_000
    return spans.some(([from, to]) => timeSec >= from && timeSec < to) ? MOVED : 0
  })
}

describe('the clips that benches reckon of a film', () => {
  it('begin 5 s before motion, last 15 s and leave 5 s between them (REC-03, CLIP-02)', () => {
    expect(recordedClips(movingIn([9, 30]))).toEqual([
      { triggeredAtMs: 9_000, startMs: 4_000, endMs: 19_000 },
      { triggeredAtMs: 24_000, startMs: 19_000, endMs: 34_000 },
    ])
  })

  it('begin no sooner than the film, and last 15 s all the same', () => {
    expect(recordedClips(movingIn([3, 4]))).toEqual([{ triggeredAtMs: 3_000, startMs: 0, endMs: 15_000 }])
  })

  it.each([
    { spans: [[0, 60]] },
    { spans: [[6, 60]] },
    { spans: [[9, 30]] },
    {
      spans: [
        [3, 4],
        [19.5, 21],
        [50, 51],
      ],
    },
    { spans: [[20.1, 20.4], [35, 36] as const] },
  ] as const)('are those of the product: $spans', async ({ spans }) => {
    const differences = movingIn(...spans)
    expect(recordedClips(differences)).toEqual(await cameraClips(differences))
  })
})

describe('the dots of the chart of D', () => {
  it('are where the product begins clips of the D that is drawn, for each scene and measure (BENCH-11)', async () => {
    const rows = drawnRows()
    expect(rows.length).toBeGreaterThan(3)
    for (const { title, classic, adaptive } of rows) {
      for (const [measure, { differences, dotsMs }] of Object.entries({ classic, adaptive })) {
        const clips = await cameraClips(differences)
        expect(dotsMs, `${title}, ${measure}`).toEqual(clips.map(({ triggeredAtMs }) => triggeredAtMs))
      }
    }
  })
})

/** What docs/pictures/difference.svg shows; tests/docs sees to it that the detector draws the same. */
function drawnRows() {
  const svg = readFileSync(resolve(import.meta.dirname, '../../../docs/pictures/difference.svg'), 'utf8')
  const tickX = (label: string) => Number(new RegExp(`<text x="([\\d.]+)"[^>]*>${label}<`).exec(svg)?.[1])
  const [firstX, lastX] = [tickX('0 s'), tickX('60 s')]
  const checkAt = (x: string | undefined) => Math.round(((Number(x) - firstX) / (lastX - firstX)) * CHECKS)
  // Each row ends with its title, in bold.
  const rows = svg.split(' font-weight="600">')
  return rows.slice(0, -1).map((row, i) => {
    // The legend has such a line, too.
    const thresholdY = Number([...row.matchAll(/<path d="M[\d.]+ ([\d.]+)[^>]*stroke-dasharray/g)].at(-1)?.[1])
    const ofMeasure = (colour: string) => {
      const [, steps = ''] = new RegExp(`<path d="([^"]+)" stroke="${colour}" stroke-width`).exec(row) ?? []
      const differences = Array.from({ length: CHECKS }, (): number | null => null)
      for (const [, x, y] of steps.matchAll(/[ML]([\d.]+) ([\d.]+)/g)) {
        differences[checkAt(x)] = Number(y) < thresholdY ? MOVED : 0
      }
      const dots = row.matchAll(new RegExp(`<circle cx="([\\d.]+)"[^>]*fill="${colour}"`, 'g'))
      return { differences, dotsMs: Array.from(dots, ([, x]) => CHECK_MS * checkAt(x)) }
    }
    const title = rows[i + 1]?.split('<')[0]
    return { title, classic: ofMeasure(colours.classic), adaptive: ofMeasure(colours.adaptive) }
  })
}
