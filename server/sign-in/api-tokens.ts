import { randomUUID } from 'node:crypto'
import { type TokenRule, type TokenScope, tokenScope } from '../../src/contract/call'
import type { Role } from '../../src/contract/members'
import type { Tier } from '../../src/contract/plans'
import {
  API_TOKEN_PREFIX,
  type ApiToken,
  MAX_API_TOKENS,
  type NewApiToken,
} from '../../src/contract/sign-in/api-tokens'
import { MINUTE_MS } from '../../src/lib/durations'
import { Batched } from '../db/batched'
import type { Ground } from '../db/ground'
import { Brake } from '../lib/brake'
import { notFound, tokenLimit, tokenNotAllowed } from '../lib/errors'
import { hashOfSecret, newSecret } from '../lib/random-secrets'
import type { Asker } from '../members/members'
import { lockWorkspace } from '../members/people-rows'
import type { CountOfAll } from '../peers/peers'
import {
  countApiTokens,
  deleteApiToken,
  findTokenHolder,
  findTokenHolders,
  insertApiToken,
  listApiTokens,
  type MadeToken,
  noteTokensUsed,
  type TokenHolder,
} from './api-token-rows'
import { MinuteNotes } from './minute-notes'
import { networkOf } from './network-of'

/** Of one token. */
const CALLS_PER_MINUTE = 300
/** Of one network address. Fewer would refuse a program whose first calls come many at once. */
const WRONG_TOKENS_PER_MINUTE = 300

/** For whom a token acts, as that member is now. */
export interface ActingToken {
  readonly tokenId: string
  readonly workspaceId: string
  readonly userId: string
  /** Address of who made it. */
  readonly who: string
  /** The token's own. */
  readonly name: string
  readonly tier: Tier
  readonly role: Role
}

/** Tokens that programs call the hub with, for the member who made them. */
export class ApiTokens {
  readonly #services: Pick<Ground, 'db' | 'clock' | 'log'>
  readonly #holders: Batched<string, TokenHolder | null>
  readonly #use: MinuteNotes
  readonly #calls: Brake
  readonly #wrong: Brake
  /** Hashes of those that acted since the start: strangers behind the same address do not keep them out. */
  readonly #known = new Set<string>()

  constructor(services: Pick<Ground, 'db' | 'clock' | 'log'>, countOfAll: CountOfAll) {
    const { db, clock } = services
    this.#services = services
    this.#use = new MinuteNotes({
      ...services,
      write: noteTokensUsed,
      failure: 'the last use of an API token could not be noted',
    })
    this.#calls = new Brake(clock, { name: 'calls', max: CALLS_PER_MINUTE, windowMs: MINUTE_MS }, countOfAll)
    this.#wrong = new Brake(
      clock,
      { name: 'wrong-tokens', max: WRONG_TOKENS_PER_MINUTE, windowMs: MINUTE_MS },
      countOfAll,
    )
    this.#holders = new Batched(db, async (hashes) => {
      const found = new Map((await findTokenHolders(db, hashes)).map((holder) => [holder.token_hash, holder]))
      return hashes.map((hash) => found.get(hash) ?? null)
    })
  }

  /** Makes one; its answer is the only thing that ever holds the token itself. */
  async issue(asker: Asker, { name, scopes }: NewApiToken): Promise<ApiToken & { readonly token: string }> {
    const { db, clock } = this.#services
    const token = API_TOKEN_PREFIX + newSecret()
    const row = {
      id: randomUUID(),
      workspace_id: asker.workspaceId,
      user_id: asker.userId,
      name,
      scopes: tokenScope.options.filter((scope) => scopes.includes(scope)).join(' '),
      created_at: clock.now(),
    }
    await db.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, asker.workspaceId)
      if ((await countApiTokens(transaction, asker.workspaceId)) >= MAX_API_TOKENS) throw tokenLimit(MAX_API_TOKENS)
      await insertApiToken(transaction, { ...row, token_hash: hashOfSecret(token) })
    })
    return { ...presentToken({ ...row, last_used_at: null, email: asker.email }), token }
  }

  /** What the asker made; the owner of the workspace sees everybody's. */
  async list(asker: Asker): Promise<ApiToken[]> {
    return (await listApiTokens(this.#services.db, asker.workspaceId, makerFor(asker))).map(presentToken)
  }

  /** Ends one at once. A member's own, or any of them for the owner; others are unknown to whoever asks. */
  async revoke(asker: Asker, id: string): Promise<void> {
    const isRevoked = await deleteApiToken(this.#services.db, {
      id,
      workspaceId: asker.workspaceId,
      userId: makerFor(asker),
    })
    if (!isRevoked) throw notFound('API token')
  }

  /**
   * Whom a token acts for, looked up anew each time; null: it is unknown or revoked, or its maker has left. Refuses with
   * 403 what its scopes do not allow, and with 429 too many calls of one token or wrong ones from one network address.
   */
  async read(token: string, rule: TokenRule, address: string): Promise<ActingToken | null> {
    const holder = await this.#find(hashOfSecret(token), networkOf(address))
    if (holder === null) return null
    await this.#calls.take(holder.id)
    requireScope(holder, rule)
    await this.#use.note(holder.id)
    return {
      tokenId: holder.id,
      workspaceId: holder.workspace_id,
      userId: holder.user_id,
      who: holder.email,
      name: holder.name,
      tier: holder.tier,
      role: holder.role,
    }
  }

  /**
   * The plan of one that was read, for what lasts longer than a call; null: it may go on no more. It counts as no call.
   */
  async tierNow(tokenId: string, scope: TokenScope): Promise<Tier | null> {
    const holder = await findTokenHolder(this.#services.db, tokenId)
    return holder !== undefined && scopesOf(holder).includes(scope) ? holder.tier : null
  }

  /** A try counts as wrong before it is looked up, so that many at once are no way around the limit. */
  async #find(hash: string, network: string): Promise<TokenHolder | null> {
    const isKnown = this.#known.has(hash)
    if (!isKnown) await this.#wrong.take(network)
    const holder = await this.#holders.ask(hash)
    if (holder === null) this.#known.delete(hash)
    else if (!isKnown) {
      this.#wrong.giveBack(network)
      this.#known.add(hash)
    }
    return holder
  }
}

/** null: everybody's. */
function makerFor({ role, userId }: Asker): string | null {
  return role === 'owner' ? null : userId
}

const doings: Readonly<Record<TokenScope, string>> = {
  read: 'read lists and recordings',
  live: 'look through cameras',
  write: 'change anything',
}

function requireScope(holder: TokenHolder, rule: TokenRule): void {
  if (rule === 'none') throw tokenNotAllowed('No API token may do this. Sign in to Nightjar and do it there.')
  if (scopesOf(holder).includes(rule)) return
  throw tokenNotAllowed(`This API token may not ${doings[rule]}. Make one with the scope ${rule}.`)
}

function scopesOf({ scopes }: Pick<TokenHolder, 'scopes'>): TokenScope[] {
  const held = new Set(scopes.split(' '))
  return tokenScope.options.filter((scope) => held.has(scope))
}

/** As it leaves the hub: without its hash. */
export function presentToken(row: MadeToken): ApiToken {
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    createdAt: new Date(row.created_at).toISOString(),
    createdBy: row.email,
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
  }
}
