import { describe, expect, it } from 'vitest'
import { FakeMedia, FakeStream, mediaError } from '../../support/browser/fake-media'
import { testCapture, watching } from '../../support/capture'
import { deferred } from '../../support/deferred'
import { settled } from '../../support/manual-clock'

/** Neither the chosen device nor any other starts. */
function failing(name: string): FakeMedia {
  return new FakeMedia(mediaError(name), mediaError(name))
}

describe('a camera that does not start', () => {
  it.each([
    ['NotFoundError', 'no-device'],
    ['NotReadableError', 'device-busy'],
    ['InvalidStateError', 'unknown'],
  ])('after %s fails as %s and is tried again after 5 s', async (name, reason) => {
    const { capture, clock, phases } = await testCapture(failing(name))
    await capture.start()
    expect(phases()).toEqual(['starting', `failed: ${reason}`])
    await clock.advance(4_999)
    expect(phases().length).toBe(2)
    await clock.advance(1)
    expect(phases().slice(2)).toEqual(['running: off'])
  })

  it('is tried again every 5 s until it starts', async () => {
    const media = failing('NotReadableError')
    media.answerNext(mediaError('NotReadableError'), mediaError('NotReadableError'))
    const { capture, clock } = await testCapture(media)
    await capture.start()
    await clock.advance(5_000)
    expect(capture.state.phase).toBe('failed')
    await clock.advance(5_000)
    expect(capture.state.phase).toBe('running')
    await clock.advance(60_000)
    expect(media.asked.length).toBe(5)
  })

  it('for want of permission is not tried again by itself, but by retry', async () => {
    const { capture, clock, media } = await testCapture(new FakeMedia(mediaError('NotAllowedError')))
    await capture.start()
    expect(capture.state).toEqual({ phase: 'failed', reason: 'permission-denied' })
    await clock.advance(60_000)
    expect(media.asked.length).toBe(1)
    capture.retry()
    await settled()
    expect(capture.state.phase).toBe('running')
  })

  it('on a page that is not secure fails, and is not tried again by itself', async () => {
    const { capture, clock, ports } = await testCapture(new FakeMedia())
    Object.assign(ports, { media: () => undefined })
    await capture.start()
    expect(capture.state).toEqual({ phase: 'failed', reason: 'insecure-page' })
    expect(clock.pending()).toEqual([])
  })

  it('is tried at once by retry, and once only', async () => {
    const { capture, clock, media, phases } = await testCapture(failing('NotFoundError'))
    await capture.start()
    capture.retry()
    await settled()
    expect(phases().at(-1)).toBe('running: off')
    await clock.advance(20_000)
    expect(media.given.length).toBe(1)
  })

  it('is not tried again once stopped', async () => {
    const { capture, clock, media, phases } = await testCapture(failing('NotFoundError'))
    await capture.start()
    capture.stop()
    await clock.advance(60_000)
    expect([phases().at(-1), media.asked.length]).toEqual(['stopped', 2])
  })
})

describe('a camera whose device goes away', () => {
  it('fails as device-lost, gives everything back and runs again when tried 5 s later', async () => {
    const { capture, clock, frames, media, motion, phases, told } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    media.given[0]?.getVideoTracks()[0]?.lose()
    expect(phases().at(-1)).toBe('failed: device-lost')
    expect([frames[0]?.isClosed, motion.opened.size]).toEqual([true, 0])
    expect(clock.pending()).toEqual([5_000])
    expect(told.snapshots).toEqual([])
    await clock.advance(5_000)
    expect(phases().slice(-2)).toEqual(['failed: device-lost', 'running: watching'])
  })

  it('stays lost while there is no device, and says nothing more of it', async () => {
    const { capture, clock, media, told } = await testCapture(new FakeMedia())
    await capture.start()
    media.answerNext(...['NotFoundError', 'NotFoundError', 'NotReadableError', 'NotReadableError'].map(mediaError))
    media.given[0]?.getVideoTracks()[0]?.lose()
    const before = told.states.length
    await clock.advance(5_000)
    expect([capture.state, told.states.length]).toEqual([{ phase: 'failed', reason: 'device-lost' }, before])
    await clock.advance(5_000)
    expect(capture.state).toEqual({ phase: 'failed', reason: 'device-busy' })
  })

  it('stops its microphone, too', async () => {
    const { capture, media } = await testCapture(new FakeMedia(), { ...watching, isAudioEnabled: true })
    await capture.start()
    media.given[0]?.getVideoTracks()[0]?.lose()
    expect(media.given[0]?.isLive).toBe(false)
  })

  it('delivers the clip that was being recorded', async () => {
    const { capture, clock, frames, media, phases, recorders, told } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    if (frames[0]) frames[0].flicker = 100
    await clock.advance(3_600)
    media.given[0]?.getVideoTracks()[0]?.lose()
    await settled()
    expect([told.clips.length, recorders.started[0]?.stops]).toEqual([1, 1])
    expect(phases().at(-1)).toBe('failed: device-lost')
  })

  it('does not mind the end of a stream that it had left already', async () => {
    const { capture, media, phases } = await testCapture(new FakeMedia())
    await capture.start()
    capture.update({ ...watching, deviceId: 'device-2' })
    await settled()
    media.given[0]?.getVideoTracks()[0]?.lose()
    expect(phases().at(-1)).toBe('running: watching')
  })

  it('while the user is still asked for the microphone counts as lost, too', async () => {
    const camera = new FakeStream('video')
    const microphone = deferred<FakeStream>()
    const media = new FakeMedia(camera, microphone.promise)
    const { capture, clock, frames, motion } = await testCapture(media, { ...watching, isAudioEnabled: true })
    void capture.start()
    await settled()
    camera.tracks[0]?.lose()
    microphone.resolve(new FakeStream('audio'))
    await settled()
    expect(capture.state).toEqual({ phase: 'failed', reason: 'device-lost' })
    expect([
      frames.every(({ isClosed }) => isClosed),
      motion.opened.size,
      media.given.some(({ isLive }) => isLive),
    ]).toEqual([true, 0, false])
    expect(clock.pending()).toEqual([5_000])
    await clock.advance(5_000)
    expect(capture.state).toMatchObject({ phase: 'running', motion: { phase: 'watching' } })
  })

  it('keeps its cooldown when it comes back within it (REC-03)', async () => {
    const { capture, clock, frames, media, recorders } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    if (frames[0]) frames[0].flicker = 100
    await clock.advance(3_000)
    media.given[0]?.getVideoTracks()[0]?.lose()
    await settled()
    capture.retry()
    await settled()
    if (frames[1]) frames[1].flicker = 100
    await clock.advance(4_999)
    expect([recorders.asked, frames[1]?.grabs]).toEqual([1, 16])
    await clock.advance(300)
    expect(recorders.asked).toBe(2)
  })
})
