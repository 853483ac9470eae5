import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endHub } from '../../../server/hub/processes/end-hub'
import { LatestPictures } from '../../../server/storage/latest-pictures'
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

test('a hub that does not end in time ends after 14 s, with 1 and a line in the log that accuses nobody (OPS-03)', async () => {
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
  expect(hub.logLines).toEqual([expect.stringContaining('did not end in time: requests, store or database')])
})

test('one that ends in order says nothing, and ends with 0 (OPS-03)', async () => {
  expect(await endHub({ fastify: hub.fastify, close: async () => undefined })).toBe(0)
  expect(hub.logLines).toEqual([])
})

test('the latest pictures hear of the end before requests are waited for (OPS-03)', async () => {
  vi.useRealTimers()
  const [begun, closed] = [vi.spyOn(LatestPictures.prototype, 'beginEnd'), vi.spyOn(LatestPictures.prototype, 'close')]
  try {
    await hub.close()
    expect(begun).toHaveBeenCalledBefore(closed)
  } finally {
    vi.restoreAllMocks()
  }
})
