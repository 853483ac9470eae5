import { describe, expect, it } from 'vitest'
import { exclusively } from '../../src/outbox/exclusive'
import { deferred } from '../support/deferred'
import { fakeLocks } from '../support/fake-locks'
import { settled } from '../support/manual-clock'

const signal = new AbortController().signal

describe('exclusive work', () => {
  it('runs at once where the browser has no locks', async () => {
    const done: string[] = []
    await exclusively(undefined, 'outbox', async () => void done.push('work'), signal)
    expect(done).toEqual(['work'])
  })

  it('waits while another tab works under the same name', async () => {
    const locks = fakeLocks()
    const first = deferred<void>()
    const order: string[] = []
    const working = exclusively(locks, 'outbox', () => first.promise.then(() => void order.push('first')), signal)
    const waiting = exclusively(locks, 'outbox', async () => void order.push('second'), signal)
    await settled()
    expect(order).toEqual([])
    first.resolve()
    await Promise.all([working, waiting])
    expect(order).toEqual(['first', 'second'])
  })

  it('does not wait for work under another name', async () => {
    const locks = fakeLocks()
    void exclusively(locks, 'something else', () => new Promise(() => undefined), signal)
    const done: string[] = []
    await exclusively(locks, 'outbox', async () => void done.push('work'), signal)
    expect(done).toEqual(['work'])
  })

  it('hands on that the work failed', async () => {
    const failing = () => Promise.reject(new Error('disk'))
    await expect(exclusively(fakeLocks(), 'outbox', failing, signal)).rejects.toThrow('disk')
    await expect(exclusively(undefined, 'outbox', failing, signal)).rejects.toThrow('disk')
  })

  it('waits no longer once it is given up', async () => {
    const locks = fakeLocks()
    const closing = new AbortController()
    void exclusively(locks, 'outbox', () => new Promise(() => undefined), signal)
    const done: string[] = []
    const waiting = exclusively(locks, 'outbox', async () => void done.push('work'), closing.signal)
    closing.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(done).toEqual([])
  })
})
