import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Ending, endOf } from '../../../server/hub/processes/end-of'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

class FakeProcess extends EventEmitter implements Ending {
  readonly signals: string[] = []
  readonly process = {
    kill: (signal: string) => {
      this.signals.push(signal)
      this.emit('exit')
    },
  }
}

test('a process that does not end within 15 s of being told is killed, and no other (SCALE-15)', async () => {
  const [orderly, hanging] = [new FakeProcess(), new FakeProcess()]
  const ends = Promise.all([orderly, hanging].map(endOf))
  await vi.advanceTimersByTimeAsync(14_000)
  orderly.emit('exit')
  expect(hanging.signals).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await ends).toEqual(['ended', 'killed'])
  expect([orderly.signals, hanging.signals]).toEqual([[], ['SIGKILL']])
})
