import { planLimits, retentionDays } from '../../src/contract/plans'
import type { FormerPlan } from '../../src/contract/workspace'
import { DAY_MS } from '../../src/lib/durations'
import type { Ground } from '../db/ground'
import type { WorkspaceBillingTable } from '../db/plan-tables'
import type { WorkspaceTable } from '../db/schema'
import { sumVideos } from '../events/day-rows'
import { believedTime } from '../recordings/retention-clock'
import { sumVideosBefore } from '../recordings/retention-rows'

/** What goes after a downgrade, while recordings are still kept by the former plan (KEEP-05); undefined: they are not. */
export async function formerPlanOf(
  { db, clock }: Pick<Ground, 'db' | 'clock'>,
  { id, tier }: Pick<WorkspaceTable, 'id' | 'tier'>,
  billing: WorkspaceBillingTable | undefined,
): Promise<FormerPlan | undefined> {
  const { former_tier, former_until } = billing ?? { former_tier: null, former_until: null }
  if (former_tier === null || former_until === null) return undefined
  if (former_until <= (await believedTime({ db, clock }))) return undefined
  const oldBytes = await sumVideosBefore(db, id, former_until - retentionDays(tier) * DAY_MS)
  const { sizeBytes } = await sumVideos(db, id)
  const excessBytes = Math.max(0, sizeBytes - oldBytes - planLimits[tier].storageBytes)
  return { tier: former_tier, keptUntil: new Date(former_until).toISOString(), leavingBytes: oldBytes + excessBytes }
}
