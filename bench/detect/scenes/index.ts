import { ghostGroupNames, ghostGroups } from './ghost-groups'
import { quietGroupNames, quietGroups } from './quiet-groups'
import type { SceneGroup } from './scene-group'
import { vehicleGroups } from './vehicle-groups'
import { walkerGroupNames, walkerGroups } from './walker-groups'

export type { Scene } from './scene'
export type { SceneGroup } from './scene-group'

export { vehicleGroupNames } from './vehicle-groups'

/** The groups for motion, in the order of the table; those with vehicles are for the person detectors. */
export const sceneGroupNames: readonly string[] = [...walkerGroupNames, ...ghostGroupNames, ...quietGroupNames]

const full = { walkers: 6, ghosts: 4, vehicles: 6, quiet: { noiseSec: 1800, unrestSec: 600, perGroup: 4 } }
const quick = { walkers: 3, ghosts: 2, vehicles: 3, quiet: { noiseSec: 240, unrestSec: 180, perGroup: 2 } }

/** The scenes of a seed: the same seed gives the same bytes, another one other places, people and weather. */
export function allScenes(seed: number, options: { readonly quick: boolean }): SceneGroup[] {
  const amount = options.quick ? quick : full
  return [
    ...walkerGroups(seed, amount.walkers),
    ...ghostGroups(seed, amount.ghosts),
    ...vehicleGroups(seed, amount.vehicles),
    ...quietGroups(seed, amount.quiet),
  ]
}
