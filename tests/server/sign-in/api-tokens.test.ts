import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ApiToken } from '../../../src/contract/sign-in/api-tokens'
import { makeToken } from '../support/api-tokens'
import { addCamera, type Caller, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

const MINUTE = 60_000

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn('ann@example.org')
})
afterEach(() => hub.close())

const make = (user: SignedInUser, scopes?: Parameters<typeof makeToken>[2], name?: string) =>
  makeToken(hub.fastify, user, scopes, name)
const list = async (by: Caller = ann) => (await send(hub.fastify, by, 'GET', '/tokens')).json<ApiToken[]>()
const revoke = (id: string, by: Caller = ann) => send(hub.fastify, by, 'DELETE', `/tokens/${id}`)
const cameras = (by: Caller) => send(hub.fastify, by, 'GET', '/cameras')
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}`, 'x-workspace-id': ann.workspaceId } })
async function join(email: string): Promise<SignedInUser> {
  expect((await send(hub.fastify, ann, 'POST', '/members', { email })).statusCode).toBe(201)
  return hub.signIn(email)
}
const memberId = async (email: string) =>
  (await send(hub.fastify, ann, 'GET', '/members')).json().find((row: { email: string }) => row.email === email)?.id

describe('a token', () => {
  test('hears from the assistant how many there are, and of nobody who (TOKEN-05)', async () => {
    await join('bob@example.org')
    const program = await make(ann, ['read', 'write'])
    const ask = async (by: Caller) => {
      const body = { message: 'who has access?', existingChatId: null }
      return (await send(hub.fastify, by, 'POST', '/ai/chat', body)).json().answer
    }
    expect(await ask(ann)).toMatch(/^This workspace has 2 users of at most 5: ann@example\.org and bob@example\.org\. /)
    // Nor does it read who they are in what a person was answered.
    const read = async (by: Caller) =>
      (await send(hub.fastify, by, 'GET', '/chats/latest')).json().chatMessages[1].message
    expect(await read(ann)).toContain(': ann@example.org and bob@example.org. ')
    expect(await read(bearer(program.token))).toContain(': somebody and somebody. ')
    expect(await ask(bearer(program.token))).toMatch(
      /^This workspace has 2 users of at most 5; who they are is told in the app\. /,
    )
  })

  test('is answered once, begins with nj_, and is stored as a hash alone (TOKEN-01, TOKEN-02)', async () => {
    const made = await make(ann, ['write', 'read'], ' Night backup ')
    expect(made.token).toMatch(/^nj_[\w-]{43}$/)
    const shown = {
      id: made.id,
      name: 'Night backup',
      scopes: ['read', 'write'],
      createdAt: '2026-03-10T12:00:00.000Z',
      createdBy: 'ann@example.org',
      lastUsedAt: null,
    }
    expect(made).toMatchObject(shown)
    expect(await list()).toEqual([shown])
    const db = await openHubDatabase(hub)
    const rows = await db.selectFrom('api_tokens').selectAll().execute()
    await db.destroy()
    expect(rows[0]?.token_hash).toBe(createHash('sha256').update(made.token).digest('base64url'))
    expect(JSON.stringify(rows)).not.toContain(made.token.slice(3))
    expect((await make(ann)).token).not.toBe(made.token)
  })

  test('acts in the workspace it was made for, whether that is named or not, and in no other (TOKEN-03)', async () => {
    const camera = await addCamera(hub.fastify, ann)
    // Bob has a workspace of his own besides.
    const bob = await hub.signIn('bob@example.org')
    const own = await addCamera(hub.fastify, bob, 'Own')
    await join(bob.email)
    const { token, headers } = await makeToken(hub.fastify, {
      headers: { ...bob.headers, 'x-workspace-id': ann.workspaceId },
    })
    expect((await cameras({ headers })).json()).toMatchObject([{ id: camera.id }])
    expect((await cameras(bearer(token))).json()).toMatchObject([{ id: camera.id }])
    const foreign = await cameras({ headers: { ...headers, 'x-workspace-id': bob.workspaceId } })
    expect([foreign.statusCode, foreign.body.includes(own.id)]).toEqual([404, false])
    const workspace = (id: string, as: Parameters<typeof send>[1]) => send(hub.fastify, as, 'GET', `/workspaces/${id}`)
    expect((await workspace(ann.workspaceId, { headers })).json().id).toBe(ann.workspaceId)
    const plan = await workspace(bob.workspaceId, { headers })
    expect([plan.statusCode, plan.json().message]).toEqual([404, 'There is no such workspace.'])
    // Bob himself goes on seeing both.
    for (const id of [ann.workspaceId, bob.workspaceId]) expect((await workspace(id, bob)).statusCode).toBe(200)
  })

  test('works while its maker is signed out, and after the access token has ended (TOKEN-03)', async () => {
    const { headers } = await make(ann)
    await send(hub.fastify, null, 'POST', '/auth/sign-out', { refreshToken: ann.refreshToken })
    hub.clock.advance(100 * 24 * 60 * MINUTE)
    expect((await cameras(ann)).statusCode).toBe(401)
    expect((await cameras({ headers })).statusCode).toBe(200)
  })

  test('needs the scope of the call, and the refusal says which (TOKEN-04)', async () => {
    const body = { name: 'Yard', location: 'Yard', deviceId: 'd', deviceLabel: 'l' }
    const asked = async (scopes: Parameters<typeof makeToken>[2]) => {
      const program = await make(ann, scopes)
      const answers = [await cameras(program), await send(hub.fastify, program, 'POST', '/cameras', body)]
      return answers.map((answer) => (answer.statusCode < 300 ? answer.statusCode : answer.json().message))
    }
    const noRead = 'This API token may not read lists and recordings. Make one with the scope read.'
    const noWrite = 'This API token may not change anything. Make one with the scope write.'
    expect(await asked(['read'])).toEqual([200, noWrite])
    expect(await asked(['write'])).toEqual([noRead, 201])
    expect(await asked(['live'])).toEqual([noRead, noWrite])
    expect(await asked(['live', 'read', 'write'])).toEqual([200, 201])
    const refused = await cameras(await make(ann, ['live']))
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'token-not-allowed'])
  })

  test('cannot make, see or end tokens, whatever its scopes (TOKEN-05)', async () => {
    const program = await make(ann, ['read', 'live', 'write'])
    const answers = [
      await send(hub.fastify, program, 'GET', '/tokens'),
      await send(hub.fastify, program, 'POST', '/tokens', { name: 'More', scopes: ['write'] }),
      await revoke(program.id, program),
    ]
    const sentence = 'No API token may do this. Sign in to Nightjar and do it there.'
    for (const answer of answers) {
      expect([answer.statusCode, answer.json()]).toEqual([403, { code: 'token-not-allowed', message: sentence }])
    }
    expect(await list()).toHaveLength(1)
  })

  test.each([
    ['unknown', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['cut off', (token: string) => token.slice(0, -1)],
    ['nothing but its beginning', () => 'nj_'],
    ['in other letters', (token: string) => `nj_${token.slice(3).toLowerCase()}!`],
  ])('that is %s gets 401 and a sentence (TOKEN-06)', async (_what, change) => {
    const { token } = await make(ann)
    const answer = await cameras(bearer(change(token)))
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { code: 'unauthenticated', message: 'This API token is unknown or was revoked. Make another one.' },
    ])
  })
})

describe('a token ends', () => {
  test('at once when it is revoked (TOKEN-06, TOKEN-07)', async () => {
    const [first, second] = [await make(ann, ['read'], 'First'), await make(ann, ['read'], 'Second')]
    expect((await cameras(first)).statusCode).toBe(200)
    expect((await revoke(first.id)).statusCode).toBe(200)
    expect((await cameras(first)).statusCode).toBe(401)
    expect((await cameras(second)).statusCode).toBe(200)
    expect((await list()).map(({ name }) => name)).toEqual(['Second'])
    expect((await revoke(first.id)).json()).toEqual({ code: 'not-found', message: 'There is no such API token.' })
  })

  test('when its maker is removed from the workspace, and does not come back with them (TOKEN-08)', async () => {
    const bob = await join('bob@example.org')
    const [his, hers] = [await make(bob), await make(ann)]
    expect((await cameras(his)).statusCode).toBe(200)
    await send(hub.fastify, ann, 'DELETE', `/members/${await memberId(bob.email)}`)
    expect((await cameras(his)).statusCode).toBe(401)
    expect((await cameras(hers)).statusCode).toBe(200)
    hub.clock.advance(2 * MINUTE)
    await join(bob.email)
    expect((await cameras(his)).statusCode).toBe(401)
    expect((await list()).map(({ createdBy }) => createdBy)).toEqual([ann.email])
  })

  test('when its maker leaves (TOKEN-08)', async () => {
    const bob = await join('bob@example.org')
    const his = await make(bob)
    await send(hub.fastify, bob, 'DELETE', `/members/${await memberId(bob.email)}`)
    expect((await cameras(his)).statusCode).toBe(401)
  })

  test('with its workspace, and others stay (TOKEN-08)', async () => {
    const eve = await hub.signIn('eve@example.org')
    const [hers, others] = [await make(ann), await make(eve)]
    await send(hub.fastify, ann, 'DELETE', `/workspaces/${ann.workspaceId}`, { email: ann.email })
    expect((await cameras(hers)).statusCode).toBe(401)
    expect((await cameras(others)).statusCode).toBe(200)
  })
})

describe('who may', () => {
  test('a member sees and revokes their own, the owner all of the workspace (TOKEN-07)', async () => {
    const bob = await join('bob@example.org')
    const eve = await hub.signIn('eve@example.org')
    const hers = await make(ann, ['read'], 'Hers')
    hub.clock.advance(1)
    const his = await make(bob, ['read'], 'His')
    const names = async (by: SignedInUser) => (await list(by)).map(({ name, createdBy }) => [name, createdBy])
    expect(await names(bob)).toEqual([['His', bob.email]])
    expect(await names(ann)).toEqual([
      ['Hers', ann.email],
      ['His', bob.email],
    ])
    expect(await names(eve)).toEqual([])
    const refused = [await revoke(hers.id, bob), await revoke(hers.id, eve), await revoke(his.id, eve)]
    for (const answer of refused) expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found'])
    expect((await cameras(hers)).statusCode).toBe(200)
    expect((await revoke(his.id)).statusCode).toBe(200)
    expect((await cameras(his)).statusCode).toBe(401)
  })

  test.each([
    ['without a name', { name: ' ', scopes: ['read'] }, 'Give the token a name.'],
    ['with a long name', { name: 'n'.repeat(101), scopes: ['read'] }, 'has at most 100 characters.'],
    ['with a line end', { name: 'a\nb', scopes: ['read'] }, 'Leave out control characters'],
    ['without scopes', { name: 'n', scopes: [] }, 'Choose at least one thing that the token may do.'],
    ['with a scope twice', { name: 'n', scopes: ['read', 'read'] }, 'Name each scope once.'],
    ['with another scope', { name: 'n', scopes: ['admin'] }, 'A scope is read, live or write.'],
  ])('none is made %s (TOKEN-01)', async (_what, body, sentence) => {
    const answer = await send(hub.fastify, ann, 'POST', '/tokens', body)
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(sentence)])
    expect(await list()).toEqual([])
  })

  test('a workspace has at most 50, also when asked for together, until one is revoked (TOKEN-09)', async () => {
    const tries = Array.from({ length: 54 }, (_, n) =>
      send(hub.fastify, ann, 'POST', '/tokens', { name: `Token ${n}`, scopes: ['read'] }),
    )
    const answers = await Promise.all(tries)
    const made = answers.filter(({ statusCode }) => statusCode === 201)
    const refused = answers.filter(({ statusCode }) => statusCode === 409)
    expect([made.length, refused.length]).toEqual([50, 4])
    expect(refused[0]?.json()).toEqual({
      code: 'token-limit',
      message: 'A workspace has at most 50 API tokens. Revoke one that nothing uses any more.',
    })
    expect((await make(await hub.signIn('eve@example.org'))).id).toBeDefined()
    await revoke(made[0]?.json().id)
    expect((await make(ann)).id).toBeDefined()
  })

  test('one client makes at most 100 an hour (TOKEN-09)', async () => {
    let last = 201
    for (let n = 0; n < 101; n++) {
      const answer = await send(hub.fastify, ann, 'POST', '/tokens', { name: 'n', scopes: ['read'] })
      last = answer.statusCode
      if (last === 201) await revoke(answer.json().id)
    }
    expect(last).toBe(429)
  })
})

describe('the last use', () => {
  const usedOf = async (...asked: { id: string }[]) => {
    const tokens = await list()
    return asked.map(({ id }) => tokens.find((token) => token.id === id)?.lastUsedAt)
  }

  test('is told as of now once a clock that was ahead is set right (TOKEN-10)', async () => {
    const program = await make(ann)
    hub.clock.advance(30 * 24 * 60 * MINUTE)
    await cameras(program)
    hub.clock.advance(-30 * 24 * 60 * MINUTE)
    await cameras(program)
    expect((await list())[0]?.lastUsedAt).toBe(new Date(hub.clock.now()).toISOString())
  })

  test('is known to the minute, of those that were let through (TOKEN-10)', async () => {
    const [first, second] = [await make(ann), await make(ann, ['live'])]
    hub.clock.advance(3 * MINUTE + 25_000)
    await cameras(first)
    await cameras(second)
    expect(await usedOf(first, second)).toEqual(['2026-03-10T12:03:00.000Z', null])
    hub.clock.advance(MINUTE)
    await cameras(first)
    expect(await usedOf(first, second)).toEqual(['2026-03-10T12:04:00.000Z', null])
  })

  test('is written once a minute, however often the token is used (TOKEN-10)', async () => {
    const program = await make(ann)
    await cameras(program)
    const db = await openHubDatabase(hub)
    await db.updateTable('api_tokens').set({ last_used_at: 5 }).execute()
    await Promise.all(Array.from({ length: 20 }, () => cameras(program)))
    const noted = async () => (await db.selectFrom('api_tokens').select('last_used_at').execute())[0]?.last_used_at
    expect(await noted()).toBe(5)
    hub.clock.advance(MINUTE)
    await cameras(program)
    expect(await noted()).toBe(Date.parse('2026-03-10T12:01:00.000Z'))
    await db.destroy()
  })
})

test('a note of the last use that fails costs no call (TOKEN-10)', async () => {
  await hub.close()
  hub = await startTestHub({ logLevel: 'warn' })
  ann = await hub.signIn('ann@example.org')
  const program = await make(ann)
  const db = await openHubDatabase(hub)
  await db.schema.alterTable('api_tokens').renameColumn('last_used_at', 'elsewhere').execute()
  try {
    expect((await cameras(program)).statusCode).toBe(200)
  } finally {
    // The tables serve other tests, too.
    await db.schema.alterTable('api_tokens').renameColumn('elsewhere', 'last_used_at').execute()
    await db.destroy()
  }
  expect(hub.logLines.join()).toContain('the last use of an API token could not be noted')
})

describe('too many', () => {
  test('calls of one token wait for the next minute; others do not (TOKEN-11)', async () => {
    const [busy, other] = [await make(ann), await make(ann)]
    let statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const answers = await Promise.all(Array.from({ length: 51 }, () => cameras(busy)))
      statuses = [...statuses, ...answers.map(({ statusCode }) => statusCode)]
    }
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([300, 429])
    const refused = await cameras(busy)
    expect([refused.json().code, refused.headers['retry-after']]).toEqual(['too-many-requests', '60'])
    expect((await cameras(other)).statusCode).toBe(200)
    hub.clock.advance(MINUTE)
    expect((await cameras(busy)).statusCode).toBe(200)
  })

  const from = (remoteAddress: string, token: string) =>
    hub.fastify.inject({ url: '/v1/cameras', remoteAddress, headers: { authorization: `Bearer ${token}` } })

  test('wrong tokens of one address, also at once, are refused unread; known ones and others go on (TOKEN-12)', async () => {
    const [known, fresh] = [await make(ann), await make(ann)]
    const here = '203.0.113.5'
    expect((await from(here, known.token)).statusCode).toBe(200)
    const wrong = await Promise.all(Array.from({ length: 310 }, (_, n) => from(here, `nj_wrong${n}`)))
    const counts = [401, 429].map((status) => wrong.filter(({ statusCode }) => statusCode === status).length)
    expect(counts).toEqual([300, 10])
    expect((await from(here, known.token)).statusCode).toBe(200)
    expect((await from(here, fresh.token)).statusCode).toBe(429)
    expect((await from('203.0.113.6', fresh.token)).statusCode).toBe(200)
    hub.clock.advance(MINUTE)
    expect((await from(here, 'nj_wrong')).statusCode).toBe(401)
  })

  test('what is right counts as no wrong one, and a household of IPv6 is one address (TOKEN-12)', async () => {
    const household = (n: number) => `2001:db8:7:7::${n.toString(16)}`
    for (let n = 0; n < 299; n++) await from(household(n), `nj_wrong${n}`)
    for (let n = 0; n < 3; n++) expect((await from(household(n), (await make(ann)).token)).statusCode).toBe(200)
    const last = [await from(household(300), 'nj_wrong'), await from(household(301), 'nj_wrong')]
    expect(last.map(({ statusCode }) => statusCode)).toEqual([401, 429])
    expect((await from('2001:db8:7:8::1', 'nj_wrong')).statusCode).toBe(401)
  })
})
