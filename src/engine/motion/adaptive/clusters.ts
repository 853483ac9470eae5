import type { LoadedKernels } from '../kernels'
import type { BlockGrid } from './block-grid'
import type { BlockViews } from './block-views'

/** Blocks that hang together and differ from their background. The box is in blocks, bounds included. */
export interface Cluster {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly size: number
  /** Mean difference of its most changed half, in 1/64 grey levels; a cluster of few blocks counts less. */
  readonly strength: number
  /** How many of its blocks differ from the frame before. */
  readonly moving: number
}

/**
 * The strongest clusters in which something moves now and which are no light (assembly/clusters.ts), after the pass of
 * `check`; `counted` masks the active bits, null counts all. `address` is that of the slot's blocks, `views` are of `check`.
 */
export function findClusters(
  { kernels }: LoadedKernels,
  address: number,
  { columns, rows }: BlockGrid,
  views: BlockViews,
  check: number,
  counted: Uint8Array | null,
): Cluster[] {
  if (counted !== null) views.counted.set(counted)
  const count = kernels.findClusters(address, columns, rows, check, counted !== null)
  const numbers = kernels.CLUSTER_BYTES.value / views.clusters.BYTES_PER_ELEMENT
  const clusters: Cluster[] = []
  // Array.from costs as much as finding them.
  for (let i = 0; i < count; i++) clusters.push(clusterAt(views.clusters, i * numbers))
  return clusters
}

function clusterAt(clusters: Int32Array<ArrayBufferLike>, start: number): Cluster {
  const number = (offset: number) => clusters[start + offset] ?? 0
  return {
    left: number(0),
    right: number(1),
    top: number(2),
    bottom: number(3),
    size: number(4),
    strength: number(5),
    moving: number(6),
  }
}
