import { planLimits } from '../../src/contract/plans'
import type { RecordedMonth } from '../../src/contract/workspace'
import { findMonthlyUsage } from '../billing/usage-rows'
import type { Ground } from '../db/ground'
import type { WorkspaceTable } from '../db/schema'
import { monthOf } from '../lib/month'

/** From here on it is told: a clip more may find no room. */
const TOLD_SHARE = 0.9

/** What was recorded this month, where little of it is left (KEEP-19); undefined: there is enough. */
export async function recordedMonthOf(
  { db, clock }: Pick<Ground, 'db' | 'clock'>,
  { id, tier }: Pick<WorkspaceTable, 'id' | 'tier'>,
): Promise<RecordedMonth | undefined> {
  const { fromMs, untilMs } = monthOf(clock.now())
  const usedBytes = (await findMonthlyUsage(db, id, fromMs)).recordedBytes
  const totalBytes = planLimits[tier].storageBytes
  if (usedBytes < TOLD_SHARE * totalBytes) return undefined
  return { usedBytes, totalBytes, endsAt: new Date(untilMs).toISOString() }
}
