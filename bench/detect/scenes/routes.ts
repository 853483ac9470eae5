import { fillBox, meanOf } from './backdrop'
import { HEIGHT, WIDTH } from './canvas'
import type { Place } from './places'
import type { Random } from './random'
import type { Walk, Waypoint } from './walk'
import { HALF_WIDTH, heightOf, type Look, type Opening } from './walker'

/** What walks a scene is to have. */
export interface RoutePlan {
  readonly count: number
  /** Least and most share of the frame. */
  readonly sharePercent: readonly [number, number]
  /** Heights per second. */
  readonly speed: readonly [number, number]
  /** Least and most grey levels between a person and what they cover. */
  readonly contrast: readonly [number, number]
  readonly stopChance: number
  /** How long a stop takes. */
  readonly stopSec: readonly [number, number]
}

export interface Routes {
  readonly walks: readonly Walk[]
  /** When the last person is gone and it has been quiet for a while. */
  readonly seconds: number
}

/** Time for a detector to learn the place before the first person comes. */
const FIRST_SEC = 12
const PAUSE_SEC: readonly [number, number] = [8, 16]

/** People who come one after the other. Paints the pillars behind which some appear into the place. */
export function planRoutes(random: Random, place: Place, plan: RoutePlan): Routes {
  const walks: Walk[] = []
  let timeSec = FIRST_SEC + random.between(0, 4)
  for (let i = 0; i < plan.count; i++) {
    const walk = planWalk(random, place, plan, timeSec)
    walks.push(walk)
    timeSec = (walk.waypoints.at(-1)?.timeSec ?? timeSec) + random.between(...PAUSE_SEC)
  }
  return { walks, seconds: timeSec }
}

function planWalk(random: Random, place: Place, plan: RoutePlan, startSec: number): Walk {
  const sharePercent = random.between(...plan.sharePercent)
  const heightPx = heightOf(sharePercent)
  const half = HALF_WIDTH * heightPx
  const feetY = feetOf(random, place, heightPx)
  const endFeetY = feetY + random.between(-0.1, 0.1) * heightPx
  const isFromLeft = random.isHit(0.5)
  const opening = random.isHit(0.3) ? paintPillar(random, place, half, isFromLeft) : { left: 0, right: WIDTH }
  const entry = isFromLeft ? opening.left - 1.5 * half : opening.right + 1.5 * half
  const exit = isFromLeft ? WIDTH + 1.5 * half : -1.5 * half
  const speedPx = random.between(...plan.speed) * heightPx
  const waypoints: Waypoint[] = [{ timeSec: startSec, x: entry, feetY, heightPx }]
  const go = (share: number, seconds: number) => {
    const timeSec = (waypoints.at(-1)?.timeSec ?? startSec) + seconds
    waypoints.push({ timeSec, x: entry + (exit - entry) * share, feetY: feetY + (endFeetY - feetY) * share, heightPx })
  }
  const walkSec = Math.abs(exit - entry) / speedPx
  const stopShare = random.between(0.35, 0.65)
  if (random.isHit(plan.stopChance)) {
    go(stopShare, walkSec * stopShare)
    go(stopShare, random.between(...plan.stopSec))
    go(1, walkSec * (1 - stopShare))
  } else go(1, walkSec)
  return { waypoints, look: lookOn(random, place, plan, opening, feetY, heightPx), opening, sharePercent }
}

/** On the floor; the nearest people stand below the picture's edge. */
function feetOf(random: Random, place: Place, heightPx: number): number {
  if (heightPx > HEIGHT - 12) return random.between(HEIGHT - 4, heightPx + 4)
  const least = Math.max(place.floorY + 6, heightPx + 4)
  return random.between(least, Math.max(least, HEIGHT - 4))
}

/** A pillar over the whole height near the side from which the person comes; they step out from behind it. */
function paintPillar(random: Random, place: Place, half: number, isFromLeft: boolean): Opening {
  const width = Math.min(70, 3.2 * half)
  const left = isFromLeft ? random.between(0, 60) : WIDTH - width - random.between(0, 60)
  const level = random.between(0.6, 1.3) * meanOf(place.backdrop, { left, top: 0, width, height: HEIGHT })
  fillBox(place.backdrop, { left, top: -20, width, height: HEIGHT + 40 }, (x) => {
    return level * (1 - 0.2 * Math.abs((x - left) / width - 0.4))
  })
  return isFromLeft ? { left: Math.round(left + width), right: WIDTH } : { left: 0, right: Math.round(left) }
}

/** Lighter or darker than what the person covers on the way, by the plan's contrast. */
function lookOn(
  random: Random,
  place: Place,
  plan: RoutePlan,
  opening: Opening,
  feetY: number,
  heightPx: number,
): Look {
  const width = opening.right - opening.left
  const covered = { left: opening.left, top: feetY - heightPx, width, height: heightPx }
  const mean = meanOf(place.backdrop, covered)
  const contrast = random.between(...plan.contrast)
  const isLighter = mean - contrast < 4 || (mean + contrast < 235 && random.isHit(0.5))
  const torso = mean + (isLighter ? contrast : -contrast)
  const change = 0.25 * contrast
  const clip = (level: number) => Math.min(245, Math.max(2, level))
  return {
    torso: clip(torso),
    legs: clip(torso + random.between(-change, change)),
    head: clip(mean + random.pick(-1, 1) * contrast * random.between(0.7, 1.2)),
    textureLevels: Math.min(8, 0.2 * contrast),
    textureSeed: random.integer(0, 99_999),
  }
}
