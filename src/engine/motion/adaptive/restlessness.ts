import { type BlockBox, gapBetween } from './boxes'
import type { Cluster } from './clusters'

/** How quickly the mean number of strays follows what shows: by a quarter a check. */
const PACE = 1 / 4

/** Strays a check, on the mean, from which on what shows again nearby may be another one of them. */
const MANY_STRAYS = 1.25

/** How many clusters apart from each other, at one check, are no single thing that fell apart. */
const MANY_CLUSTERS = 6

/** Blocks between clusters that are not of one thing. */
const APART = 4

/** Least share of the strongest cluster's strength that counts: an encoder's specks put nobody close by in doubt. */
const LEAST_SHARE = 1 / 8

/**
 * Whether things come and go all over the picture: snow, rain, leaves, the edges of a picture that swings. A stray is a
 * cluster where nothing was lately. Where there are many, two or three lie near one another by chance.
 */
export class Restlessness {
  #straysPerCheck = 0

  /** Notes what one check found, the strongest first, and which of that are strays. */
  note(clusters: readonly Cluster[], isStray: (index: number) => boolean): boolean {
    const apart: BlockBox[] = []
    let strays = 0
    const least = LEAST_SHARE * (clusters[0]?.strength ?? 0)
    clusters.forEach((cluster, i) => {
      if (cluster.strength < least || apart.some((other) => gapBetween(other, cluster) <= APART)) return
      apart.push(cluster)
      if (isStray(i)) strays++
    })
    this.#straysPerCheck += (strays - this.#straysPerCheck) * PACE
    return this.#straysPerCheck >= MANY_STRAYS || apart.length >= MANY_CLUSTERS
  }
}
