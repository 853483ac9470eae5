import { planLimits, type Tier } from '../../src/contract/plans'
import type { Usage } from '../../src/contract/wire'
import type { Span } from '../../src/lib/span'
import { storageUsageOf, usageOf } from '../billing/plan-rules'
import { findMonthlyUsage } from '../billing/usage-rows'
import { countCameras } from '../cameras/camera-rows'
import type { Db } from '../db/schema'
import { sumVideos } from '../events/day-rows'
import { monthOf } from '../lib/month'

/** What a workspace has of its plan now, for the screens and the assistant. Limits are counted where they are taken. */
export interface PlanUsage {
  readonly storedBytes: number
  /** How long the stored recordings are together. */
  readonly storedMs: number
  /** This month; deleting a recording does not lower it. */
  readonly recordedBytes: number
  /** This month. */
  readonly chats: number
  readonly cameras: number
  readonly month: Span
}

export async function readPlanUsage(db: Db, workspaceId: string, nowMs: number): Promise<PlanUsage> {
  const month = monthOf(nowMs)
  const { sizeBytes, durationMs } = await sumVideos(db, workspaceId)
  const monthly = await findMonthlyUsage(db, workspaceId, month.fromMs)
  return {
    ...monthly,
    storedBytes: sizeBytes,
    storedMs: durationMs,
    cameras: await countCameras(db, workspaceId),
    month,
  }
}

/** The numbers that the screens show. */
export function shownUsage(tier: Tier, usage: PlanUsage): Readonly<Record<'storage' | 'aiChats' | 'cameras', Usage>> {
  const limits = planLimits[tier]
  return {
    storage: storageUsageOf(tier, usage.storedBytes),
    aiChats: usageOf(usage.chats, limits.chatsPerMonth),
    cameras: usageOf(usage.cameras, limits.cameras),
  }
}
