import { ghostGroupNames, ghostGroups } from './ghost-groups'
import { quietGroupNames, quietGroups } from './quiet-groups'
import type { SceneGroup } from './scene-group'
import { walkerGroupNames, walkerGroups } from './walker-groups'

export type { Scene } from './scene'

/** In the order of the table. */
export const sceneGroupNames: readonly string[] = [...walkerGroupNames, ...ghostGroupNames, ...quietGroupNames]

const full = { walkers: 6, ghosts: 4, quiet: { noiseSec: 1800, unrestSec: 600, perGroup: 4 } }
const quick = { walkers: 3, ghosts: 2, quiet: { noiseSec: 240, unrestSec: 180, perGroup: 2 } }

/** The scenes of a seed: the same seed gives the same bytes, another one other places, people and weather. */
export function allScenes(seed: number, options: { readonly quick: boolean }): SceneGroup[] {
  const amount = options.quick ? quick : full
  return [
    ...walkerGroups(seed, amount.walkers),
    ...ghostGroups(seed, amount.ghosts),
    ...quietGroups(seed, amount.quiet),
  ]
}
