import { HEIGHT, WIDTH } from './canvas'
import { seededRandom, seedFor } from './random'

const TABLE_SIZE = 1 << 17
const BLOCK = 8
const BLOCK_COLUMNS = Math.ceil(WIDTH / BLOCK)

/** What the sensor and its encoder add. */
export interface SensorNoise {
  readonly sigma: number
  /** Strength of the patterns that a coarse JPEG leaves in its 8x8 blocks, in grey levels; 0 for none. */
  readonly blockSigma: number
  readonly seed: number
}

/** How luma is stored: the whole byte, or 16 to 235 as video does. */
export type LumaRange = 'full' | 'limited'

/** Gaussian values by Box-Muller: a table, since hours of noise are drawn. */
export const gaussians: Float32Array = (() => {
  const random = seededRandom(77)
  const table = new Float32Array(TABLE_SIZE + WIDTH)
  for (let i = 0; i < TABLE_SIZE; i++) {
    table[i] = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  }
  table.copyWithin(TABLE_SIZE, 0, WIDTH)
  return table
})()

/** The first six patterns of a block's cosine transform, flattened. */
const patterns: Float32Array = Float32Array.from({ length: 6 * BLOCK * BLOCK }, (_, i) => {
  const across = [0, 1, 0, 1, 2, 0][i >> 6] ?? 0
  const down = [0, 0, 1, 1, 0, 2][i >> 6] ?? 0
  const wave = (k: number, at: number) => Math.cos(((2 * at + 1) * k * Math.PI) / (2 * BLOCK))
  return wave(across, i & 7) * wave(down, (i >> 3) & 7)
})

/** Adds the blocks' patterns; about half of the blocks change from one frame to the next. */
function addBlockNoise(luma: Float32Array, noise: SensorNoise, checkIndex: number): void {
  const random = seededRandom(seedFor(noise.seed, 'blocks', checkIndex))
  for (let y = 0; y < HEIGHT; y += BLOCK) {
    for (let column = 0; column < BLOCK_COLUMNS; column++) {
      const pattern = random.integer(0, 5) * BLOCK * BLOCK
      const strength = random.isHit(0.5) ? noise.blockSigma * (gaussians[random.integer(0, TABLE_SIZE)] ?? 0) : 0
      if (strength === 0) continue
      const rows = Math.min(BLOCK, HEIGHT - y)
      for (let row = 0; row < rows; row++) {
        const start = (y + row) * WIDTH + column * BLOCK
        for (let i = 0; i < BLOCK; i++) {
          luma[start + i] = (luma[start + i] ?? 0) + strength * (patterns[pattern + row * BLOCK + i] ?? 0)
        }
      }
    }
  }
}

/** What the sensor gives of `luma`: noise, rounding, clipping. Changes `luma`. */
export function expose(
  luma: Float32Array,
  target: Uint8ClampedArray,
  noise: SensorNoise,
  range: LumaRange,
  checkIndex: number,
): void {
  if (noise.blockSigma > 0) addBlockNoise(luma, noise, checkIndex)
  const random = seededRandom(seedFor(noise.seed, 'sensor', checkIndex))
  const scale = range === 'full' ? 1 : 219 / 255
  const black = range === 'full' ? 0 : 16
  const { sigma } = noise
  // In the tests an imported constant is asked of its module each time: a loop over pixels is three times as fast without.
  const width = WIDTH
  for (let start = 0; start < width * HEIGHT; start += width) {
    const from = random.integer(0, TABLE_SIZE - 1)
    for (let i = 0; i < width; i++) {
      // What is too bright for the sensor is white before it is stored.
      const seen = Math.min(255, (luma[start + i] ?? 0) + sigma * (gaussians[from + i] ?? 0))
      target[start + i] = seen * scale + black
    }
  }
}
