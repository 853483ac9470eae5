import { type Canvas, HEIGHT, type Layer, WIDTH } from './canvas'
import { makePlace } from './places'
import { type Random, seededRandom, seedFor } from './random'
import { planRoutes, type RoutePlan } from './routes'
import { compose, type Scene } from './scene'
import { type SceneGroup, sceneGroup } from './scene-group'
import { poseAt, type Walk } from './walk'

/** What a background model keeps too long: people who stood, things put down. */

const QUIET_AFTER_SEC = 60
const common = { count: 1, speed: [0.5, 0.9], contrast: [25, 70], stopChance: 1 } as const
const standing: RoutePlan = { ...common, sharePercent: [1.5, 6], stopSec: [60, 60] }
const puttingDown: RoutePlan = { ...common, sharePercent: [2, 6], stopSec: [1.5, 3] }

/** A bag or box where the person stops, from the middle of the stop on. */
function thingPutDown(random: Random, walk: Walk): Layer {
  const [, stop, leave] = walk.waypoints
  const downSec = stop && leave ? (stop.timeSec + leave.timeSec) / 2 : 0
  const pose = poseAt(walk, downSec)
  const size = (pose?.heightPx ?? 0) * random.between(0.2, 0.35)
  const left = (pose?.x ?? 0) + random.pick(-1.2, 0.2) * size
  const bottom = Math.min(HEIGHT - 2, pose?.feetY ?? 0)
  const level = walk.look.torso + random.between(-10, 10)
  return (canvas, timeSec) => {
    if (timeSec >= downSec) paintBox(canvas, left, bottom, size, level)
  }
}

function paintBox({ luma }: Canvas, left: number, bottom: number, size: number, level: number): void {
  for (let y = Math.max(0, Math.round(bottom - size)); y < bottom; y++) {
    for (let x = Math.max(0, Math.round(left)); x < Math.min(WIDTH, left + size); x++) {
      luma[y * WIDTH + x] = level - (y - bottom + size < 2 ? 20 : 0)
    }
  }
}

function makeScene(name: string, seed: number, plan: RoutePlan, leavesThing: boolean): Scene {
  const random = seededRandom(seed)
  const place = makePlace(random, random.between(60, 140))
  const routes = planRoutes(random, place, plan)
  const [walk] = routes.walks
  return compose({
    name,
    seconds: routes.seconds + QUIET_AFTER_SEC,
    backdrop: place.backdrop,
    walks: routes.walks,
    things: leavesThing && walk ? [thingPutDown(random, walk)] : [],
    noise: { sigma: random.between(1, 3), blockSigma: 0, seed },
    range: random.pick('full', 'limited'),
  })
}

export const ghostGroupNames: readonly string[] = ['stays', 'object-left']

export function ghostGroups(seed: number, perGroup: number): SceneGroup[] {
  return [
    sceneGroup('stays', perGroup, (name) => makeScene(name, seedFor(seed, name), standing, false)),
    sceneGroup('object-left', perGroup, (name) => makeScene(name, seedFor(seed, name), puttingDown, true)),
  ]
}
