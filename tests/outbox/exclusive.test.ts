import { describe, expect, it } from 'vitest'
import { exclusively, ifFree } from '../../src/outbox/exclusive'
import { fakeLocks } from '../support/browser/fake-locks'
import { deferred } from '../support/deferred'
import { settled } from '../support/manual-clock'
import { browserLocks } from '../support/outbox'

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

describe('work that is done only if no tab does it', () => {
  it('is done where the name is free, and frees it again', async () => {
    const locks = browserLocks()
    const done: string[] = []
    expect(await ifFree(locks, 'clip', async () => void done.push('first'))).toBe('done')
    expect(await ifFree(locks, 'clip', async () => void done.push('second'))).toBe('done')
    expect(done).toEqual(['first', 'second'])
  })

  it('is left where another tab is at it', async () => {
    const locks = browserLocks()
    void exclusively(locks, 'clip', () => new Promise(() => undefined), signal)
    const done: string[] = []
    expect(await ifFree(locks, 'clip', async () => void done.push('work'))).toBe('taken')
    expect(await ifFree(locks, 'another', async () => undefined)).toBe('done')
    expect(done).toEqual([])
  })

  it('is left to the caller where the browser has no locks', async () => {
    const done: string[] = []
    expect(await ifFree(undefined, 'clip', async () => void done.push('work'))).toBe('no-locks')
    expect(done).toEqual([])
  })

  it('hands on that it failed', async () => {
    await expect(ifFree(browserLocks(), 'clip', () => Promise.reject(new Error('disk')))).rejects.toThrow('disk')
  })
})
