import * as map from './layout'
import { isLight } from './light-sense'

/** A cluster is ranked as if it had at least this many blocks: a person at 0.25 % of the frame has nine. */
const LEAST_BLOCKS: u32 = 6

/** The highest whole grey level. */
const MOST_LEVEL: u32 = 255

/**
 * Finds the clusters in which something moves now and which are no light: active blocks that touch at an edge or a
 * corner. The strongest stand at `state` + CLUSTERS afterwards, the strongest first, of equals the larger, of equals the
 * one above; the answer is how many. `check` is that of the pass before; with `isMasked` only blocks of COUNTED_BITS count.
 */
export function findClusters(state: usize, columns: u32, rows: u32, check: u32, isMasked: bool): u32 {
  const row = map.rowOf(columns)
  const active = takeActive(state, row * rows, isMasked)
  let clusters: u32 = 0
  for (let i: u32 = 0; i < active; i++) {
    const entry = <u32>load<u16>(2 * <usize>i, map.ACTIVE_ENTRIES)
    if (load<u8>(<usize>entry, map.WAITING) === 0) continue
    clusters = growCluster(state, entry, row, columns, rows, check, clusters)
  }
  return clusters
}

/** Notes the active blocks that count, and that no cluster has them yet; how many there are. */
function takeActive(state: usize, entries: u32, isMasked: bool): u32 {
  let found: u32 = 0
  // 64 blocks at a time: nearly all words are empty. Beyond the table nothing is active.
  for (let first: u32 = 0; first < entries; first += 64) {
    let bits = load<u64>(state + <usize>(first >> 3), map.ACTIVE_BITS)
    if (bits === 0) continue
    if (isMasked) bits &= load<u64>(state + <usize>(first >> 3), map.COUNTED_BITS)
    while (bits !== 0) {
      const entry = first + <u32>ctz(bits)
      bits &= bits - 1
      store<u16>(2 * <usize>found, <u16>entry, map.ACTIVE_ENTRIES)
      store<u8>(<usize>entry, 1, map.WAITING)
      found++
    }
  }
  return found
}

/** Takes the cluster of one block, and ranks it among the `clusters` that there are; how many there are then. */
function growCluster(state: usize, start: u32, row: u32, columns: u32, rows: u32, check: u32, clusters: u32): u32 {
  let size: u32 = 0
  let found: u32 = 0
  let moving: u32 = 0
  let most: u32 = 0
  let left = columns
  let right: u32 = 0
  let top = rows
  let bottom: u32 = 0
  found = addMember(found, start, start / row)
  while (size < found) {
    const entry = <u32>load<u16>(4 * <usize>size, map.MEMBERS)
    const y = <u32>load<u16>(4 * <usize>size, map.MEMBERS + 2)
    const x = entry - y * row
    size++
    moving += (<u32>load<u8>(state + <usize>(entry >> 3), map.MOVING_BITS) >> (entry & 7)) & 1
    const level = min<u32>(MOST_LEVEL, <u32>load<i16>(state + 2 * <usize>entry, map.EXCESS) >> 6)
    const count: usize = 4 * <usize>level
    store<u32>(count, load<u32>(count, map.EXCESS_COUNTS) + 1, map.EXCESS_COUNTS)
    most = max(most, level)
    left = min(left, x)
    right = max(right, x)
    top = min(top, y)
    bottom = max(bottom, y)
    // Beyond the picture lie only entries that never wait: at the end of each row, and around the table.
    found = addWaiting(found, entry - row, y - 1)
    found = addWaiting(found, entry, y)
    found = addWaiting(found, entry + row, y + 1)
  }
  const strength = takeStrength(size, most)
  if (moving === 0 || isLight(state, size, row, columns, rows, check)) return clusters
  return rank(state, clusters, left, right, top, bottom, size, strength, moving)
}

/** Adds those that wait of a block and its two neighbours in one row. */
function addWaiting(found: u32, middle: u32, y: u32): u32 {
  // Above the first row that lies before the table: not as the load's offset, which does not wrap around.
  const three = load<u32>(map.WAITING + <usize>middle - 1) & 0xffffff
  if (three === 0) return found
  let next = found
  if ((three & 0xff) !== 0) next = addMember(next, middle - 1, y)
  if ((three & 0xff00) !== 0) next = addMember(next, middle, y)
  if ((three & 0xff0000) !== 0) next = addMember(next, middle + 1, y)
  return next
}

function addMember(found: u32, entry: u32, y: u32): u32 {
  store<u8>(<usize>entry, 0, map.WAITING)
  store<u16>(4 * <usize>found, <u16>entry, map.MEMBERS)
  store<u16>(4 * <usize>found, <u16>y, map.MEMBERS + 2)
  return found + 1
}

/**
 * Mean excess over the most changed half, in 1/64 grey levels: the rim of whatever moves is only partly covered by it.
 * `most` is its highest whole level.
 */
function takeStrength(size: u32, most: u32): u32 {
  const ranked = max(LEAST_BLOCKS, size >> 1)
  let left = min(ranked, size)
  let sum: u32 = 0
  for (let level = <i32>most; level >= 0; level--) {
    const count: usize = 4 * <usize>level
    const taken = min(left, load<u32>(count, map.EXCESS_COUNTS))
    sum += taken * (<u32>level * 64 + 32)
    left -= taken
    store<u32>(count, 0, map.EXCESS_COUNTS)
  }
  return sum / ranked
}

/** Puts a cluster behind those that are as strong and as large; the weakest goes where there is no room. */
function rank(
  state: usize,
  clusters: u32,
  left: u32,
  right: u32,
  top: u32,
  bottom: u32,
  size: u32,
  strength: u32,
  moving: u32,
): u32 {
  let place = clusters
  while (place > 0 && isWeaker(state + map.CLUSTERS + <usize>(map.CLUSTER_BYTES * (place - 1)), size, strength)) place--
  if (place === map.MOST_CLUSTERS) return clusters
  const kept = min(clusters, map.MOST_CLUSTERS - 1)
  const at = state + map.CLUSTERS + <usize>(map.CLUSTER_BYTES * place)
  memory.copy(at + <usize>map.CLUSTER_BYTES, at, <usize>(map.CLUSTER_BYTES * (kept - place)))
  store<u32>(at, left)
  store<u32>(at, right, 4)
  store<u32>(at, top, 8)
  store<u32>(at, bottom, 12)
  store<u32>(at, size, 16)
  store<u32>(at, strength, 20)
  store<u32>(at, moving, 24)
  return kept + 1
}

/** Whether the cluster that stands at `at` comes after one of this size and strength. */
function isWeaker(at: usize, size: u32, strength: u32): bool {
  const other = load<u32>(at, 20)
  return other < strength || (other === strength && load<u32>(at, 16) < size)
}
