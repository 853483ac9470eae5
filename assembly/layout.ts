/**
 * The memory map. Page 0 belongs to the compiler's static data; then comes what finding clusters needs while it does, which
 * all cameras share, as they are checked one after the other; then one slot a camera, each of
 *
 *   frame    the camera's frame as it came (I420, NV12 or 4 bytes a pixel), up to 1920 x 1080
 *   plane A  the analysed luma of this check, for the classic measure
 *   plane B  the analysed luma of the check before; the two change places every check
 *   blocks   what the adaptive measure knows of each block, its clusters, and the scene of either measure; see below
 *
 * The host reads these numbers from the module and never repeats them.
 */

/** First byte after the compiler's own. */
const SHARED_BASE: usize = 0x10000

/** Blocks that the kernels take at most; see below. */
export const MAX_COLUMNS: u32 = 160
export const MAX_ENTRIES: u32 = 15360

/** Shared: the active blocks' entries in their order, 16 bits each. */
export const ACTIVE_ENTRIES: usize = SHARED_BASE
/** Shared: the blocks of the cluster that grows; entry and row, 16 bits each. */
export const MEMBERS: usize = ACTIVE_ENTRIES + 2 * <usize>MAX_ENTRIES
/** Shared: how many blocks of a cluster exceed by each whole grey level, 32 bits each; all 0 between two clusters. */
export const EXCESS_COUNTS: usize = MEMBERS + 4 * <usize>MAX_ENTRIES
/** Shared: a byte a block, 1 where it is active and of no cluster yet, with room around it; all 0 between two checks. */
const WAITING_MARGIN_BYTES: usize = 256
export const WAITING: usize = EXCESS_COUNTS + 4 * 256 + WAITING_MARGIN_BYTES

/** First byte of slot 0. */
export const SLOTS_BASE: u32 = <u32>((WAITING + <usize>MAX_ENTRIES + WAITING_MARGIN_BYTES + 63) & ~63)

/** Room for one frame: 1920 x 1080 at 4 bytes a pixel. */
export const FRAME_BYTES: u32 = 1920 * 1080 * 4

/** Room for one analysed luma plane: 1024 x 640. A multiple of 16, so that planes stay aligned. */
export const PLANE_BYTES: u32 = 1024 * 640

/**
 * The blocks of a frame stand in rows of `rowOf(columns)` entries of 16 bits: at least one entry at the end of each row
 * belongs to no block and has neither level nor noise to speak of, so that the neighbours of an edge block are quiet. One field is such a table with
 * room around it for the neighbours of the first and last rows.
 */
const FIELD_MARGIN_BYTES: usize = 1024
const FIELD_BYTES: usize = 2 * <usize>MAX_ENTRIES + 2 * FIELD_MARGIN_BYTES

/** Entries of one row of blocks: a multiple of the eight lanes that are worked on together. */
export function rowOf(columns: u32): u32 {
  return (columns + 8) & ~7
}

/** Figures of the last pass, 32 bits each. */
const HEADER_BYTES: usize = 64
/** Sum of the blocks' levels in whole grey levels. */
export const SUM: usize = 0
/** 1 where every level equals the one before. */
export const IS_REPEAT: usize = 4
/** 1 where some row leans so far to one side that the light may have changed. */
export const IS_LIT: usize = 8
/** How many blocks moved: the changed area. */
export const MOVING: usize = 12

const FIRST_FIELD: usize = HEADER_BYTES + FIELD_MARGIN_BYTES

/**
 * Mean luma of each block in 1/64 grey levels, as all fields are: of this frame and of the one before. The two change
 * places every check.
 */
export const LEVELS_A: usize = FIRST_FIELD + 0 * FIELD_BYTES
export const LEVELS_B: usize = FIRST_FIELD + 1 * FIELD_BYTES
/** The levels of the frame before in this frame's light; of lit frames only. */
export const RELIT: usize = FIRST_FIELD + 2 * FIELD_BYTES
/** What each block shows when nothing happens. */
export const BACKGROUND: usize = FIRST_FIELD + 3 * FIELD_BYTES
/** How much a block changes between frames by itself; two fields that change places every check. */
export const NOISE_A: usize = FIRST_FIELD + 4 * FIELD_BYTES
export const NOISE_B: usize = FIRST_FIELD + 5 * FIELD_BYTES
/** Checks since a block last moved, at most 255. */
export const STILLNESS: usize = FIRST_FIELD + 6 * FIELD_BYTES
/** Difference of the active blocks to their background, less half of their noise. */
export const EXCESS: usize = FIRST_FIELD + 7 * FIELD_BYTES
/** Scratch: change of one row's blocks against the frame before, in 1/4096 of their levels. */
export const RATIOS: usize = FIRST_FIELD + 8 * FIELD_BYTES

/** One bit a block, eight blocks a byte: those that differ from their background, and those that move. */
const BIT_BYTES: usize = MAX_ENTRIES / 8
export const ACTIVE_BITS: usize = HEADER_BYTES + 9 * FIELD_BYTES
export const MOVING_BITS: usize = ACTIVE_BITS + BIT_BYTES

/** The whole picture in few cells, row by row: their mean luma in 1/64 grey levels, 16 bits each. */
export const SCENE_COLUMNS: u32 = 32
export const SCENE_ROWS: u32 = 18
export const SCENE: usize = MOVING_BITS + BIT_BYTES

/** Widest and highest plane that a scene is made from: a cell's sum and its division stay exact in 32-bit floats. */
export const SCENE_MOST_COLUMNS: u32 = 256
export const SCENE_MOST_ROWS: u32 = 576

/** Scratch: 0, and then sums over one row of cells, of the first column of levels, the first two, and so on; 32 bits each. */
export const SCENE_SUMS: usize = SCENE + 2 * <usize>SCENE_COLUMNS * <usize>SCENE_ROWS

/** One bit a block that counts, where some do not; the host writes them before it asks for clusters. */
export const COUNTED_BITS: usize = (SCENE_SUMS + 4 * (<usize>SCENE_MOST_COLUMNS + 8) + 63) & ~63

/**
 * The strongest clusters, each of seven numbers of 32 bits: the first and the last column and row of its box, how many
 * blocks it has, its strength, and how many of its blocks move.
 */
export const MOST_CLUSTERS: u32 = 12
export const CLUSTER_BYTES: u32 = 28
export const CLUSTERS: usize = COUNTED_BITS + BIT_BYTES

/** Bytes of what is known of one camera's blocks. */
export const BLOCKS_BYTES: u32 = <u32>((CLUSTERS + <usize>CLUSTER_BYTES * <usize>MOST_CLUSTERS + 63) & ~63)

/** Bytes of one slot. */
export const SLOT_BYTES: u32 = FRAME_BYTES + 2 * PLANE_BYTES + BLOCKS_BYTES
