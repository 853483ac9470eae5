import { planLimits, type Tier } from '../../src/contract/plans'
import type { Usage } from '../../src/contract/wire'
import { usageOf } from '../billing/plan-rules'
import type { Ground } from '../db/ground'
import { monthOf } from '../lib/month'
import { countDelivered } from './delivery-rows'

/** Delivered messages of this month, one per channel, of those that the plan allows (MSG-05). */
export async function notificationUsageOf(
  { db, clock }: Pick<Ground, 'db' | 'clock'>,
  { workspaceId, tier }: { readonly workspaceId: string; readonly tier: Tier },
): Promise<Usage> {
  const used = await countDelivered(db, workspaceId, monthOf(clock.now()))
  return usageOf(used, planLimits[tier].notificationsPerMonth)
}
