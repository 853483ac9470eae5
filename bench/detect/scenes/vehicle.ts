import { type Canvas, HEIGHT, type Layer, WIDTH } from './canvas'
import { gaussians } from './noise'
import type { Random } from './random'

/** A car or van that drives through, seen from the side or at an angle. */
export interface Vehicle {
  readonly startSec: number
  readonly endSec: number
  readonly layer: Layer
}

interface Build {
  readonly length: number
  readonly height: number
  /** Where the cabin begins and ends and how tall it is, as shares of length and height. */
  readonly cabin: readonly [from: number, to: number, height: number]
  readonly body: number
  readonly glass: number
  readonly textureSeed: number
  readonly hasLights: boolean
}

/** From one edge of the picture to the other, on wheels at `wheelsY`. */
export function driveThrough(random: Random, startSec: number, wheelsY: number): Vehicle {
  const length = random.between(50, 170)
  const isVan = random.isHit(0.4)
  const build: Build = {
    length,
    height: length * (isVan ? random.between(0.42, 0.6) : random.between(0.28, 0.4)),
    cabin: isVan
      ? [0.03, random.between(0.75, 0.97), 0.5]
      : [random.between(0.15, 0.25), random.between(0.7, 0.85), 0.45],
    body: random.between(25, 220),
    glass: random.between(20, 80),
    textureSeed: random.integer(0, 60_000),
    hasLights: random.isHit(0.4),
  }
  const endSec = startSec + (WIDTH + length) / random.between(35, 140)
  const isFromLeft = random.isHit(0.5)
  const layer: Layer = (canvas, timeSec) => {
    const share = (timeSec - startSec) / (endSec - startSec)
    if (share < 0 || share > 1) return
    const left = -length + (isFromLeft ? share : 1 - share) * (WIDTH + length)
    paint(canvas, build, left, wheelsY, isFromLeft)
  }
  return { startSec, endSec, layer }
}

function paint(canvas: Canvas, build: Build, left: number, wheelsY: number, isFacingRight: boolean): void {
  const top = Math.max(0, Math.floor(wheelsY - build.height))
  const from = Math.max(0, Math.floor(left))
  const to = Math.min(WIDTH, Math.ceil(left + build.length))
  for (let y = top; y < Math.min(HEIGHT, wheelsY); y++) {
    for (let x = from; x < to; x++) {
      const along = (x + 0.5 - left) / build.length
      const level = levelAt(build, isFacingRight ? along : 1 - along, (wheelsY - y - 0.5) / build.height)
      if (level !== null) canvas.luma[y * WIDTH + x] = level
    }
  }
}

/** `along` from the tail (0) to the front (1), `up` from the wheels (0) to the roof (1); null beside the vehicle. */
function levelAt(build: Build, along: number, up: number): number | null {
  const aspect = build.length / build.height
  for (const hub of [0.2, 0.8]) {
    const distance = Math.hypot((along - hub) * aspect, up - 0.16)
    if (distance < 0.08) return 120
    if (distance < 0.17) return 22
  }
  if (up < 0.12) return null
  const [cabinFrom, cabinTo, cabinHeight] = build.cabin
  const waist = 1 - cabinHeight
  const grain = 3 * (gaussians[(build.textureSeed + Math.floor(along * 60) + 97 * Math.floor(up * 20)) & 0x1ffff] ?? 0)
  if (up <= waist) {
    if (build.hasLights && along > 0.95 && up > waist - 0.2) return 250
    if (along < 0.03 && up > waist - 0.2) return 60
    const isSeam = Math.abs(along - 0.45) < 0.006 || Math.abs(along - 0.66) < 0.006
    return build.body * (0.75 + 0.3 * up) + (isSeam ? -30 : 0) + grain
  }
  // Screens lean inwards to the roof.
  const lean = (0.12 * (up - waist)) / cabinHeight
  if (along < cabinFrom + lean || along > cabinTo - lean) return null
  const isPillar = Math.abs(along - 0.45) < 0.012 || along < cabinFrom + lean + 0.03 || along > cabinTo - lean - 0.03
  return up > 0.94 || isPillar ? build.body * 1.05 + grain : build.glass + 40 * (up - waist) + grain
}
