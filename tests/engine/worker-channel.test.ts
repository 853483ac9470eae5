import { beforeEach, describe, expect, it } from 'vitest'
import { WorkerChannel, type WorkerLike } from '../../src/engine/worker-channel'

type Told = { readonly kind: 'said'; readonly count: number }

class FakeEnd extends EventTarget {
  readonly posted: unknown[][] = []
  refusal: DOMException | null = null
  terminations = 0

  postMessage(...given: unknown[]): void {
    if (this.refusal !== null) throw this.refusal
    this.posted.push(given)
  }

  terminate(): void {
    this.terminations++
  }
}

describe("the page's end of a worker", () => {
  let end: FakeEnd
  let told: (Told | string)[]
  let channel: WorkerChannel<{ readonly kind: 'ask' }, Told>

  beforeEach(() => {
    end = new FakeEnd()
    told = []
    channel = new WorkerChannel(end as unknown as WorkerLike, 'motion', {
      onMessage: (message) => told.push(message),
      onLost: (message) => told.push(message),
    })
  })

  it('hands on what the worker says, in order', () => {
    for (const count of [1, 2]) end.dispatchEvent(new MessageEvent('message', { data: { kind: 'said', count } }))
    expect(told).toEqual([
      { kind: 'said', count: 1 },
      { kind: 'said', count: 2 },
    ])
  })

  it('tells why a worker is lost, by name where the browser says nothing', () => {
    end.dispatchEvent(Object.assign(new Event('error'), { message: 'Out of memory' }))
    end.dispatchEvent(new Event('error'))
    end.dispatchEvent(new MessageEvent('messageerror'))
    expect(told).toEqual([
      'Out of memory',
      'The motion worker did not start.',
      'A message of the motion worker could not be read.',
    ])
  })

  it('says whether cargo could be handed over', () => {
    const cargo = new ArrayBuffer(8)
    expect(channel.send({ kind: 'ask' }, [cargo])).toBe(true)
    expect(end.posted).toEqual([[{ kind: 'ask' }, [cargo]]])
    end.refusal = new DOMException('It is closed.', 'DataCloneError')
    expect(channel.send({ kind: 'ask' }, [cargo])).toBe(false)
  })

  it('throws where a message without cargo cannot be posted: that is our own bug', () => {
    channel.post({ kind: 'ask' })
    expect(end.posted).toEqual([[{ kind: 'ask' }]])
    end.refusal = new DOMException('A function.', 'DataCloneError')
    expect(() => channel.post({ kind: 'ask' })).toThrow(end.refusal)
  })

  it('ends the worker with `close` alone', () => {
    end.dispatchEvent(new Event('error'))
    expect(end.terminations).toBe(0)
    channel.close()
    expect(end.terminations).toBe(1)
  })
})
