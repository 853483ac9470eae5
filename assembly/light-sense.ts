import * as map from './layout'
import * as rule from './rules'

/** Smallest cluster that can be told from light, in blocks. */
const LEAST_BLOCKS: u32 = 3

/** Most members of a cluster that are looked at: a sample of a large one says as much as all of it. */
const MOST_SAMPLES: u32 = 96

/**
 * A thing ends somewhere, and its change with it: the step at the outline measured 0.36 and more of the change within
 * for walkers, and 0.2 and less for clouds and headlights, which fade.
 */
const SHARPNESS: f64 = 0.25

/** Mean step between neighbours that a background must have to be recognised, in 1/64 grey levels. */
const LEAST_STEP: f64 = 2 * 64

/** What a change of light may leave unexplained of the background's steps. */
const UNEXPLAINED_SHARE: f64 = 0.5

/**
 * Whether the first `size` of MEMBERS are the background under another light (a shadow, a beam, a lamp). Either of two
 * signs tells: their change, as a share of what was there, fades at the outline, against the frame before or against the
 * background; or the background's own steps between neighbouring blocks are still there, times the light, as in sun
 * through a window. Doubles in a fixed order: the answer is the same on every machine.
 */
export function isLight(state: usize, size: u32, row: u32, columns: u32, rows: u32, check: u32): bool {
  if (size < LEAST_BLOCKS) return false
  const isOdd = (check & 1) !== 0
  const levels = state + (isOdd ? map.LEVELS_B : map.LEVELS_A)
  const previous = state + (isOdd ? map.LEVELS_A : map.LEVELS_B)
  const sampleStep = (size + MOST_SAMPLES - 1) / MOST_SAMPLES
  return (
    fadesAtOutline(state, levels, previous, size, sampleStep, row, columns, rows) ||
    keepsTexture(state, levels, size, sampleStep, row)
  )
}

function keepsTexture(state: usize, levels: usize, size: u32, sampleStep: u32, row: u32): bool {
  const background = state + map.BACKGROUND
  let expected: f64 = 0
  let unexplained: f64 = 0
  let pairs: u32 = 0
  for (let i: u32 = 0; i < size; i += sampleStep) {
    const entry = <u32>load<u16>(4 * <usize>i, map.MEMBERS)
    const now = levelAt(levels, entry)
    const before = levelAt(background, entry)
    for (let way = 0; way < 2; way++) {
      const next = way === 0 ? entry + 1 : entry + row
      if (!isActive(state, next)) continue
      const nextNow = levelAt(levels, next)
      const nextBefore = levelAt(background, next)
      const step = ((now + nextNow) / (before + nextBefore)) * (nextBefore - before)
      expected += abs(step)
      unexplained += abs(nextNow - now - step)
      pairs++
    }
  }
  return expected > LEAST_STEP * <f64>pairs && unexplained < UNEXPLAINED_SHARE * expected
}

/**
 * Whether the mean step of the change across the outline, over the mean change within, is small for either of what a block
 * is compared with; a cluster without an outline fades nowhere.
 */
function fadesAtOutline(
  state: usize,
  levels: usize,
  previous: usize,
  size: u32,
  sampleStep: u32,
  row: u32,
  columns: u32,
  rows: u32,
): bool {
  const background = state + map.BACKGROUND
  let pairs: u32 = 0
  let samples: u32 = 0
  let steps: f64 = 0
  let changes: f64 = 0
  let restSteps: f64 = 0
  let rests: f64 = 0
  for (let i: u32 = 0; i < size; i += sampleStep) {
    const entry = <u32>load<u16>(4 * <usize>i, map.MEMBERS)
    const y = <u32>load<u16>(4 * <usize>i, map.MEMBERS + 2)
    const x = entry - y * row
    const now = levelAt(levels, entry)
    const change = changeOf(now, levelAt(previous, entry))
    const rest = changeOf(now, levelAt(background, entry))
    changes += abs(change)
    rests += abs(rest)
    samples++
    for (let way = 0; way < 4; way++) {
      const next = neighbourOf(entry, x, y, way, row, columns, rows)
      if (next < 0 || isActive(state, <u32>next)) continue
      const nextNow = levelAt(levels, <u32>next)
      steps += abs(change - changeOf(nextNow, levelAt(previous, <u32>next)))
      restSteps += abs(rest - changeOf(nextNow, levelAt(background, <u32>next)))
      pairs++
    }
  }
  if (pairs === 0) return false
  const outline = <f64>pairs
  const within = <f64>samples
  return isFading(steps / outline, changes / within) || isFading(restSteps / outline, rests / within)
}

function isFading(step: f64, change: f64): bool {
  return step < SHARPNESS * change
}

/** Right, below, left and above; -1 beyond the picture. */
function neighbourOf(entry: u32, x: u32, y: u32, way: i32, row: u32, columns: u32, rows: u32): i32 {
  if (way === 0) return x < columns - 1 ? <i32>(entry + 1) : -1
  if (way === 1) return y < rows - 1 ? <i32>(entry + row) : -1
  if (way === 2) return x > 0 ? <i32>(entry - 1) : -1
  return y > 0 ? <i32>(entry - row) : -1
}

function isActive(state: usize, entry: u32): bool {
  return ((<u32>load<u8>(state + <usize>(entry >> 3), map.ACTIVE_BITS) >> (entry & 7)) & 1) !== 0
}

/** Change of a block as a share of what it was. */
function changeOf(now: f64, before: f64): f64 {
  return (now - before) / before
}

/** A level as ratios take it. */
function levelAt(field: usize, entry: u32): f64 {
  return <f64>(<i32>load<i16>(field + 2 * <usize>entry) + rule.DARK_LEVEL)
}
