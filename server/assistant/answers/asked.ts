import type { Tier } from '../../../src/contract/plans'
import type { Filter } from '../question/intent'
import type { Wanted, WorkspaceSearch } from '../search/workspace-search'

/** What an answer is made with. */
export interface Asked {
  readonly search: WorkspaceSearch
  readonly tier: Tier
  /** A program is told of no people. */
  readonly isProgram: boolean
  readonly nowMs: number
  /** IANA name of the zone in which times are said. */
  readonly zone: string
}

export function wantedOf({ period, types, labels, cameras }: Filter): Wanted {
  return { ranges: period.ranges, types, labels, cameraIds: cameras?.map(({ id }) => id) ?? null }
}
