import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBuiltKernels, methods } from '../../../bench/detect/detector-run'
import { tamperingGroupNames } from '../../../bench/detect/scenes/tampering'
import { type ScoresByMethod, scoreFootage, scoreScenes } from '../../../bench/detect/tampering-bench'
import { type TamperingScore, toldOf } from '../../../bench/detect/tampering-score'

const kernels = await loadBuiltKernels()
const footage = resolve(process.cwd(), 'footage')

/** By group: a hand that lets no light through is darkness as well. */
const alike: Readonly<Record<string, readonly string[]>> = { hand: ['covered', 'darkened'] }

/** Weather, wind and noise take long to draw and are judged by `npm run bench:detect` alone. */
const left = ['noise', 'light-on', 'lamp', 'cloud', 'flicker', 'rain', 'insects', 'foliage', 'television', 'wind']
const groups = tamperingGroupNames.filter((name) => !left.includes(name))
let scenes: ScoresByMethod = new Map()

// Not at import: a run of other tests by name draws nothing.
beforeAll(async () => {
  scenes = await scoreScenes(kernels, { seed: 3, perGroup: 1, groups })
}, 120_000)

describe.each(methods)('the sense of tampering behind the %s measure (TAMP-01, TAMP-02)', (method) => {
  let scores: readonly TamperingScore[] = []
  let acts: readonly TamperingScore[] = []

  beforeAll(() => {
    scores = scenes.get(method) ?? []
    acts = scores.filter(({ truth }) => truth !== null)
  })

  it('tells every act in the drawn scenes within 10 s', () => {
    expect(acts.filter((score) => toldOf(score) < score.scenes).map(({ group }) => group)).toEqual([])
    expect([acts.length, scores.length - acts.length]).toEqual([13, 13])
  })

  it('tells it as what it is', () => {
    const wrong = acts.filter(({ group, truth, told }) => {
      const allowed = alike[group] ?? [truth]
      return [...told.keys()].some((kind) => !allowed.includes(kind))
    })
    expect(wrong.map(({ group }) => group)).toEqual([])
  })

  it('tells nothing else: no light, dusk, snow, passer-by, bump or noise', () => {
    expect(scores.filter((score) => score.false > 0).map(({ group }) => group)).toEqual([])
  })
})

/** What is missing for films of real people; null where nothing is. */
function missing(): string | null {
  if (!existsSync(footage)) return 'no folder footage'
  return spawnSync('ffmpeg', ['-version']).error === undefined ? null : 'no ffmpeg to read films with'
}
const absent = missing()
if (absent !== null) process.stderr.write(`Tampering is not looked for in films of real people: ${absent}.\n`)

it.runIf(absent === null)(
  'tells nothing in recorded footage, in which nobody touches the camera',
  async () => {
    const names = (await readdir(footage)).filter((name) => /\.(mp4|avi)$/.test(name))
    const files = names.slice(0, 2).map((name) => join(footage, name))
    for (const [score] of (await scoreFootage(kernels, files)).values()) {
      expect(score).toMatchObject({ scenes: 2, false: 0 })
    }
  },
  60_000,
)
