import type { SignedInUser, TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

/** The first change of the modes, as it is stored. */
export async function storedEra(hub: TestHub, { workspaceId }: SignedInUser) {
  const db = await openHubDatabase(hub)
  const era = await db
    .selectFrom('mode_eras')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  await db.destroy()
  return era
}

/** Further changes, behind the first. */
export async function addEras(
  hub: TestHub,
  { workspaceId }: SignedInUser,
  count: number,
  eraOf: (index: number) => { readonly from_at: number; readonly settings: string },
): Promise<void> {
  const db = await openHubDatabase(hub)
  const eras = Array.from({ length: count }, (_, index) => ({
    workspace_id: workspaceId,
    position: index + 2,
    ...eraOf(index),
  }))
  for (let at = 0; at < eras.length; at += 100)
    await db
      .insertInto('mode_eras')
      .values(eras.slice(at, at + 100))
      .execute()
  await db.destroy()
}
