import { expect, test } from 'vitest'
import { processesOf } from '../../../server/hub/processes/processes-config'
import { Restarts } from '../../../server/hub/processes/restarts'

test('a process that dies soon after its start waits twice as long each time, half a minute at most (SCALE-15)', () => {
  const restarts = new Restarts()
  const waits = Array.from({ length: 9 }, () => restarts.waitMsAfter(100))
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(restarts.shortLives).toBe(9)
  expect([restarts.waitMsAfter(60_000), restarts.shortLives]).toEqual([250, 1])
})

test.each([
  ['1', undefined, 1],
  ['3', 'postgres://x', 3],
  ['auto', 'postgres://x', 7],
  ['auto', undefined, 1],
])('HUB_PROCESSES=%s on %s means %i of eight cores (SCALE-14)', (HUB_PROCESSES, DATABASE_URL, expected) => {
  expect(processesOf({ HUB_PROCESSES, DATABASE_URL }, 8)).toBe(expected)
})
