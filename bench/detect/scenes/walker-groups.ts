import type { Layer } from './canvas'
import { flicker, flickerBands, globalLight, lamp, ramp, steps, withAutoExposure } from './light'
import type { LumaRange } from './noise'
import { makePlace } from './places'
import { type Random, seededRandom, seedFor } from './random'
import { planRoutes, type RoutePlan, type Routes } from './routes'
import { type Composition, compose, type Scene } from './scene'
import { type SceneGroup, sceneGroup } from './scene-group'
import { foliage, insects, rain, snow, windShake } from './unrest'
import { truthOf } from './walk'

/** What a group asks for; the rest is drawn at random. */
interface WalkerGroup {
  readonly name: string
  readonly plan: RoutePlan
  readonly isDark?: boolean
  readonly sigma?: readonly [number, number]
  /** What troubles the scene. */
  readonly trouble?: (random: Random, routes: Routes, seed: number) => Partial<Composition>
}

const pace: readonly [number, number] = [0.5, 0.95]
const usual = { count: 3, speed: pace, contrast: [18, 70], stopChance: 0.3, stopSec: [2, 6] } as const
const far: RoutePlan = { ...usual, sharePercent: [1, 1.2] }
const farDark: RoutePlan = { ...far, contrast: [12, 25] }
const tiny: RoutePlan = { ...usual, count: 2, sharePercent: [0.25, 0.3], contrast: [25, 70] }

const groups: readonly WalkerGroup[] = [
  { name: 'near', plan: { ...usual, sharePercent: [8, 15] } },
  { name: 'middle', plan: { ...usual, sharePercent: [2.5, 3.5] } },
  { name: 'slow', plan: { ...usual, count: 2, sharePercent: [2, 5], speed: [0.15, 0.3] } },
  { name: 'far-plain', plan: far },
  { name: 'far-dark', plan: farDark, isDark: true },
  { name: 'far-dark-noise-8', plan: farDark, isDark: true, sigma: [8, 8] },
  { name: 'far-flicker', plan: far, trouble: troubledByFlicker },
  {
    name: 'far-foliage',
    plan: far,
    trouble: (random, _, seed) => ({ behind: [foliage(random, random.between(0.15, 0.4), seed)] }),
  },
  { name: 'far-shake', plan: far, trouble: (random) => ({ shake: windShake(random) }) },
  { name: 'far-ramp', plan: far, trouble: troubledByRamps },
  { name: 'far-step', plan: far, trouble: troubledBySteps },
  // Where strays come all over the picture, one thing must show for longer: how much later somebody is found shows here.
  { name: 'far-snow', plan: far, trouble: (random, _, seed) => ({ over: [snow(random, seed)] }) },
  {
    name: 'near-rain',
    plan: { ...usual, sharePercent: [8, 15] },
    trouble: (random, _, seed) => ({ over: [rain(random, seed)] }),
  },
  {
    name: 'dark-insects',
    plan: { ...usual, sharePercent: [2.5, 3.5], contrast: [12, 25] },
    isDark: true,
    trouble: (random, { seconds }) => ({ over: [insects(random, seconds)] }),
  },
  { name: 'tiny-plain', plan: tiny },
  { name: 'tiny-dark', plan: { ...tiny, contrast: [18, 30] }, isDark: true },
]

function troubledByFlicker(random: Random): Partial<Composition> {
  const depth = random.between(0.03, 0.1)
  return { over: [random.isHit(0.5) ? flicker(random, depth) : flickerBands(random, depth)] }
}

/** Brighter or darker while somebody is there. */
function troubledByRamps(random: Random, { walks, seconds }: Routes): Partial<Composition> {
  const ramps = walks.flatMap((walk) => {
    const shown = truthOf(walk, seconds).motion[0]
    return shown ? [ramp(shown.start - 3, random.between(5, 30), random.between(0.7, 1.45))] : []
  })
  return { over: ramps.map(globalLight) }
}

/** A light goes on or off halfway through each walk. */
function troubledBySteps(random: Random, { walks, seconds }: Routes): Partial<Composition> {
  const timesSec = walks.flatMap((walk) => {
    const shown = truthOf(walk, seconds).motion[0]
    return shown ? [shown.start + (shown.end - shown.start) * random.between(0.3, 0.6)] : []
  })
  const factor = random.pick(random.between(0.45, 0.75), random.between(1.3, 2))
  const gainAt = steps(timesSec, factor)
  const lampLayer = lamp(random, random.between(1.5, 3), (timeSec) => gainAt(timeSec) !== 1)
  const recovering = globalLight(withAutoExposure(gainAt, seconds, 0.9))
  const layer: Layer = random.pick(globalLight(gainAt), recovering, lampLayer)
  return { over: [layer] }
}

function makeScene(group: WalkerGroup, name: string, seed: number): Scene {
  const random = seededRandom(seed)
  const place = makePlace(random, group.isDark ? 30 : random.between(70, 140))
  const routes = planRoutes(random, place, group.plan)
  const sigma = random.between(...(group.sigma ?? [1, 2.5]))
  const range: LumaRange = random.pick('full', 'limited')
  return compose({
    name,
    seconds: routes.seconds,
    backdrop: place.backdrop,
    walks: routes.walks,
    noise: { sigma, blockSigma: 0, seed },
    range,
    ...group.trouble?.(random, routes, seed),
  })
}

export const walkerGroupNames: readonly string[] = groups.map(({ name }) => name)

/** Scenes in which people come and go, by group. */
export function walkerGroups(seed: number, perGroup: number): SceneGroup[] {
  return groups.map((group) => sceneGroup(group.name, perGroup, (name) => makeScene(group, name, seedFor(seed, name))))
}
