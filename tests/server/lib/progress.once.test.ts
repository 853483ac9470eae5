import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellProgress } from '../../../server/lib/progress'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a work of less than 5 s says nothing, and one of ten minutes twelve lines, one a minute in the end (OPS-04, OPS-05, OPS-06)', () => {
  const said: string[] = []
  const atSec: number[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    said.push(String(line))
    atSec.push(performance.now() / 1_000 - beganSec)
    return true
  })
  const beganSec = performance.now() / 1_000
  const tell = tellProgress('Files copied')
  for (let sec = 0; sec < 600; sec++) {
    tell(sec, 600)
    vi.advanceTimersByTime(1_000)
  }
  expect(said[0]).toBe('Files copied: 5 of 600 ...\n')
  expect(atSec.slice(0, 6)).toEqual([5, 15, 35, 75, 135, 195])
  expect(said).toHaveLength(12)
})
