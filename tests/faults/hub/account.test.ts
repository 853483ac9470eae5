import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { codeIn, startTestHub, type TestHub } from '../../server/support/hub'
import { Account, type AccountHub } from './account'

const HOUR_MS = 3_600_000

let hub: TestHub
let front: Server
let clockJumps: number
let account: Account
/** What happens before, and after, each call of a list in turn. */
let before: (() => void)[]
let after: (() => Promise<void> | void)[]

const jump = () => {
  hub.clock.advance(HOUR_MS)
  clockJumps += 1
}

beforeEach(async () => {
  hub = await startTestHub()
  ;[clockJumps, before, after] = [0, [], []]
  front = createServer(async (asked, answer) => {
    const isList = asked.url === '/v1/cameras' && asked.method === 'GET'
    if (isList) before.shift()?.()
    const { method, url = '', headers } = asked
    const payload = await buffer(asked)
    const got = await hub.fastify.inject({ method: method === 'POST' ? 'POST' : 'GET', url, headers, payload })
    if (isList) await after.shift()?.()
    answer.writeHead(got.statusCode).end(got.body)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const address = front.address()
  const asHub: AccountHub = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    get clockJumps() {
      return clockJumps
    },
    nextCode: async (email) => codeIn(hub.mails, email),
  }
  account = await Account.open(asHub)
})
afterEach(async () => {
  await new Promise((resolve) => front.close(resolve))
  await hub.close()
})

const list = async () => (await account.ask('/cameras')).status

test('a token that a jump of the clock ended is exchanged', async () => {
  before = [jump]
  expect(await list()).toBe(200)
})

test('a token that the next jump of the clock ends before it is used is exchanged', async () => {
  before = [jump, jump]
  expect(await list()).toBe(200)
})

test('a token that another call exchanged before the clock jumped is exchanged', async () => {
  jump()
  let exchanged = () => {}
  const isExchanged = new Promise<void>((resolve) => {
    exchanged = resolve
  })
  // Of two calls the first answered waits until the other has the new token, which the clock then ends.
  const jumpAndGoOn = () => {
    jump()
    exchanged()
  }
  after = [() => isExchanged, () => {}, jumpAndGoOn]
  expect(await Promise.all([list(), list()])).toEqual([200, 200])
})

test('a new token that is refused though the clock stood is the failure of the hub', async () => {
  before = [jump, () => hub.clock.advance(HOUR_MS)]
  expect(await list()).toBe(401)
})
