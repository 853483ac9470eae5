import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endHub } from '../../../server/hub/processes/end-hub'
import { startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
beforeEach(async () => {
  hub = await startTestHub({ logLevel: 'error' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await hub.close()
})

test('a hub whose store or database is silent ends after 14 s, with 1 and a line in the log (OPS-03)', async () => {
  const cutOff = vi.spyOn(hub.fastify.server, 'closeAllConnections')
  let code: number | null = null
  void endHub({ fastify: hub.fastify, close: () => new Promise(() => undefined) }).then((told) => {
    code = told
  })
  await vi.advanceTimersByTimeAsync(9_999)
  expect(cutOff).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(cutOff).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(3_999)
  expect(code).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(code).toBe(1)
  expect(hub.logLines).toEqual([expect.stringContaining('did not end in time')])
})

test('one that ends in order says nothing, and ends with 0 (OPS-03)', async () => {
  expect(await endHub({ fastify: hub.fastify, close: async () => undefined })).toBe(0)
  expect(hub.logLines).toEqual([])
})
