import * as map from '../layout'
import * as rule from '../rules'
import { blockMeans } from './block-means'
import { laneSum } from './lanes'

/** Reads a frame once into `levels` and gathers what can be told from levels alone. See scalar/block-pass.ts. */
export function readLevels(
  state: usize,
  levels: usize,
  previous: usize,
  luma: usize,
  strideBytes: usize,
  columns: u32,
  rows: u32,
  edge: u32,
): void {
  const rowBytes: usize = 2 * <usize>map.rowOf(columns)
  const lanes = i16x8(0, 1, 2, 3, 4, 5, 6, 7)
  const most = i16x8.splat(<i16>rule.LEAN_LIMIT)
  const least = i16x8.splat(<i16>-rule.LEAN_LIMIT)
  let sum = i32x4.splat(0)
  let changes = i16x8.splat(0)
  let isLit = false
  for (let y: u32 = 0; y < rows; y++) {
    let lean = i16x8.splat(0)
    let greys = i16x8.splat(0)
    let source = luma
    for (let x: u32 = 0; x < columns; x += 8) {
      let level = blockMeans(source, strideBytes, edge)
      if (x + 8 > columns) level = v128.and(level, i16x8.lt_s(lanes, i16x8.splat(<i16>(columns - x))))
      const at: usize = 2 * <usize>x
      v128.store(levels + at, level)
      const change = i16x8.sub(level, v128.load(previous + at))
      lean = i16x8.add(lean, i16x8.max_s(i16x8.min_s(change, most), least))
      changes = v128.or(changes, change)
      greys = i16x8.add(greys, i16x8.shr_u(level, 6))
      source += 8 * <usize>edge
    }
    // A lane holds a row's sum: 20 blocks of 255.
    sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_s(greys))
    levels += rowBytes
    previous += rowBytes
    isLit = isLit || abs<i32>(laneSum(i32x4.extadd_pairwise_i16x8_s(lean))) > <i32>columns * rule.LIGHT_LEAN
    luma += <usize>edge * strideBytes
  }
  store<i32>(state, laneSum(sum), map.SUM)
  store<i32>(state, v128.any_true(changes) ? 0 : 1, map.IS_REPEAT)
  store<i32>(state, isLit ? 1 : 0, map.IS_LIT)
}

/** Three quarters of the noisiest of the four neighbours' noise. */
function neighbourNoise(noise: usize, rowBytes: usize): v128 {
  const beside = i16x8.max_s(v128.load(noise - 2), v128.load(noise + 2))
  const most = i16x8.max_s(beside, i16x8.max_s(v128.load(noise - rowBytes), v128.load(noise + rowBytes)))
  return i16x8.sub(most, i16x8.shr_u(most, 2))
}

/** A class, since TypeScript takes a decorator nowhere else: compiled into each of its callers, with what they know. */
// biome-ignore lint/complexity/noStaticOnlyClass: see above
class Judge {
  @inline
  static blocks(
    state: usize,
    levels: usize,
    previous: usize,
    columns: u32,
    rows: u32,
    noiseIn: usize,
    noiseOut: usize,
    isDecaying: bool,
    pace: i32,
  ): void {
    const row = map.rowOf(columns)
    const rowBytes: usize = 2 * <usize>row
    const movingFloor = i16x8.splat(<i16>rule.MOVING_FLOOR)
    const activeFloor = i16x8.splat(<i16>rule.ACTIVE_FLOOR)
    const one = i16x8.splat(1)
    const grey = i16x8.splat(64)
    const stillest = i16x8.splat(255)
    const recent = i16x8.splat(<i16>rule.RECENT_CHECKS)
    const held = i16x8.splat(<i16>(rule.HOLD_CHECKS - 1))
    const leastNoise = i16x8.splat(<i16>rule.LEAST_NOISE)
    const mostNoise = i16x8.splat(<i16>rule.MOST_NOISE)
    const none = i16x8.splat(0)
    const half = i16x8.splat(<i16>((<i32>1) << (pace - 1)))
    let moved = i16x8.splat(0)
    for (let y: u32 = 0; y < rows; y++) {
      // Entries that belong to no block stay as they were cleared.
      const end = y * row + columns
      for (let i: u32 = y * row; i < end; i += 8) {
        const at = state + 2 * <usize>i
        const level = v128.load(levels + 2 * <usize>i)
        const background = v128.load(at, map.BACKGROUND)
        const own = v128.load(noiseIn + 2 * <usize>i)
        const noise = i16x8.max_s(own, neighbourNoise(noiseIn + 2 * <usize>i, rowBytes))
        const change = i16x8.abs(i16x8.sub(level, v128.load(previous + 2 * <usize>i)))
        const rest = i16x8.sub(level, background)
        const difference = i16x8.abs(rest)

        const margin = i16x8.add(noise, i16x8.shr_u(noise, 1))
        const moving = i16x8.gt_s(change, i16x8.add(margin, movingFloor))
        const differs = i16x8.gt_s(difference, i16x8.add(noise, activeFloor))
        const older = i16x8.min_s(i16x8.add(v128.load(at, map.STILLNESS), one), stillest)
        const stillness = v128.andnot(older, moving)
        const active = v128.andnot(differs, i16x8.gt_s(stillness, recent))
        moved = i16x8.sub(moved, moving)
        v128.store(at, stillness, map.STILLNESS)
        v128.store(at, v128.and(active, i16x8.sub(difference, i16x8.shr_u(noise, 1))), map.EXCESS)
        store<u8>(state + (i >> 3), <u8>i16x8.bitmask(active), map.ACTIVE_BITS)
        store<u8>(state + (i >> 3), <u8>i16x8.bitmask(moving), map.MOVING_BITS)

        const followed = i16x8.add(background, i16x8.shr_s(i16x8.add(rest, half), pace))
        const absorbed = v128.bitselect(level, background, i16x8.gt_s(stillness, held))
        v128.store(at, v128.bitselect(absorbed, followed, differs), map.BACKGROUND)

        const over = i16x8.sub(change, own)
        const up = i16x8.max_s(i16x8.min_s(over, i16x8.shr_u(i16x8.add(own, grey), 1)), none)
        let learnt = i16x8.add(own, up)
        if (isDecaying) {
          const down = i16x8.add(i16x8.shr_u(own, 6), one)
          learnt = i16x8.sub(learnt, v128.andnot(down, i16x8.gt_s(over, none)))
        }
        v128.store(noiseOut + 2 * <usize>i, i16x8.min_s(i16x8.max_s(learnt, leastNoise), mostNoise))
      }
    }
    store<i32>(state, laneSum(i32x4.extadd_pairwise_i16x8_s(moved)), map.MOVING)
  }
}

/** Judges each block and learns from it. See scalar/block-pass.ts; `pace` is a power of two as its exponent, 2 or 4. */
export function judgeBlocks(
  state: usize,
  levels: usize,
  previous: usize,
  columns: u32,
  rows: u32,
  noiseIn: usize,
  noiseOut: usize,
  isDecaying: bool,
  pace: i32,
): void {
  // One loop each: what is the same for all blocks costs none of them anything, a seventh of the whole pass.
  if (pace === 2) Judge.blocks(state, levels, previous, columns, rows, noiseIn, noiseOut, true, 2)
  else if (isDecaying) Judge.blocks(state, levels, previous, columns, rows, noiseIn, noiseOut, true, 4)
  else Judge.blocks(state, levels, previous, columns, rows, noiseIn, noiseOut, false, 4)
}
