import type { Db } from '../db/schema'
import type { Departure } from '../members/services'
import { clearChannelState } from './channel-rows'
import { addressOf } from './channels'
import { findWorkspaceConfig, updateWorkspaceConfig } from './settings-rows'

/** Mails to somebody who is in the workspace no more go to its owner (MSG-11). null: none went to them. */
export async function redirectMails(db: Db, { workspaceId, email, ownerEmail }: Departure): Promise<string | null> {
  const config = await findWorkspaceConfig(db, workspaceId)
  if (config.notify_email?.toLowerCase() !== email) return null
  const changed = await updateWorkspaceConfig(db, workspaceId, { notify_email: ownerEmail })
  await clearChannelState(db, { workspaceId, channel: 'email' })
  return addressOf(changed, 'email')
}
