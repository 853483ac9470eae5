import type { FastifyInstance } from 'fastify'
import type { TokenScope } from '../../../src/contract/call'
import type { ApiToken } from '../../../src/contract/sign-in/api-tokens'
import { type Caller, send } from './calls'

export interface Program extends ApiToken {
  readonly token: string
  /** What a program sends with each call. */
  readonly headers: { readonly authorization: string }
}

/** Makes a token as somebody who is signed in. */
export async function makeToken(
  fastify: FastifyInstance,
  user: Caller,
  scopes: readonly TokenScope[] = ['read'],
  name = 'Backup script',
): Promise<Program> {
  const answer = await send(fastify, user, 'POST', '/tokens', { name, scopes })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  const made = answer.json<ApiToken & { token: string }>()
  return { ...made, headers: { authorization: `Bearer ${made.token}` } }
}
