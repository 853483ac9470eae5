import * as map from '../layout'
import * as rule from '../rules'

/** Sum of edge x edge pixels as a mean in 1/64 grey levels, rounded down. */
function blockMean(source: usize, strideBytes: usize, edge: u32): i32 {
  let sum: u32 = 0
  for (let y: u32 = 0; y < edge; y++) {
    for (let x: u32 = 0; x < edge; x++) sum += load<u8>(source + <usize>y * strideBytes + <usize>x)
  }
  return <i32>((sum * 64) / (edge * edge))
}

/**
 * Reads a frame once into `levels` and gathers what can be told from levels alone: their sum (brightness), whether anything
 * changed at all, and whether a row of blocks leans to one side as it does when the light changes. `edge` is 4, 8 or 16
 * pixels.
 */
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
  const row = map.rowOf(columns)
  let sum: i32 = 0
  let isRepeat = true
  let isLit = false
  for (let y: u32 = 0; y < rows; y++) {
    let lean: i32 = 0
    for (let x: u32 = 0; x < columns; x++) {
      const at: usize = <usize>2 * <usize>(y * row + x)
      const level = blockMean(luma + <usize>(y * edge) * strideBytes + <usize>(x * edge), strideBytes, edge)
      const change = level - <i32>load<i16>(previous + at)
      store<i16>(levels + at, <i16>level)
      lean += max<i32>(min<i32>(change, rule.LEAN_LIMIT), -rule.LEAN_LIMIT)
      if (change !== 0) isRepeat = false
      sum += level >> 6
    }
    if (abs<i32>(lean) > <i32>columns * rule.LIGHT_LEAN) isLit = true
  }
  store<i32>(state, sum, map.SUM)
  store<i32>(state, isRepeat ? 1 : 0, map.IS_REPEAT)
  store<i32>(state, isLit ? 1 : 0, map.IS_LIT)
}

/** A block's own noise, or three quarters of its noisiest neighbour's: foliage moves where its neighbours do. */
function expectedNoise(noise: usize, rowBytes: usize): i32 {
  const beside = max<i32>(load<i16>(noise - 2), load<i16>(noise + 2))
  const most = max<i32>(beside, max<i32>(load<i16>(noise - rowBytes), load<i16>(noise + rowBytes)))
  return max<i32>(load<i16>(noise), most - (most >> 2))
}

/**
 * Judges each block and learns from it: does it move (against the frame before), does it differ (from its
 * background)? Active is what differs and moved lately. The background follows what does not differ, by 1 / 2^pace a
 * check, and takes over what differs but has not moved for long. The noise is a high quantile of the frame
 * differences: quick up, slow down.
 */
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
  const row = map.rowOf(columns)
  let moved: i32 = 0
  for (let y: u32 = 0; y < rows; y++) {
    // Entries that belong to no block stay as they were cleared.
    const end = y * row + columns
    for (let i: u32 = y * row; i < end; i += 8) {
      let activeBits: u32 = 0
      let movingBits: u32 = 0
      for (let lane: u32 = 0; lane < 8; lane++) {
        const offset: usize = <usize>2 * <usize>(i + lane)
        const level = <i32>load<i16>(levels + offset)
        const change = abs<i32>(level - <i32>load<i16>(previous + offset))
        store<i16>(noiseOut + offset, learntNoise(load<i16>(noiseIn + offset), change, isDecaying))
        const noise = expectedNoise(noiseIn + offset, 2 * <usize>row)
        const verdict = judgeBlock(state + offset, level, change, noise, pace)
        activeBits |= (verdict & 1) << lane
        movingBits |= (verdict >> 1) << lane
        moved += <i32>(verdict >> 1)
      }
      store<u8>(state + (i >> 3), <u8>activeBits, map.ACTIVE_BITS)
      store<u8>(state + (i >> 3), <u8>movingBits, map.MOVING_BITS)
    }
  }
  store<i32>(state, moved, map.MOVING)
}

/** 1 where the block is active, and 2 where it moves. */
function judgeBlock(at: usize, level: i32, change: i32, noise: i32, pace: i32): u32 {
  const background: i32 = load<i16>(at, map.BACKGROUND)
  const rest = level - background
  const difference = abs<i32>(rest)
  const isMoving = change > noise + (noise >> 1) + rule.MOVING_FLOOR
  const differs = difference > noise + rule.ACTIVE_FLOOR
  const stillness: i32 = isMoving ? 0 : min<i32>(<i32>load<i16>(at, map.STILLNESS) + 1, 255)
  const isActive = differs && stillness <= rule.RECENT_CHECKS
  store<i16>(at, <i16>stillness, map.STILLNESS)
  store<i16>(at, isActive ? <i16>(difference - (noise >> 1)) : <i16>0, map.EXCESS)
  let kept = background
  if (!differs) kept = background + ((rest + ((<i32>1) << (pace - 1))) >> pace)
  else if (stillness >= rule.HOLD_CHECKS) kept = level
  store<i16>(at, <i16>kept, map.BACKGROUND)
  return (isActive ? 1 : 0) | (isMoving ? 2 : 0)
}

function learntNoise(own: i32, change: i32, isDecaying: bool): i16 {
  let learnt = own
  if (change > own) learnt = own + min<i32>(change - own, (own + 64) >> 1)
  else if (isDecaying) learnt = own - ((own >> 6) + 1)
  return <i16>min<i32>(max<i32>(learnt, rule.LEAST_NOISE), rule.MOST_NOISE)
}
