import * as scalarDifference from './scalar/difference'
import * as scalarDownsample from './scalar/downsample'
import * as scalarPixels from './scalar/pixels'
import * as scalarScene from './scalar/scene'
import * as simdDifference from './simd/difference'
import * as simdDownsample from './simd/downsample'
import * as simdPixels from './simd/pixels'
import * as simdScene from './simd/scene'

/**
 * The module's face. Pure numbers over the imported memory; nothing is allocated, nothing is kept. Each kernel is there
 * twice, with SIMD and a number at a time; both answer the same, bit for bit.
 */
export { forgetBackground, passBlocks } from './adaptive'
export { findClusters } from './clusters'
export {
  ACTIVE_BITS,
  BACKGROUND,
  BLOCKS_BYTES,
  CLUSTER_BYTES,
  CLUSTERS,
  COUNTED_BITS,
  EXCESS,
  FRAME_BYTES,
  IS_REPEAT,
  LEVELS_A,
  LEVELS_B,
  MAX_COLUMNS,
  MAX_ENTRIES,
  MOST_CLUSTERS,
  MOVING,
  MOVING_BITS,
  PLANE_BYTES,
  rowOf,
  SCENE,
  SCENE_COLUMNS,
  SCENE_MOST_COLUMNS,
  SCENE_MOST_ROWS,
  SCENE_ROWS,
  SLOT_BYTES,
  SLOTS_BASE,
  SUM,
} from './layout'

/** Sum of absolute differences of two planes of `count` bytes; exact up to 16.8 million pixels. */
export function sumAbsoluteDifference(a: usize, b: usize, count: u32): u32 {
  if (ASC_FEATURE_SIMD) return simdDifference.sumAbsoluteDifference(a, b, count)
  return scalarDifference.sumAbsoluteDifference(a, b, count)
}

/** Box filter of a luma plane by `factor` 1, 2 or 4; source rows are `stride` bytes apart, the target is packed. */
export function boxDownsample(source: usize, stride: u32, width: u32, height: u32, factor: u32, target: usize): void {
  if (ASC_FEATURE_SIMD) simdDownsample.boxDownsample(source, stride, width, height, factor, target)
  else scalarDownsample.boxDownsample(source, stride, width, height, factor, target)
}

/** Luma of pixels of 4 bytes, `isRedFirst` for RGBA, else BGRA. The target may be the source. */
export function lumaFromPixels(source: usize, count: u32, isRedFirst: bool, target: usize): void {
  if (ASC_FEATURE_SIMD) simdPixels.lumaFromPixels(source, count, isRedFirst, target)
  else scalarPixels.lumaFromPixels(source, count, isRedFirst, target)
}

/** Luma of pixels into `target`, and the sum of its absolute differences to the luma in `previous`, in one read. */
export function differenceFromPixels(source: usize, count: u32, isRedFirst: bool, previous: usize, target: usize): u32 {
  if (ASC_FEATURE_SIMD) return simdPixels.differenceFromPixels(source, count, isRedFirst, previous, target)
  return scalarPixels.differenceFromPixels(source, count, isRedFirst, previous, target)
}

/** Gathers the whole picture into few cells at `state` + SCENE, for the sense of tampering. See scalar/scene.ts. */
export function gatherScene(
  state: usize,
  source: usize,
  levelBytes: u32,
  columns: u32,
  rows: u32,
  rowEntries: u32,
): void {
  if (ASC_FEATURE_SIMD) simdScene.gatherScene(state, source, levelBytes, columns, rows, rowEntries)
  else scalarScene.gatherScene(state, source, levelBytes, columns, rows, rowEntries)
}
