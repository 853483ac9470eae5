import type { CameraTable } from '../db/schema'
import { type Discovered, type DiscoveryContext, discoverCamera, discoverHub } from './discovery'

interface Made {
  /** What they were made from. */
  readonly from: readonly unknown[]
  readonly texts: readonly Discovered[]
}

/** Of one workspace. A round is each second, and its cameras are called the same for months. */
export class DiscoveryTexts {
  /** By the id of the camera or workspace. */
  #made: ReadonlyMap<string, Made> = new Map()

  /** The hub's, then those of the cameras; made anew is only what has changed since the last call. */
  of(workspaceId: string, cameras: readonly CameraTable[], context: DiscoveryContext): readonly Discovered[] {
    const { publicOrigin, hasPictures } = context
    const made = new Map([
      [workspaceId, this.#keep(workspaceId, [publicOrigin], () => discoverHub(workspaceId, context))],
      ...cameras.map((camera): [string, Made] => {
        const from = [camera.name, camera.location, hasPictures]
        return [camera.id, this.#keep(camera.id, from, () => discoverCamera(camera, context))]
      }),
    ])
    this.#made = made
    return [...made.values()].flatMap(({ texts }) => texts)
  }

  #keep(id: string, from: readonly unknown[], make: () => readonly Discovered[]): Made {
    const before = this.#made.get(id)
    const isSame = before?.from.every((value, index) => value === from[index]) === true
    return isSame ? before : { from, texts: make() }
  }
}
