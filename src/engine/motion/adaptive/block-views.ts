import type { LoadedKernels } from '../kernels'

/** What the last pass found, seen where it stands in the kernels' memory. */
export interface BlockViews {
  /** Eight blocks a byte, the lowest bit first: blocks that differ from their background and moved lately. */
  readonly active: Uint8Array<ArrayBufferLike>
  /** Blocks that differ from the frame before. */
  readonly moving: Uint8Array<ArrayBufferLike>
  /** The same bits, 32 blocks a number. */
  readonly activeWords: Int32Array<ArrayBufferLike>
  readonly movingWords: Int32Array<ArrayBufferLike>
  /** Difference of the active blocks to their background, less half of their noise, in 1/64 grey levels. */
  readonly excess: Int16Array<ArrayBufferLike>
  /** Mean luma of each block in 1/64 grey levels, in this frame, in the one before, and when nothing happens. */
  readonly levels: Int16Array<ArrayBufferLike>
  readonly previous: Int16Array<ArrayBufferLike>
  readonly background: Int16Array<ArrayBufferLike>
  readonly figures: Int32Array<ArrayBufferLike>
  /** Eight blocks a byte as above: those that count, where the host says so. */
  readonly counted: Uint8Array<ArrayBufferLike>
  /** The strongest clusters, CLUSTER_BYTES each. */
  readonly clusters: Int32Array<ArrayBufferLike>
}

/**
 * Two sets serve, of even and odd checks, since levels change places. Views end with the memory's old buffer when it
 * grows: make them anew then.
 */
export function viewBlocks({ kernels, memory }: LoadedKernels, address: number, check: number): BlockViews {
  const entries = kernels.MAX_ENTRIES.value
  const { buffer } = memory
  const [now, before] = check % 2 === 0 ? [kernels.LEVELS_A, kernels.LEVELS_B] : [kernels.LEVELS_B, kernels.LEVELS_A]
  return {
    active: new Uint8Array(buffer, address + kernels.ACTIVE_BITS.value, entries / 8),
    moving: new Uint8Array(buffer, address + kernels.MOVING_BITS.value, entries / 8),
    activeWords: new Int32Array(buffer, address + kernels.ACTIVE_BITS.value, entries / 32),
    movingWords: new Int32Array(buffer, address + kernels.MOVING_BITS.value, entries / 32),
    excess: new Int16Array(buffer, address + kernels.EXCESS.value, entries),
    levels: new Int16Array(buffer, address + now.value, entries),
    previous: new Int16Array(buffer, address + before.value, entries),
    background: new Int16Array(buffer, address + kernels.BACKGROUND.value, entries),
    figures: new Int32Array(buffer, address, 16),
    counted: new Uint8Array(buffer, address + kernels.COUNTED_BITS.value, entries / 8),
    clusters: new Int32Array(
      buffer,
      address + kernels.CLUSTERS.value,
      (kernels.MOST_CLUSTERS.value * kernels.CLUSTER_BYTES.value) / Int32Array.BYTES_PER_ELEMENT,
    ),
  }
}
