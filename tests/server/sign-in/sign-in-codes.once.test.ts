import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/open'
import { consumeCode, replaceCode, takeTry } from '../../../server/sign-in/sign-in-code-rows'
import { RESEND_WAIT_MS } from '../../../src/contract/limits'
import { codeIn, manualClock, startTestHub } from '../support/hub'

test('of two tabs that both hit the code before either used it, one passes (HUB-04)', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nightjar-codes-'))
  const db = await openDatabase(dataDir)
  const email = 'ann@example.org'
  await replaceCode(db, { email, client: 'here', id: 'code-1', code_hash: 'x', created_at: 0, expires_at: 1000 })
  const tries = [await takeTry(db, { email, client: 'here' }, 1), await takeTry(db, { email, client: 'here' }, 1)]
  const passed = []
  for (const code of tries) passed.push(code !== undefined && (await consumeCode(db, code.id, 2)))
  expect(passed).toEqual([true, false])
  await db.destroy()
  await rm(dataDir, { recursive: true })
})

test('a clock that was set back does not keep anybody waiting until it has caught up (HUB-04)', async () => {
  const clock = manualClock()
  const hub = await startTestHub({ clock })
  const ask = () => hub.fastify.inject({ method: 'POST', url: '/v1/auth/request-otp', payload: { email: 'ann@x.org' } })
  for (let round = 0; round < 10; round++) {
    expect((await ask()).statusCode).toBe(200)
    clock.advance(RESEND_WAIT_MS)
  }
  expect((await ask()).statusCode).toBe(429)
  clock.advance(-7_200_000)
  expect((await ask()).statusCode).toBe(200)
  expect((await ask()).statusCode).toBe(429)
  await hub.close()
})

test.each([
  ['the network that asked for it', '127.0.0.1'],
  ['another', '192.0.2.7'],
])(
  'a code that was sent while the clock was ahead is good no more once that is right, on %s (AUTH-49)',
  async (_, from) => {
    const hub = await startTestHub()
    const call = (url: string, payload: object, remoteAddress: string) =>
      hub.fastify.inject({ method: 'POST', url: `/v1/auth/${url}`, payload, remoteAddress })
    hub.clock.advance(86_400_000)
    await call('request-otp', { email: 'ann@x.org' }, '127.0.0.1')
    hub.clock.advance(-86_400_000)
    const payload = { email: 'ann@x.org', otp: codeIn(hub.mails, 'ann@x.org') }
    expect((await call('verify-otp', payload, from)).json().code).toBe('code-wrong')
    await hub.close()
  },
)
