import { hasAudio, requireAudioInPlan } from '../billing/plan-rules'
import type { CameraTable, Db } from '../db/schema'
import { forgetQueued } from '../events/descriptions/description-rows'
import type { Member } from '../http/auth'
import { notFound, noVision } from '../lib/errors'
import { requireOwner } from '../members/owner'
import { lockWorkspace } from '../members/people-rows'
import { type CameraChange, findCamera, updateCamera } from './camera-rows'
import type { CameraServices } from './services'

export type CameraSettingsServices = Pick<CameraServices, 'db' | 'hasVision'>

/** Changes settings of a camera. The plan is read with it, so that sound cannot be switched on while a downgrade goes through. */
export async function changeCamera(
  { db, hasVision }: CameraSettingsServices,
  { workspaceId, role }: Pick<Member, 'workspaceId' | 'role'>,
  cameraId: string,
  change: CameraChange,
): Promise<CameraTable> {
  return db.transaction().execute(async (transaction) => {
    const { tier } = await lockWorkspace(transaction, workspaceId)
    const before = await loadCamera(transaction, workspaceId, cameraId)
    if (change.is_described === 1 && before.is_described === 0) requireMayDescribe(hasVision, role)
    // Whom people are shown to is for the owner to decide; anybody may end it (LIVE-26).
    if (change.is_live_allowed === 1 && before.is_live_allowed === 0) requireOwner(role)
    // What waits goes with the setting, in the same moment.
    if (change.is_described === 0) await forgetQueued(transaction, before)
    requireAudioInPlan(tier, change.is_audio_enabled === 1)
    // Sound that reads as off is sent back so: it stays as it was, for when the plan has it again (KEEP-10).
    const { is_audio_enabled } = before
    const taken = hasAudio(tier, true) ? change : { ...change, is_audio_enabled }
    const row = await updateCamera(transaction, workspaceId, cameraId, taken)
    if (row === undefined) throw notFound('camera')
    return row
  })
}

/** Pictures of the place leave the hub: that is for its owner to decide (VIS-02). */
function requireMayDescribe(hasVision: boolean, role: Member['role']): void {
  if (!hasVision) throw noVision()
  requireOwner(role)
}

export async function loadCamera(db: Db, workspaceId: string, cameraId: string): Promise<CameraTable> {
  const row = await findCamera(db, workspaceId, cameraId)
  if (row === undefined) throw notFound('camera')
  return row
}
