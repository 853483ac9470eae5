import { describe, expect, it } from 'vitest'
import { withAnswerLimit } from '../../../src/engine/capture/answer-limit'
import { HOUR_MS } from '../../../src/lib/durations'
import { FakeMedia, mediaError } from '../../support/browser/fake-media'
import { manualClock, settled } from '../../support/manual-clock'

describe('a question to the browser', () => {
  it('gets its answer, a stream or a refusal, and leaves no timer behind', async () => {
    const clock = manualClock()
    const refusal = mediaError('NotFoundError')
    const media = new FakeMedia(refusal)
    const limited = withAnswerLimit(media, clock)
    await expect(limited.getUserMedia({ video: true })).rejects.toBe(refusal)
    expect(await limited.getUserMedia({ video: true })).toBe(media.given[0])
    expect([media.given[0]?.isLive, clock.pending()]).toEqual([true, []])
  })

  it('is given up after 10 s; a stream that comes later is stopped', async () => {
    const clock = manualClock()
    const media = new FakeMedia()
    const held = media.holdNext()
    const names: string[] = []
    withAnswerLimit(media, clock)
      .getUserMedia({ video: true })
      .catch((error: DOMException) => names.push(error.name))
    await clock.advance(9_999)
    expect(names).toEqual([])
    await clock.advance(1)
    expect(names).toEqual(['TimeoutError'])
    held.letGo()
    await settled()
    expect(held.stream.isLive).toBe(false)
  })

  it('that was open while the machine slept has as long once more: the driver slept, too', async () => {
    const clock = manualClock()
    const media = new FakeMedia()
    const held = media.holdNext()
    const asked = withAnswerLimit(media, clock).getUserMedia({ video: true })
    clock.block(8 * HOUR_MS)
    await clock.advance(9_999)
    held.letGo()
    expect(await asked).toBe(held.stream)
    expect([held.stream.isLive, clock.pending()]).toEqual([true, []])
  })

  it('for the list of devices gets it, too, and leaves no timer behind', async () => {
    const clock = manualClock()
    const media = new FakeMedia()
    media.listed = ['device-1']
    const listed = await withAnswerLimit(media, clock).enumerateDevices()
    expect([listed.map(({ deviceId }) => deviceId), clock.pending()]).toEqual([['device-1'], []])
  })

  it('for the list of devices is given up after 10 s as well', async () => {
    const clock = manualClock()
    const media = new FakeMedia()
    media.isListHung = true
    const names: string[] = []
    withAnswerLimit(media, clock)
      .enumerateDevices()
      .catch((error: DOMException) => names.push(error.name))
    await clock.advance(9_999)
    expect(names).toEqual([])
    await clock.advance(1)
    expect(names).toEqual(['TimeoutError'])
  })
})
