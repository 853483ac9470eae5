import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageAfter, withinDiskLimit } from '../../src/lib/disk-limit'
import { HOUR_MS } from '../../src/lib/durations'
import { deferred } from '../support/deferred'
import { settled } from '../support/manual-clock'

describe('the limit of a disk that says nothing', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  const ask = () => {
    const disk = deferred<string>()
    const told: string[] = []
    const tell = (what: string | Error) => void told.push(String(what))
    void withinDiskLimit(disk.promise, pageAfter).then(tell, (error: DOMException) => tell(error.name))
    return { disk, told }
  }

  it('is over after 15 s', async () => {
    const { told } = ask()
    vi.advanceTimersByTime(14_999)
    await settled()
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    await settled()
    expect(told).toEqual(['TimeoutError'])
  })

  it('does not count a sleep of the machine: the disk answers once that wakes', async () => {
    const { disk, told } = ask()
    const { now } = performance
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 8 * HOUR_MS)
    vi.advanceTimersByTime(15_000)
    await settled()
    disk.resolve('answered')
    await settled()
    expect(told).toEqual(['answered'])
  })
})
