import { PAIRING_LIFETIME_MS } from '../../src/contract/sign-in/pairings'
import type { Db, PairingTable } from '../db/schema'
import { CLOCKS_APART_MS } from '../lib/clock'

/** One that ends later was made while the clock was ahead, and would be good until then. */
const LONGEST_AHEAD_MS = PAIRING_LIFETIME_MS + CLOCKS_APART_MS

export type NewPairing = Pick<
  PairingTable,
  'id' | 'workspace_id' | 'user_id' | 'token_hash' | 'created_at' | 'expires_at'
>

export async function insertPairing(db: Db, pairing: NewPairing): Promise<void> {
  await db
    .insertInto('pairings')
    .values({ ...pairing, redeemed_at: null, device: null, camera_id: null })
    .execute()
}

/** When those were made that count, oldest first. */
export async function listPairingTimes(db: Db, workspaceId: string, sinceMs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('pairings')
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>', sinceMs)
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at }) => created_at)
}

/** Forgets those that no limit looks at any more. */
export async function deleteOldPairings(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('pairings').where('created_at', '<', beforeMs).execute()
}

export interface PairingOwner {
  readonly id: string
  readonly workspaceId: string
  readonly userId: string
}

export type SeenPairing = Pick<PairingTable, 'expires_at' | 'redeemed_at' | 'device'> & {
  readonly camera_name: string | null
}

/** With the name that its camera has now. */
export async function findPairing(db: Db, { id, workspaceId, userId }: PairingOwner): Promise<SeenPairing | undefined> {
  return db
    .selectFrom('pairings')
    .leftJoin('cameras', (join) =>
      join.onRef('cameras.id', '=', 'pairings.camera_id').on('cameras.removed_at', 'is', null),
    )
    .select(['expires_at', 'redeemed_at', 'device', 'cameras.name as camera_name'])
    .where('pairings.id', '=', id)
    .where('pairings.workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** It stays, so that it counts; false: there is no such pairing of this member's. */
export async function endPairing(db: Db, { id, workspaceId, userId }: PairingOwner, nowMs: number): Promise<boolean> {
  const result = await db
    .updateTable('pairings')
    .set((pairing) => ({
      expires_at: pairing.case().when('expires_at', '>', nowMs).then(nowMs).else(pairing.ref('expires_at')).end(),
    }))
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** All of a user's that are still good, in whatever workspace. */
export async function endOpenPairings(db: Db, userId: string, nowMs: number): Promise<void> {
  await db
    .updateTable('pairings')
    .set({ expires_at: nowMs })
    .where('user_id', '=', userId)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .execute()
}

export async function findPairingByToken(db: Db, tokenHash: string): Promise<PairingTable | undefined> {
  return db.selectFrom('pairings').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Whether it is in its time. */
export function isOpen({ expires_at }: Pick<PairingTable, 'expires_at'>, nowMs: number): boolean {
  return expires_at > nowMs && expires_at <= nowMs + LONGEST_AHEAD_MS
}

/** true for exactly one caller per link, in its time. */
export async function redeemPairing(db: Db, id: string, device: string, nowMs: number): Promise<boolean> {
  const result = await db
    .updateTable('pairings')
    .set({ redeemed_at: nowMs, device })
    .where('id', '=', id)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .where('expires_at', '<=', nowMs + LONGEST_AHEAD_MS)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** A camera of the same workspace only; false: no such camera, or no link that this member used. */
export async function notePairedCamera(
  db: Db,
  { id, workspaceId, userId }: PairingOwner,
  cameraId: string,
): Promise<boolean> {
  const result = await db
    .updateTable('pairings')
    .set({ camera_id: cameraId })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('redeemed_at', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('cameras')
          .select('id')
          .where('id', '=', cameraId)
          .where('workspace_id', '=', workspaceId)
          .where('removed_at', 'is', null),
      ),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
