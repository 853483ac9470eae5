import type { MotionInterval } from '../truth'
import { HEIGHT } from './canvas'
import { makePlace } from './places'
import { seededRandom, seedFor } from './random'
import { compose, type Scene } from './scene'
import { type SceneGroup, sceneGroup } from './scene-group'
import { driveThrough } from './vehicle'

/** Time for a detector to learn the place before the first one comes. */
const FIRST_SEC = 12
const VEHICLES = 4

function makeScene(name: string, seed: number): Scene {
  const random = seededRandom(seed)
  const place = makePlace(random, random.between(60, 140))
  const vehicles = []
  let timeSec = FIRST_SEC
  for (let i = 0; i < VEHICLES; i++) {
    const vehicle = driveThrough(random, timeSec, random.between(place.floorY + 20, HEIGHT - 4))
    vehicles.push(vehicle)
    // Beyond a clip's end and the pause after it, so that each has a clip of its own.
    timeSec = vehicle.endSec + random.between(18, 24)
  }
  const motion = vehicles.map(({ startSec, endSec }): MotionInterval => {
    return { start: startSec, end: endSec, kind: 'vehicle' }
  })
  return compose({
    name,
    seconds: timeSec,
    backdrop: place.backdrop,
    things: vehicles.map(({ layer }) => layer),
    motion,
    noise: { sigma: random.between(1, 3), blockSigma: 0, seed },
    range: random.pick('full', 'limited'),
  })
}

export const vehicleGroupNames: readonly string[] = ['vehicles']

/** Streets and yards through which cars and vans drive: what a person detector must not call a person (BENCH-05). */
export function vehicleGroups(seed: number, perGroup: number): SceneGroup[] {
  return [sceneGroup('vehicles', perGroup, (name) => makeScene(name, seedFor(seed, name)))]
}
