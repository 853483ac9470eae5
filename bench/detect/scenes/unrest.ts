import { MINUTE_MS } from '../../../src/lib/durations'
import { blotches } from './backdrop'
import { type Canvas, HEIGHT, type Layer, smoothStep, WIDTH } from './canvas'
import { gaussians } from './noise'
import { type Random, seededRandom, seedFor } from './random'

const SINES = Float32Array.from({ length: 1024 }, (_, i) => Math.sin((2 * Math.PI * i) / 1024))

/** Leaves over a part of the picture that wind moves in gusts. */
export function foliage(random: Random, areaShare: number, seed: number): Layer {
  const texture = blotches(random, random.between(2.5, 5))
  const coarse = blotches(random, 14)
  const level = random.between(40, 80)
  const height = random.between(0.5, 1) * HEIGHT
  const width = Math.min(WIDTH, (areaShare * WIDTH * HEIGHT) / height)
  const left = random.pick(0, WIDTH - width)
  const top = random.pick(0, HEIGHT - height)
  const edge = blotches(random, 16)
  const phases = blotches(random, 20)
  const gustSec = random.between(4, 9)
  const strongestPx = random.between(1.5, 4)
  const pixels: number[] = []
  for (let y = Math.ceil(top); y < top + height; y++) {
    for (let x = Math.ceil(left); x < left + width; x++) {
      const inside = Math.min(x - left + (left === 0 ? 99 : 0), left + width - x + (left === 0 ? 0 : 99))
      if (inside + 10 * edge(x, y) > 4) pixels.push(y * WIDTH + x)
    }
  }
  const phaseOf = Int32Array.from(pixels, (i) => Math.round(700 * (phases(i % WIDTH, Math.floor(i / WIDTH)) + 2)))
  return (canvas, timeSec) => {
    const gust = 0.5 + 0.5 * Math.sin((2 * Math.PI * timeSec) / gustSec + seed)
    const windPx = strongestPx * (0.15 + 0.85 * gust * gust)
    const turn = Math.round(timeSec * 1024 * 0.9)
    for (let k = 0; k < pixels.length; k++) {
      const i = pixels[k] ?? 0
      const phase = (phaseOf[k] ?? 0) + turn
      const x = (i % WIDTH) + canvas.shiftX + windPx * (SINES[phase & 1023] ?? 0)
      const y = Math.floor(i / WIDTH) + canvas.shiftY + 0.5 * windPx * (SINES[(phase * 2 + 300) & 1023] ?? 0)
      canvas.luma[i] = level + 26 * texture(x, y) + 12 * coarse(x, y)
    }
  }
}

/** Streaks that are elsewhere in every frame. */
export function rain(random: Random, seed: number): Layer {
  const count = random.integer(40, 160)
  const slant = random.between(-0.25, 0.25)
  const lighter = random.between(8, 28)
  return ({ luma, checkIndex }) => {
    const drops = seededRandom(seedFor(seed, 'rain', checkIndex))
    for (let k = 0; k < count; k++) {
      const x = drops.between(0, WIDTH)
      const y = drops.between(-20, HEIGHT)
      const length = drops.between(6, 22)
      const strength = lighter * drops.between(0.4, 1)
      for (let along = 0; along < length; along++) paintDot(luma, x + slant * along, y + along, strength)
    }
  }
}

function paintDot(luma: Float32Array, x: number, y: number, levels: number): void {
  const column = Math.round(x)
  const row = Math.round(y)
  if (column < 0 || column >= WIDTH || row < 0 || row >= HEIGHT) return
  const i = row * WIDTH + column
  luma[i] = (luma[i] ?? 0) + levels
}

function paintBlob(luma: Float32Array, x0: number, y0: number, radius: number, level: number, strength: number): void {
  for (let y = Math.max(0, Math.floor(y0 - radius)); y < Math.min(HEIGHT, y0 + radius + 1); y++) {
    for (let x = Math.max(0, Math.floor(x0 - radius)); x < Math.min(WIDTH, x0 + radius + 1); x++) {
      const alpha = strength * (1 - smoothStep(0.4 * radius, radius, Math.hypot(x - x0, y - y0)))
      const i = y * WIDTH + x
      luma[i] = (luma[i] ?? 0) * (1 - alpha) + level * alpha
    }
  }
}

/** Flakes: at 300 ms between frames each is another one. */
export function snow(random: Random, seed: number): Layer {
  const count = random.integer(30, 120)
  return ({ luma, checkIndex }) => {
    const flakes = seededRandom(seedFor(seed, 'snow', checkIndex))
    for (let k = 0; k < count; k++) {
      const radius = 0.8 + 3 * flakes.next() ** 3
      paintBlob(luma, flakes.between(0, WIDTH), flakes.between(0, HEIGHT), radius, 215, flakes.between(0.3, 0.9))
    }
  }
}

/** Insects before the lens at night: bright, blurred, in the picture for a check or two. */
export function insects(random: Random, seconds: number): Layer {
  const flights: { start: number; lastsSec: number; x: number; y: number; vx: number; vy: number; radius: number }[] =
    []
  for (let start = 10; start < seconds; start += random.between(3, 14)) {
    const radius = random.between(3, 12)
    const x = random.between(0, WIDTH)
    const y = random.between(0, HEIGHT)
    const lastsSec = random.between(0.2, 0.7)
    flights.push({ start, lastsSec, x, y, vx: random.between(-300, 300), vy: random.between(-200, 200), radius })
  }
  return ({ luma }, timeSec) => {
    for (const { start, lastsSec, x, y, vx, vy, radius } of flights) {
      const since = timeSec - start
      if (since >= 0 && since < lastsSec) paintBlob(luma, x + vx * since, y + vy * since, radius, 190, 0.6)
    }
  }
}

/** A television: a new shot every few seconds and movement within each. */
export function television(random: Random, seed: number): Layer {
  const width = random.integer(24, 52)
  const height = Math.round((width * 9) / 16)
  const left = random.integer(5, WIDTH - width - 5)
  const top = random.integer(20, 90)
  const shotSec = random.between(1, 4)
  const motif = blotches(random, 7)
  return ({ luma }, timeSec) => {
    const shot = seededRandom(seedFor(seed, 'shot', Math.floor(timeSec / shotSec)))
    const level = shot.between(60, 200)
    const panPx = shot.between(-15, 15) * (timeSec % shotSec)
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) luma[y * WIDTH + x] = level + 45 * motif((x + panPx + 640) % 300, y)
    }
  }
}

/** A light that blinks for ever. */
export function blinkingLed(random: Random): Layer {
  const x = random.integer(10, WIDTH - 10)
  const y = random.integer(10, HEIGHT - 10)
  const hz = random.between(0.4, 2.2)
  const radius = random.between(2, 5)
  return ({ luma }, timeSec) => {
    if ((timeSec * hz) % 1 < 0.5) paintBlob(luma, x, y, radius, 230, 0.95)
  }
}

/** Where the camera points: 0 in both directions at rest. */
export type Shake = (timeSec: number) => readonly [xPx: number, yPx: number]

/** A mount that wind never leaves alone. */
export function windShake(random: Random): Shake {
  const px = random.between(0.3, 1.2)
  const [a, b] = [random.between(0.5, 1.6), random.between(0.5, 1.6)]
  return (t) => {
    const gust = 0.6 + 0.4 * Math.sin(t / 3.1)
    return [px * gust * Math.sin(6.28 * a * t), 0.6 * px * gust * Math.sin(6.28 * b * t + 1)]
  }
}

/** Somebody knocks against the camera: a second of swinging, then perhaps not quite where it was. */
export function bumps(random: Random, seconds: number): Shake {
  const knocks: { at: number; px: number; restX: number; restY: number }[] = []
  for (let at = 20; at < seconds - 15; at += random.between(20, 35)) {
    const rest = () => (random.isHit(0.5) ? random.between(-2, 2) : 0)
    knocks.push({ at, px: random.between(3, 8), restX: rest(), restY: rest() })
  }
  return (t) => {
    const last = knocks.findLast(({ at }) => at <= t)
    if (!last) return [0, 0]
    const since = t - last.at
    const swing = since < 1.2 ? last.px * (1 - since / 1.2) * Math.cos(17 * since) : 0
    return [swing + last.restX, 0.7 * swing + last.restY]
  }
}

/** Something is put over the lens from one side; what is left is dark and soft. */
export function cover(random: Random, fromSec: number, toSec: number): Layer {
  const level = random.between(2, 14)
  const takesSec = random.between(0.3, 0.8)
  const offset = random.integer(0, MINUTE_MS)
  return ({ luma }: Canvas, timeSec: number) => {
    const share = Math.min((timeSec - fromSec) / takesSec, (toSec - timeSec) / takesSec, 1)
    if (share <= 0) return
    const edge = share * (WIDTH + 40)
    for (let i = 0; i < luma.length; i++) {
      const hidden = smoothStep(0, 40, edge - (i % WIDTH))
      luma[i] = (luma[i] ?? 0) * (1 - hidden) + hidden * (level + 0.2 * (gaussians[offset + (i >> 7)] ?? 0))
    }
  }
}
