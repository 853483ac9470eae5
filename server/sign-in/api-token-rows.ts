import { type RawBuilder, sql } from 'kysely'
import type { Role } from '../../src/contract/members'
import type { Tier } from '../../src/contract/plans'
import type { ApiTokenTable, Db } from '../db/schema'
import { CLOCKS_APART_MS } from '../lib/clock'

export async function insertApiToken(db: Db, token: Omit<ApiTokenTable, 'last_used_at'>): Promise<void> {
  await db
    .insertInto('api_tokens')
    .values({ ...token, last_used_at: null })
    .execute()
}

export async function countApiTokens(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('api_tokens')
    .select((token) => token.fn.countAll().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A token as people see it, with the address of who made it. */
export type MadeToken = Omit<ApiTokenTable, 'token_hash'> & { readonly email: string }

/** Oldest first; `userId`: only what that member made. */
export async function listApiTokens(db: Db, workspaceId: string, userId: string | null): Promise<MadeToken[]> {
  const query = db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select(['api_tokens.id', 'workspace_id', 'user_id', 'name', 'scopes', 'api_tokens.created_at', 'last_used_at'])
    .select('users.email')
    .where('workspace_id', '=', workspaceId)
  const made = userId === null ? query : query.where('user_id', '=', userId)
  return made.orderBy('api_tokens.created_at').orderBy('api_tokens.id').execute()
}

/** false: there is no such token, or another member made it. */
export async function deleteApiToken(
  db: Db,
  { id, workspaceId, userId }: { readonly id: string; readonly workspaceId: string; readonly userId: string | null },
): Promise<boolean> {
  const query = db.deleteFrom('api_tokens').where('id', '=', id).where('workspace_id', '=', workspaceId)
  const result = await (userId === null ? query : query.where('user_id', '=', userId)).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Whose a token is, and what that member is now. */
export interface TokenHolder {
  readonly id: string
  readonly token_hash: string
  readonly workspace_id: string
  readonly user_id: string
  readonly name: string
  readonly scopes: string
  readonly email: string
  readonly tier: Tier
  readonly role: Role
}

/** Those of the tokens with these hashes that there are. */
export async function findTokenHolders(db: Db, hashes: readonly string[]): Promise<TokenHolder[]> {
  return holders(db)
    .where('token_hash', 'in', [...new Set(hashes)])
    .execute()
}

export async function findTokenHolder(db: Db, id: string): Promise<TokenHolder | undefined> {
  return holders(db).where('api_tokens.id', '=', id).executeTakeFirst()
}

function holders(db: Db) {
  return db
    .selectFrom('api_tokens')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'api_tokens.user_id')
        .onRef('memberships.workspace_id', '=', 'api_tokens.workspace_id'),
    )
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .innerJoin('workspaces', 'workspaces.id', 'api_tokens.workspace_id')
    .select(['api_tokens.id', 'token_hash', 'api_tokens.workspace_id', 'api_tokens.user_id', 'api_tokens.name'])
    .select(['scopes', 'users.email', 'workspaces.tier', 'memberships.role'])
}

/** Two hubs may write at once, and one of them late: the later minute stays. */
export async function noteTokensUsed(
  db: Db,
  ids: readonly string[],
  atMs: number,
  condition: RawBuilder<boolean>,
): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: atMs })
    .where('id', 'in', ids)
    .where((token) =>
      token.or([
        token('last_used_at', 'is', null),
        token('last_used_at', '<', atMs),
        token('last_used_at', '>', atMs + CLOCKS_APART_MS),
      ]),
    )
    .where(sql<boolean>`${condition}`)
    .execute()
}
