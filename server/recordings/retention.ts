import { planLimits, retentionDays, type Tier } from '../../src/contract/plans'
import { DAY_MS, HOUR_MS } from '../../src/lib/durations'
import { findBilling } from '../billing/billing-rows'
import { requireRoomForClip } from '../billing/plan-rules'
import type { Ground } from '../db/ground'
import type { Db, WorkspaceTable } from '../db/schema'
import { sumVideos } from '../events/day-rows'
import { eachWorkspace } from '../lib/each-workspace'
import type { Job } from '../lib/job'
import { forgetIfDeparted, listDeparted } from '../members/departed-rows'
import { deleteOldInvitations, INVITATION_LIFETIME_MS } from '../members/member-rows'
import { lockWorkspace } from '../members/people-rows'
import type { NotificationServices } from '../notifications/services'
import { forgetEndedSessions } from '../sign-in/sessions'
import { forgetOldSignIns } from '../sign-in/sign-in-limits'
import { keepRoomToRemove, removeBlobs, withRoomToRemove } from '../storage/blob-removals'
import type { StorageServices } from '../storage/services'
import { forgetRefusedClips } from './refused-clip-rows'
import { forgetRemovedClips } from './removed-clip-rows'
import { believedTime, noteBelievedTime } from './retention-clock'
import {
  listOldestVideos,
  listVideosBefore,
  listWorkspacesWithVideos,
  type Oldest,
  removeVideos,
  type StoredVideo,
  sumRemovableVideos,
} from './retention-rows'
import { forgetEndedShares } from './shared-clip-rows'

export const RETENTION_JOB = 'retention'
/** Recordings that one transaction takes: others wait no longer than that. */
const BATCH = 100
/** Batches that go with one clip, unless it takes more room than they gave: over in the blink of an eye. */
const MOST_BATCHES = 10

type RetentionServices = Pick<StorageServices, 'config' | 'db' | 'blobs' | 'clock' | 'log'> &
  Pick<NotificationServices, 'push'>

/**
 * Deletes what is too old (KEEP-05), what the store has no room for (KEEP-06), and what ended by itself: shares,
 * sessions, what is known of sign-ins, invitations, accounts. Where nobody signs in for months nothing else looks at those.
 */
export function retentionJob(services: RetentionServices): Job {
  return {
    name: RETENTION_JOB,
    everyMs: HOUR_MS,
    async run(signal) {
      const workspaceIds = await listWorkspacesWithVideos(services.db)
      const byMs = await withRoomToRemove(services, () => noteBelievedTime(services))
      // First, so that a clip goes in the round in which its share has ended.
      await forgetEndedShares(services.db, byMs)
      await forgetRemovedClips(services.db, byMs)
      await forgetRefusedClips(services.db, byMs)
      await eachWorkspace(services, workspaceIds, String, (workspaceId) =>
        thinOut(services, { workspaceId, byMs }, signal),
      )
      // Once a round: a store that is silent is waited for by no other workspace. Before the rest, which a full disk has room for then.
      await removeBlobs(services, signal)
      await forgetEndedSessions(services, byMs, signal)
      await forgetOldSignIns(services.db, byMs)
      await deleteOldInvitations(services.db, byMs - INVITATION_LIFETIME_MS)
      await forgetDeparted(services, signal)
      await keepRoomToRemove(services)
    },
  }
}

/** Who left the last workspace they were in: their account has nothing to be for any more. */
async function forgetDeparted({ db }: RetentionServices, signal: AbortSignal): Promise<void> {
  for (const userId of await listDeparted(db)) {
    if (signal.aborted) return
    await db.transaction().execute((transaction) => forgetIfDeparted(transaction, userId))
  }
}

interface Thinning {
  readonly workspaceId: string
  /** The time that is believed. */
  readonly byMs: number
}

async function thinOut(services: RetentionServices, thinning: Thinning, signal: AbortSignal): Promise<void> {
  let isMoreLeft = true
  while (isMoreLeft && !signal.aborted) isMoreLeft = (await removeBatch(services, thinning)) > 0
}

/** One transaction's work; how many recordings it took. */
async function removeBatch(services: RetentionServices, { workspaceId, byMs }: Thinning): Promise<number> {
  const { db, clock, log } = services
  const take = async (transaction: Db) => {
    const workspace = await lockWorkspace(transaction, workspaceId)
    const tier = await keepingTier(transaction, workspace, byMs)
    const old = await listVideosBefore(transaction, byMs - retentionDays(tier) * DAY_MS, {
      workspaceId,
      limit: BATCH,
      byMs,
    })
    const { sizeBytes } = await sumVideos(transaction, workspaceId)
    const excess =
      old.length > 0 ? [] : await oldestBeyond(transaction, { workspaceId, byMs }, sizeBytes - storeOf(tier))
    await removeVideos(transaction, [...old, ...excess], clock.now())
    return { old: old.length, excess: excess.length }
  }
  const gone = await withRoomToRemove(services, () => db.transaction().execute(take))
  const count = gone.old + gone.excess
  if (count > 0) log.info({ workspaceId, ...gone }, 'deleted recordings that were too old or had no room')
  return count
}

/**
 * Makes room for a clip by letting the oldest recordings go that nobody keeps (KEEP-06). Refuses where that is not
 * enough. After a step down there may be thousands too many: what one clip leaves of them goes in the next round. Call
 * it inside the clip's transaction, after `lockWorkspace`; whether files are left to remove.
 */
export async function makeRoom(
  { db, clock }: Pick<Ground, 'db' | 'clock'>,
  workspace: WorkspaceTable,
  { storedBytes, clipBytes }: ClipToStore,
): Promise<boolean> {
  if (storedBytes + clipBytes <= storeOf(workspace.tier)) return false
  // As in a round: a clock that leaps ahead ends neither the former plan's time nor a share.
  const byMs = await believedTime({ db, clock })
  const limitBytes = storeOf(await keepingTier(db, workspace, byMs))
  const of = { workspaceId: workspace.id, byMs }
  let remainingBytes = storedBytes
  // It may stay as full as it was, but never grows beyond the plan.
  const fullBytes = Math.max(limitBytes, storedBytes)
  let batches = 0
  while (remainingBytes + clipBytes > (batches < MOST_BATCHES ? limitBytes : fullBytes)) {
    const oldest = await oldestBeyond(db, of, remainingBytes + clipBytes - limitBytes)
    if (oldest.length === 0) break
    await removeVideos(db, oldest, clock.now())
    remainingBytes -= sizeOf(oldest)
    batches++
  }
  const leftForRoundBytes = remainingBytes + clipBytes > limitBytes ? await sumRemovableVideos(db, of) : 0
  requireRoomForClip(limitBytes, remainingBytes - leftForRoundBytes, clipBytes)
  return remainingBytes < storedBytes
}

export interface ClipToStore {
  readonly storedBytes: number
  readonly clipBytes: number
}

/** The oldest of a batch whose sizes together reach the excess. */
async function oldestBeyond(db: Db, of: Omit<Oldest, 'limit'>, excessBytes: number): Promise<StoredVideo[]> {
  if (excessBytes <= 0) return []
  const chosen: StoredVideo[] = []
  for (const video of await listOldestVideos(db, { ...of, limit: BATCH })) {
    if (sizeOf(chosen) >= excessBytes) break
    chosen.push(video)
  }
  return chosen
}

/** By which plan recordings are kept: for some days after a downgrade still by the former one. */
async function keepingTier(db: Db, { id, tier }: WorkspaceTable, byMs: number): Promise<Tier> {
  const billing = await findBilling(db, id)
  if (billing === undefined || billing.former_tier === null) return tier
  return (billing.former_until ?? 0) > byMs ? billing.former_tier : tier
}

function storeOf(tier: Tier): number {
  return planLimits[tier].storageBytes
}

function sizeOf(videos: readonly StoredVideo[]): number {
  return videos.reduce((sum, video) => sum + Number(video.size_bytes), 0)
}
