import { CHECK_SEC, HEIGHT, type Layer, smoothStep, WIDTH } from './canvas'
import type { Random } from './random'

function scale(luma: Float32Array, gain: number): void {
  for (let i = 0; i < luma.length; i++) luma[i] = (luma[i] ?? 0) * gain
}

/** Light of the whole picture by a factor that depends on the time. */
export function globalLight(gainAt: (timeSec: number) => number): Layer {
  return (canvas, timeSec) => {
    const gain = gainAt(timeSec)
    if (gain !== 1) scale(canvas.luma, gain)
  }
}

/** From 1 to `factor` within a time. */
export function ramp(startSec: number, durationSec: number, factor: number): (timeSec: number) => number {
  return (timeSec) => 1 + (factor - 1) * Math.min(1, Math.max(0, (timeSec - startSec) / durationSec))
}

/** `factor` after an odd number of the times, 1 after an even one. */
export function steps(timesSec: readonly number[], factor: number): (timeSec: number) => number {
  return (timeSec) => (timesSec.filter((at) => at <= timeSec).length % 2 === 1 ? factor : 1)
}

const EXPOSURE_TAU_SEC = 0.5
const EXPOSURE_STEP_SEC = 0.05

/** The light as a camera shows it that brings the picture back to `recovery` of its usual brightness within 1.5 s. */
export function withAutoExposure(
  gainAt: (timeSec: number) => number,
  seconds: number,
  recovery: number,
): (timeSec: number) => number {
  const gains: number[] = []
  let exposure = 0
  const stepsPerCheck = Math.round(CHECK_SEC / EXPOSURE_STEP_SEC)
  for (let step = 0; step * EXPOSURE_STEP_SEC <= seconds + CHECK_SEC; step++) {
    const light = Math.log(gainAt(step * EXPOSURE_STEP_SEC))
    if (step % stepsPerCheck === 0) gains.push(Math.exp(light + exposure))
    exposure += (-recovery * light - exposure) * (EXPOSURE_STEP_SEC / EXPOSURE_TAU_SEC)
  }
  return (timeSec) => gains[Math.round(timeSec / CHECK_SEC)] ?? 1
}

/** A lamp in or beside the picture that lights a part of it: `gain` at its middle, soft towards its reach. */
export function lamp(random: Random, gain: number, isOnAt: (timeSec: number) => boolean): Layer {
  const x0 = random.between(-20, WIDTH + 20)
  const y0 = random.between(-20, HEIGHT * 0.8)
  const reach = random.between(40, 110)
  const light = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const distance = Math.hypot((i % WIDTH) - x0, Math.floor(i / WIDTH) - y0) / reach
    return 1 + (gain - 1) / (1 + distance ** 3)
  })
  return ({ luma }, timeSec) => {
    if (!isOnAt(timeSec)) return
    for (let i = 0; i < luma.length; i++) luma[i] = (luma[i] ?? 0) * (light[i] ?? 1)
  }
}

/** Mains light at a camera's frame rate that is not quite its divisor: the whole picture beats. */
export function flicker(random: Random, depth: number): Layer {
  const beatHz = random.between(0.2, 2.4)
  const phase = random.between(0, 6.28)
  return globalLight((timeSec) => 1 + depth * Math.sin(2 * Math.PI * beatHz * timeSec + phase))
}

/** The same with a rolling shutter: bands that drift up or down. */
export function flickerBands(random: Random, depth: number): Layer {
  const bands = random.between(1.2, 4)
  const driftHz = random.pick(-1, 1) * random.between(0.05, 1.5)
  return ({ luma }, timeSec) => {
    for (let y = 0; y < HEIGHT; y++) {
      const gain = 1 + depth * Math.sin(2 * Math.PI * ((bands * y) / HEIGHT + driftHz * timeSec))
      scale(luma.subarray(y * WIDTH, (y + 1) * WIDTH), gain)
    }
  }
}

/** Shadows with soft, uneven edges that cross the picture one after the other. */
export function clouds(random: Random, seconds: number): Layer {
  const shadows: { start: number; crossSec: number; depth: number; soft: number; long: number; slant: number }[] = []
  for (let start = 15; start < seconds - 20; start += random.between(20, 35)) {
    const long = random.between(100, 400)
    const slant = random.between(-0.6, 0.6)
    const depth = random.between(0.15, 0.5)
    shadows.push({ start, crossSec: random.between(4, 20), depth, soft: random.between(40, 120), long, slant })
  }
  const isFromLeft = random.isHit(0.5)
  return ({ luma }, timeSec) => {
    for (const { start, crossSec, depth, soft, long, slant } of shadows) {
      const front = ((timeSec - start) / crossSec) * WIDTH
      if (front < -HEIGHT || front > WIDTH + long + 2 * soft + HEIGHT) continue
      for (let i = 0; i < luma.length; i++) {
        const y = Math.floor(i / WIDTH)
        const x = isFromLeft ? i % WIDTH : WIDTH - (i % WIDTH)
        const behind = front - x - slant * y - 12 * Math.sin(y / 23)
        const shade = smoothStep(0, soft, behind) * (1 - smoothStep(long + soft, long + 2 * soft, behind))
        luma[i] = (luma[i] ?? 0) * (1 - depth * shade)
      }
    }
  }
}

/** Cars outside the picture whose lights sweep over what is in it. */
export function headlights(random: Random, seconds: number): Layer {
  const sweeps: { start: number; crossSec: number; gain: number; radius: number; y: number; way: number }[] = []
  for (let start = 15; start < seconds - 5; start += random.between(10, 20)) {
    const radius = random.between(25, 70)
    const way = random.pick(-1, 1)
    sweeps.push({ start, crossSec: random.between(1.5, 4), gain: random.between(1.5, 5), radius, y: 100, way })
  }
  return ({ luma }, timeSec) => {
    for (const { start, crossSec, gain, radius, y: middle, way } of sweeps) {
      const t = (timeSec - start) / crossSec
      if (t < 0 || t > 1) continue
      const x0 = WIDTH / 2 + way * (t - 0.5) * (WIDTH + 4 * radius)
      for (let i = 0; i < luma.length; i++) {
        const dx = ((i % WIDTH) - x0) / radius
        const dy = (Math.floor(i / WIDTH) - middle) / (0.7 * radius)
        const beam = Math.exp(-0.5 * (dx * dx + dy * dy))
        if (beam > 0.003) luma[i] = (luma[i] ?? 0) * (1 + gain * beam)
      }
    }
  }
}
