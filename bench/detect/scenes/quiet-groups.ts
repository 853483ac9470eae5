import { clouds, flicker, flickerBands, globalLight, headlights, lamp, ramp, steps, withAutoExposure } from './light'
import { makePlace } from './places'
import { type Random, seededRandom, seedFor } from './random'
import { type Composition, compose, type Scene } from './scene'
import { type SceneGroup, sceneGroup } from './scene-group'
import { blinkingLed, bumps, cover, foliage, insects, rain, snow, television } from './unrest'

/** In these nobody moves: any motion reported is false. */
interface QuietGroup {
  readonly name: string
  /** Plain noise is judged for longer. */
  readonly kind: 'noise' | 'unrest'
  readonly isDark?: boolean
  readonly sigma?: number
  readonly unrest: (random: Random, seconds: number, seed: number) => Partial<Composition>
}

const still = () => ({})

const groups: readonly QuietGroup[] = [
  ...[2, 4, 6, 8].map((sigma): QuietGroup => ({ name: `noise-${sigma}`, kind: 'noise', sigma, unrest: still })),
  {
    name: 'noise-jpeg',
    kind: 'noise',
    unrest: (random, _, seed) => ({ noise: { sigma: 1.5, blockSigma: random.between(1.5, 3.5), seed } }),
  },
  { name: 'ramp', kind: 'unrest', unrest: manyRamps },
  { name: 'step', kind: 'unrest', unrest: (random, seconds) => switches(random, seconds, 'global') },
  { name: 'step-exposure', kind: 'unrest', unrest: (random, seconds) => switches(random, seconds, 'exposure') },
  { name: 'step-lamp', kind: 'unrest', unrest: (random, seconds) => switches(random, seconds, 'lamp') },
  { name: 'flicker', kind: 'unrest', unrest: (random) => ({ over: [flicker(random, random.between(0.03, 0.1))] }) },
  {
    name: 'flicker-bands',
    kind: 'unrest',
    unrest: (random) => ({ over: [flickerBands(random, random.between(0.03, 0.1))] }),
  },
  { name: 'cloud', kind: 'unrest', unrest: (random, seconds) => ({ over: [clouds(random, seconds)] }) },
  { name: 'rain', kind: 'unrest', unrest: (random, _, seed) => ({ over: [rain(random, seed)] }) },
  { name: 'snow', kind: 'unrest', unrest: (random, _, seed) => ({ over: [snow(random, seed)] }) },
  {
    name: 'foliage',
    kind: 'unrest',
    unrest: (random, _, seed) => ({ behind: [foliage(random, random.between(0.15, 0.4), seed)] }),
  },
  { name: 'bump', kind: 'unrest', unrest: (random, seconds) => ({ shake: bumps(random, seconds) }) },
  {
    name: 'headlights',
    kind: 'unrest',
    isDark: true,
    unrest: (random, seconds) => ({ over: [headlights(random, seconds)] }),
  },
  { name: 'covered', kind: 'unrest', unrest: coverOnce },
  { name: 'television', kind: 'unrest', unrest: (random, _, seed) => ({ behind: [television(random, seed)] }) },
  { name: 'led', kind: 'unrest', unrest: (random) => ({ behind: [blinkingLed(random)] }) },
  { name: 'insects', kind: 'unrest', isDark: true, unrest: (random, s) => ({ over: [insects(random, s)] }) },
]

/** Ramps up and down one after the other, so that the light stays within 0.4 to 1.6 of the usual. */
function manyRamps(random: Random, seconds: number): Partial<Composition> {
  const gains: ((timeSec: number) => number)[] = []
  let now = 1
  for (let start = 12; start < seconds - 10; ) {
    const lastsSec = random.between(5, Math.min(60, seconds - start - 5))
    const next = random.between(0.4, 1.6)
    gains.push(ramp(start, lastsSec, next / now))
    now = next
    start += lastsSec + random.between(2, 8)
  }
  return { over: [globalLight((timeSec) => gains.reduce((gain, at) => gain * at(timeSec), 1))] }
}

function switches(random: Random, seconds: number, kind: 'global' | 'exposure' | 'lamp'): Partial<Composition> {
  const timesSec: number[] = []
  for (let at = 14; at < seconds - 6; at += random.between(5, 18)) timesSec.push(at)
  const gainAt = steps(timesSec, random.pick(random.between(0.35, 0.75), random.between(1.3, 2.5)))
  if (kind === 'global') return { over: [globalLight(gainAt)] }
  if (kind === 'exposure') return { over: [globalLight(withAutoExposure(gainAt, seconds, random.between(0.7, 1)))] }
  return { over: [lamp(random, random.between(1.4, 3.5), (timeSec) => gainAt(timeSec) !== 1)] }
}

const COVER_AFTERMATH_SEC = 3

function coverOnce(random: Random, seconds: number): Partial<Composition> {
  const from = random.between(15, 0.4 * seconds)
  const to = from + random.between(15, 0.4 * seconds)
  return {
    over: [cover(random, from, to)],
    ignore: [
      [from, from + COVER_AFTERMATH_SEC],
      [to - 1, to + COVER_AFTERMATH_SEC],
    ],
  }
}

function makeScene(group: QuietGroup, name: string, seed: number, seconds: number): Scene {
  const random = seededRandom(seed)
  const { backdrop } = makePlace(random, group.isDark ? 30 : random.between(30, 140))
  return compose({
    name,
    seconds,
    backdrop,
    noise: { sigma: group.sigma ?? random.between(1, 2.5), blockSigma: 0, seed },
    range: random.pick('full', 'limited'),
    ...group.unrest(random, seconds, seed),
  })
}

/** How long each group of a kind lasts in all, and over how many scenes. */
export interface QuietTime {
  readonly noiseSec: number
  readonly unrestSec: number
  readonly perGroup: number
}

export const quietGroupNames: readonly string[] = groups.map(({ name }) => name)

export function quietGroups(seed: number, time: QuietTime): SceneGroup[] {
  return groups.map((group) => {
    const seconds = (group.kind === 'noise' ? time.noiseSec : time.unrestSec) / time.perGroup
    return sceneGroup(group.name, time.perGroup, (name) => makeScene(group, name, seedFor(seed, name), seconds))
  })
}
