import { expect, it } from 'vitest'
import { loadBuiltKernels, runDetectors } from '../../../../bench/detect/detector-run'
import { HEIGHT, WIDTH } from '../../../../bench/detect/scenes/canvas'
import { allScenes } from '../../../../bench/detect/scenes/index'
import { addScores, type Score, scoreOf } from '../../../../bench/detect/scorecard'

const kernels = await loadBuiltKernels()
const groups = allScenes(3, { quick: true })

/** The adaptive measure at the middle of the slider over the first scenes of a group of `npm run bench:detect`. */
async function score(name: string, count: number): Promise<Score> {
  const group = groups.find((each) => each.name === name)
  if (group === undefined) throw new Error(`There is no group ${name}.`)
  const scores: Score[] = []
  for (const scene of group.makeScenes()) {
    if (scores.length === count) break
    const runs = await runDetectors(kernels, { width: WIDTH, height: HEIGHT }, scene.frames())
    const adaptive = runs.find(({ method }) => method === 'adaptive')
    scores.push(scoreOf(adaptive?.differences ?? [], scene.truth, 50))
  }
  return addScores(scores)
}

it.each([
  ['far-dark', 3],
  ['far-step', 1],
  ['near', 1],
  ['near-rain', 1],
  ['dark-insects', 1],
  ['stays', 2],
  ['object-left', 2],
])('finds everybody and nothing else in the drawn scenes of %s', async (name, count) => {
  const { intervals, found, falseTriggers } = await score(name, count)
  expect(intervals).toBeGreaterThan(0)
  expect({ found, falseTriggers }).toEqual({ found: intervals, falseTriggers: 0 })
})

it('finds everybody who is far off in snow, where it waits for five checks, within three seconds', async () => {
  const { intervals, found, latenciesSec } = await score('far-snow', 1)
  expect(found).toBe(intervals)
  expect(Math.max(...latenciesSec)).toBeLessThan(3)
})

it.each([
  ['noise-8', 2],
  ['noise-jpeg', 1],
  ['step-exposure', 2],
  ['flicker-bands', 2],
  ['cloud', 1],
])('finds nothing in the drawn scenes of %s', async (name, count) => {
  const { intervals, falseTriggers, minutes } = await score(name, count)
  expect(intervals).toBe(0)
  expect(minutes).toBeGreaterThan(1)
  expect(falseTriggers).toBe(0)
})
