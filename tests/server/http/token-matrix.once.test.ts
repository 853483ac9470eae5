import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TokenScope } from '../../../src/contract/call'
import { makeToken } from '../support/api-tokens'
import { startTestHub, type TestHub } from '../support/hub'
import { recordingNetwork } from '../support/outside-network'
import { bodyOf, makeWorld, matrix, ORIGIN, type World } from '../support/route-matrix'

let hub: TestHub
beforeAll(async () => {
  // Pushes of these go nowhere: there is no name in its world.
  const deps = { outsideNetwork: recordingNetwork() }
  hub = await startTestHub({ tier: 'TEAM', environment: { PUBLIC_URL: ORIGIN }, deps })
})
afterAll(() => hub.close())

let worlds = 0
function openWorld(): Promise<World> {
  worlds++
  return makeWorld(hub, `${worlds}.example.org`)
}

/** Calls that take another scope than their method says, as it stands in the contract. */
const exceptions: Readonly<Record<string, TokenScope | 'none'>> = {
  'POST /v1/workspaces/:workspaceId/export': 'read',
  'GET /v1/wsconfig': 'write',
  'PUT /v1/wsconfig/integrations': 'none',
  'POST /v1/notifications/test': 'none',
  'DELETE /v1/workspaces/:workspaceId': 'none',
  'POST /v1/billing/portal': 'none',
  'POST /v1/billing/subscription/checkout': 'none',
  'POST /v1/cameras/:cameraId/whep': 'live',
  'DELETE /v1/cameras/:cameraId/whep/:viewingId': 'live',
  'PATCH /v1/cameras/:cameraId/whep/:viewingId': 'live',
  'GET /v1/members': 'none',
  'POST /v1/members': 'none',
  'DELETE /v1/members/:userId': 'none',
  'GET /v1/tokens': 'none',
  'POST /v1/tokens': 'none',
  'DELETE /v1/tokens/:tokenId': 'none',
  'POST /v1/pairings': 'none',
  'GET /v1/pairings/:pairingId': 'none',
  'GET /v1/shares': 'none',
  'POST /v1/shares': 'none',
  'PATCH /v1/shares/:shareId': 'none',
  'DELETE /v1/shares/:shareId': 'none',
  'POST /v1/shares/:shareId/pass': 'none',
  'DELETE /v1/pairings/:pairingId': 'none',
  'PUT /v1/pairings/:pairingId/camera': 'none',
  'GET /v1/sessions': 'none',
  'GET /v1/passkeys': 'none',
  'POST /v1/passkeys/registration/options': 'none',
  'POST /v1/passkeys/registration': 'none',
  'PATCH /v1/passkeys/:passkeyId': 'none',
  'DELETE /v1/passkeys/:passkeyId': 'none',
  'GET /v1/webhooks': 'none',
  'POST /v1/webhooks': 'none',
  'PATCH /v1/webhooks/:webhookId': 'none',
  'DELETE /v1/webhooks/:webhookId': 'none',
  'GET /v1/webhooks/:webhookId/deliveries': 'none',
  'POST /v1/webhooks/:webhookId/test': 'none',
  'GET /v1/push/key': 'none',
  'GET /v1/push/subscriptions': 'none',
  'POST /v1/push/subscriptions': 'none',
  'DELETE /v1/push/subscriptions': 'none',
  'DELETE /v1/push/subscriptions/:pushId': 'none',
  'POST /v1/push/test': 'none',
  'DELETE /v1/sessions': 'none',
  'DELETE /v1/sessions/:sessionId': 'none',
}
const ruleOf = (key: string) => exceptions[key] ?? (key.startsWith('GET ') ? 'read' : 'write')

const guarded = Object.entries(matrix).flatMap(([key, row]) => (row.kind === 'guarded' ? [[key, row] as const] : []))

type Guarded = (typeof guarded)[number]

/** The headers of a token of Ann's with these scopes. */
type TokenOf = (scopes: readonly TokenScope[]) => Promise<Readonly<Record<string, string>>>

async function tryTokens([key, row]: Guarded, world: World, tokenOf: TokenOf): Promise<void> {
  const rule = ruleOf(key)
  const { payload, headers: type } = bodyOf(row.ask(world))
  const method = key.slice(0, key.indexOf(' ')) as NonNullable<InjectOptions['method']>
  const ask = async (scopes: readonly TokenScope[]) => {
    const headers = await tokenOf(scopes)
    const answer = await hub.fastify.inject({
      method,
      url: row.ask(world).url,
      headers: { ...type, ...headers },
      ...(payload && { payload }),
    })
    return answer
  }
  const others = (['read', 'live', 'write'] as const).filter((scope) => scope !== rule)
  const refused = await ask(others)
  const advice = rule === 'none' ? 'Sign in to Nightjar and do it there.' : `Make one with the scope ${rule}.`
  const refusal = { code: 'token-not-allowed', message: expect.stringContaining(advice) }
  expect([key, refused.statusCode, refused.json()]).toEqual([key, 403, refusal])
  if (rule !== 'none') expect([key, (await ask([rule])).statusCode]).toEqual([key, row.own])
}

const SCOPED = '%s takes an API token with its scope, and none without (TOKEN-04, TOKEN-05)'
const isRead = ([key]: Guarded) => key.startsWith('GET ')

const isRefused = ([key]: Guarded) => ruleOf(key) === 'none'

describe('what reads or takes no token, in one world, as it stays the same', () => {
  const made = new Map<string, ReturnType<TokenOf>>()
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })

  const tokenOf: TokenOf = (scopes) => {
    const known = made.get(scopes.join()) ?? makeToken(hub.fastify, world.ann, scopes).then(({ headers }) => headers)
    made.set(scopes.join(), known)
    return known
  }
  test.each(guarded.filter((row) => isRead(row) || isRefused(row)))(SCOPED, (...row) => tryTokens(row, world, tokenOf))
})

describe('what writes, each in a world of its own', () => {
  test.each(guarded.filter((row) => !isRead(row) && !isRefused(row)))(SCOPED, async (...row) => {
    const world = await openWorld()
    await tryTokens(row, world, async (scopes) => (await makeToken(hub.fastify, world.ann, scopes)).headers)
  })
})

test('every exception is a route that there is', () => {
  expect(Object.keys(exceptions).filter((key) => !guarded.some(([known]) => known === key))).toEqual([])
})
