import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hearOut } from '../../bench/hub/hear-out'
import { backoffMs } from '../../server/notifications/sending/backoff'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const AGAIN_MS = backoffMs(1, 1)
const heard: string[] = []
const hear = (told: number) => {
  heard.length = 0
  return hearOut(
    () => heard.length >= told,
    () => `costs of ${heard.length}`,
    AGAIN_MS + 1,
  )
}

test('what comes a second time after the longest wait before a retry is heard, and costs are those of before (BENCH-14)', async () => {
  const hearing = hear(1)
  setTimeout(() => heard.push('push'), 300)
  setTimeout(() => heard.push('the same push'), 300 + AGAIN_MS)
  const heardOut = hearing.then((costs) => [costs, [...heard]])
  await vi.runAllTimersAsync()
  expect(await heardOut).toEqual(['costs of 1', ['push', 'the same push']])
})

test('what does not come is waited for half a minute', async () => {
  const beganMs = performance.now()
  const hearing = hear(2)
  await vi.runAllTimersAsync()
  expect(await hearing).toBe('costs of 0')
  expect(performance.now() - beganMs).toBeGreaterThan(30_000 + AGAIN_MS)
})
