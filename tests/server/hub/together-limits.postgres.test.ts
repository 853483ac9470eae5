import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeToken } from '../support/api-tokens'
import { send } from '../support/calls'
import type { SignedInUser, TestHub } from '../support/hub'
import { meetingKinds } from '../support/together/meetings'
import { startTwoHubs, type TwoHubs } from '../support/together/two-hubs'

describe.each(meetingKinds.filter(({ isThere }) => isThere))(
  'limits at two hubs, or processes of one, that reach each other by $name (SCALE-16)',
  (kind) => {
    let hubs: TwoHubs
    let ann: SignedInUser
    beforeAll(async () => {
      hubs = await startTwoHubs(kind)
      ann = await hubs.a.signIn()
    })
    afterAll(() => hubs.close())

    /** Asks both in turns for as often as the limit allows, and each once more. */
    async function beyond(limit: number, ask: (hub: TestHub) => Promise<number>): Promise<number[]> {
      const statuses = new Set<number>()
      for (let n = 0; n < limit / 2; n++) {
        for (const status of await Promise.all([ask(hubs.a), ask(hubs.b)])) statuses.add(status)
      }
      return [...statuses, await ask(hubs.a), await ask(hubs.b)]
    }

    // 100 an hour by the server's own count of requests, 30 a minute by the brake on tries.
    test.each([
      ['/webhooks', 100, (): SignedInUser => ann, 400],
      ['/pairings/redeem', 30, (): null => null, 410],
    ] as const)(
      'requests and tries of an address count at both together: %s (SCALE-09)',
      async (path, limit, user, refusal) => {
        const ask = async (hub: TestHub) =>
          (await send(hub.fastify, user(), 'POST', path, { token: 'none' })).statusCode
        expect(await beyond(limit, ask)).toEqual([refusal, 429, 429])
      },
    )

    test('so do the calls of an API token (SCALE-09, TOKEN-11)', async () => {
      const program = await makeToken(hubs.a.fastify, ann)
      const ask = async (hub: TestHub) => (await send(hub.fastify, program, 'GET', '/cameras')).statusCode
      expect(await beyond(300, ask)).toEqual([200, 429, 429])
    })

    const from = async (hub: TestHub, url: string, headers: Readonly<Record<string, string>> = {}) =>
      (await hub.fastify.inject({ url, remoteAddress: '203.0.113.5', headers })).statusCode

    test('wrong tokens of an address (SCALE-09, TOKEN-12)', async () => {
      const ask = (hub: TestHub) => from(hub, '/v1/cameras', { authorization: 'Bearer nj_wrong' })
      expect(await beyond(300, ask)).toEqual([401, 429, 429])
    })

    test('addresses of shares that are none (SCALE-09)', async () => {
      const ask = (hub: TestHub) => from(hub, `/s/${randomBytes(32).toString('base64url')}`)
      expect(await beyond(60, ask)).toEqual([404, 429, 429])
    })
  },
)
