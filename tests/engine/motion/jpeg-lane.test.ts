import { beforeEach, describe, expect, it } from 'vitest'
import { JpegLane } from '../../../src/engine/motion/jpeg-lane'
import { type Deferred, deferred } from '../../support/deferred'
import { settled } from '../../support/manual-clock'

describe('the lane of pictures to the worker (ENG-11)', () => {
  const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' })
  let openCheck: number | null = null
  let lane = new JpegLane(() => openCheck)
  /** Pictures that were sent, oldest first. */
  let sent: { readonly name: string; readonly answer: Deferred<Blob | null> }[] = []
  const names = () => sent.map(({ name }) => name)
  const take = (name: string, afterCheck = 0) => {
    return lane.take(afterCheck, () => {
      const answer = deferred<Blob | null>()
      sent.push({ name, answer })
      return answer.promise
    })
  }

  beforeEach(() => {
    openCheck = null
    sent = []
    lane = new JpegLane(() => openCheck)
  })

  it('is free while no check is open', async () => {
    const picture = take('a')
    expect(names()).toEqual(['a'])
    sent[0]?.answer.resolve(jpeg)
    expect(await picture).toBe(jpeg)
  })

  it('lets one through at a time, in their order', async () => {
    void take('a')
    void take('b')
    void take('c')
    expect(names()).toEqual(['a'])
    sent[0]?.answer.resolve(jpeg)
    await settled()
    expect(names()).toEqual(['a', 'b'])
    sent[1]?.answer.resolve(null)
    await settled()
    expect(names()).toEqual(['a', 'b', 'c'])
  })

  it('holds a picture until the checks asked before it are answered', () => {
    openCheck = 3
    void take('a', 4)
    expect(names()).toEqual([])
    openCheck = 4
    lane.advance()
    expect(names()).toEqual([])
    openCheck = null
    lane.advance()
    expect(names()).toEqual(['a'])
  })

  it('does not hold a picture for checks asked after it: it would never go on a busy machine', () => {
    openCheck = 3
    void take('a', 4)
    openCheck = 5
    lane.advance()
    expect(names()).toEqual(['a'])
  })
})
