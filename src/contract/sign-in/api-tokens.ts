import * as z from 'zod/mini'
import { call, tokenScope } from '../call'
import { nameOf } from '../names'
import { ignored, isoTime, listOf, textOrEmpty } from '../wire'

/** How a token begins, so that people and scanners of leaked secrets know it. */
export const API_TOKEN_PREFIX = 'nj_'
export const MAX_API_TOKENS = 50

const apiToken = z.object({
  id: z.string(),
  name: textOrEmpty,
  scopes: listOf(tokenScope),
  createdAt: isoTime,
  /** Who made it. */
  createdBy: textOrEmpty,
  /** To the minute; null: never used. */
  lastUsedAt: z.catch(z.nullable(z.string()), null),
})
export type ApiToken = z.infer<typeof apiToken>

const name = nameOf(100, {
  missing: 'Give the token a name.',
  tooLong: "The token's name has at most 100 characters.",
})

const scopes = z.array(tokenScope, { error: 'Choose what the token may do.' }).check(
  z.minLength(1, { error: 'Choose at least one thing that the token may do.' }),
  z.refine((all) => new Set(all).size === all.length, { error: 'Name each scope once.' }),
)

const newApiToken = z.object({ name, scopes })
export type NewApiToken = z.infer<typeof newApiToken>

/** Extension `api-tokens`. A token acts for the workspace as the member who made it, within its scopes. */
export const apiTokenCalls = {
  list: call({ method: 'GET', path: '/tokens', signedIn: true, tokens: 'none', status: 200, answer: listOf(apiToken) }),
  /** The only answer that ever holds the token itself. */
  create: call({
    method: 'POST',
    path: '/tokens',
    signedIn: true,
    tokens: 'none',
    status: 201,
    body: newApiToken,
    answer: z.extend(apiToken, { token: z.string() }),
  }),
  revoke: call({
    method: 'DELETE',
    path: '/tokens/:tokenId',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: ignored,
  }),
}
