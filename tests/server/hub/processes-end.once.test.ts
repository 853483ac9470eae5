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
      this.emit('exit', null)
    },
  }
}

test('a process that does not end within 15 s of being told is killed, and no other (SCALE-15)', async () => {
  const [orderly, givingUp, hanging] = [new FakeProcess(), new FakeProcess(), new FakeProcess()]
  const ends = Promise.all([orderly, givingUp, hanging].map(endOf))
  await vi.advanceTimersByTimeAsync(14_000)
  orderly.emit('exit', 0)
  givingUp.emit('exit', 1)
  expect(hanging.signals).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await ends).toEqual(['orderly', 'failed', 'killed'])
  expect([orderly, givingUp, hanging].map(({ signals }) => signals)).toEqual([[], [], ['SIGKILL']])
})
