import * as map from './layout'
import * as rule from './rules'
import * as scalarPass from './scalar/block-pass'
import * as scalarLight from './scalar/light'
import * as simdPass from './simd/block-pass'
import * as simdLight from './simd/light'

/** The first frame of a camera, or of a new size: it is all background. */
const FIRST: u32 = 0
/** The second: what differs between the two is the first guess at the noise. */
const SECOND: u32 = 1

/** The background follows by 1/4 a check while a scene is learnt, then by 1/16. */
const LEARNING_PACE: i32 = 2
const STEADY_PACE: i32 = 4

/** Noise falls at every eighth check once a scene is learnt. */
const DECAY_MASK: u32 = 7

/**
 * The fused pass of the adaptive measure over the blocks of one frame, called once a check: reads the luma once, takes
 * changes of light out, judges every block against its background and noise, and learns. `state` is the blocks' part of a
 * slot; `check` counts from 0 and is less than `learningChecks` while a scene is learnt. `edge` is 4, 8 or 16 pixels;
 * columns x edge and rows x edge lie within the frame, rowOf(columns) x rows is at most MAX_ENTRIES, and 7 x edge bytes
 * beyond the last block may be read, which a slot always has.
 */
export function passBlocks(
  state: usize,
  luma: usize,
  strideBytes: u32,
  columns: u32,
  rows: u32,
  edge: u32,
  check: u32,
  learningChecks: u32,
): void {
  const isOdd = (check & 1) !== 0
  const levels = state + (isOdd ? map.LEVELS_B : map.LEVELS_A)
  let previous = state + (isOdd ? map.LEVELS_A : map.LEVELS_B)
  if (check === FIRST) memory.fill(state, 0, map.BLOCKS_BYTES)
  if (ASC_FEATURE_SIMD) simdPass.readLevels(state, levels, previous, luma, strideBytes, columns, rows, edge)
  else scalarPass.readLevels(state, levels, previous, luma, strideBytes, columns, rows, edge)
  if (check === FIRST) return startBackground(state, levels, columns, rows)
  const noiseIn = state + (isOdd ? map.NOISE_A : map.NOISE_B)
  const noiseOut = state + (isOdd ? map.NOISE_B : map.NOISE_A)
  if (check === SECOND) startNoise(levels, previous, noiseIn, columns, rows)
  if (load<i32>(state, map.IS_LIT) !== 0) {
    if (ASC_FEATURE_SIMD) simdLight.carryLight(state, levels, previous, columns, rows)
    else scalarLight.carryLight(state, levels, previous, columns, rows)
    previous = state + map.RELIT
  }
  const isLearning = check < learningChecks
  const isDecaying = isLearning || (check & DECAY_MASK) === 0
  const pace = isLearning ? LEARNING_PACE : STEADY_PACE
  if (ASC_FEATURE_SIMD)
    simdPass.judgeBlocks(state, levels, previous, columns, rows, noiseIn, noiseOut, isDecaying, pace)
  else scalarPass.judgeBlocks(state, levels, previous, columns, rows, noiseIn, noiseOut, isDecaying, pace)
}

/** Makes what check number `check` showed the background: after a shake, or where the whole picture changed. */
export function forgetBackground(state: usize, columns: u32, rows: u32, check: u32): void {
  const levels = state + ((check & 1) !== 0 ? map.LEVELS_B : map.LEVELS_A)
  memory.copy(state + map.BACKGROUND, levels, 2 * <usize>(map.rowOf(columns) * rows))
}

function startBackground(state: usize, levels: usize, columns: u32, rows: u32): void {
  const entries = map.rowOf(columns) * rows
  memory.copy(state + map.BACKGROUND, levels, <usize>2 * <usize>entries)
  for (let i: u32 = 0; i < entries; i++) store<i16>(state + 2 * <usize>i, 255, map.STILLNESS)
}

/** Two and a half times the mean change, strong changes counted less: near the quantile that is kept later. */
function startNoise(levels: usize, previous: usize, noise: usize, columns: u32, rows: u32): void {
  const row = map.rowOf(columns)
  let sum: u32 = 0
  for (let i: u32 = 0; i < row * rows; i++) {
    const at: usize = <usize>2 * <usize>i
    const change = abs<i32>(<i32>load<i16>(levels + at) - <i32>load<i16>(previous + at))
    sum += min<i32>(change, 8 * 64)
  }
  const start = <i16>min<u32>((5 * sum) / (2 * columns * rows) + 16, rule.MOST_FIRST_NOISE)
  for (let y: u32 = 0; y < rows; y++) {
    for (let x: u32 = 0; x < columns; x++) store<i16>(noise + 2 * <usize>(y * row + x), start)
  }
}
