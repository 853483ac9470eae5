import { findBilling } from '../billing/billing-rows'
import { endSubscriptions, leaveStripe } from '../billing/stripe/checkout'
import { isReadLater } from '../billing/stripe/plan-reading'
import { listCameras } from '../cameras/camera-rows'
import type { Db } from '../db/schema'
import type { Member } from '../http/auth'
import { subscriptionRuns, unusable } from '../lib/errors'
import { requireOwner } from '../members/owner'
import { lockWorkspace } from '../members/people-rows'
import { BLOB_REMOVAL_JOB, withRoomToRemove } from '../storage/blob-removals'
import { noteBlobRemovals } from '../storage/blob-rows'
import { snapshotKey } from '../storage/blobs'
import { deleteWorkspace, noteVideoRemovals } from './removal-rows'
import type { WorkspaceServices } from './services'

/**
 * Removes a workspace with all that it holds; everybody in it is signed out. Only its owner may, who types the address
 * again, and not while a subscription goes on: nobody would be left to end it.
 */
export async function removeWorkspace(services: WorkspaceServices, owner: Member, typedEmail: string): Promise<void> {
  requireOwner(owner.role)
  if (typedEmail.trim().toLowerCase() !== owner.email) {
    throw unusable('This is not the address you are signed in with. Type it to remove the workspace.')
  }
  const { readAtMs, endingIds } = await leaveStripe(services, owner.workspaceId)
  const { db, clock, jobs } = services
  const remove = async (transaction: Db) => {
    const { id } = await lockWorkspace(transaction, owner.workspaceId)
    const billing = await findBilling(transaction, id)
    // An event came meanwhile. What no event says is as Stripe said: a paid plan may cost nothing on this hub.
    if (billing !== undefined && isReadLater(billing, readAtMs) && isPaid(billing.tier)) throw subscriptionRuns()
    const snapshots = (await listCameras(transaction, id)).map(snapshotKey)
    await noteVideoRemovals(transaction, id, clock.now())
    await noteBlobRemovals(transaction, snapshots, clock.now())
    await deleteWorkspace(transaction, id)
  }
  await withRoomToRemove(services, () => db.transaction().execute(remove))
  jobs.nudge(BLOB_REMOVAL_JOB)
  // Afterwards: what is paid for is given up with the workspace, and not where that stays.
  await endSubscriptions(services, endingIds)
}

function isPaid(tier: Member['tier']): boolean {
  return tier === 'PRO' || tier === 'TEAM'
}
