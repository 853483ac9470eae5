import { describe, expect, it } from 'vitest'
import { FakeMedia } from '../../support/browser/fake-media'
import { motionOff, testCapture, watching } from '../../support/capture'
import { settled } from '../../support/manual-clock'

describe('changing the settings of a running camera', () => {
  it('turns motion on and off without opening the stream anew (CAM-31)', async () => {
    const { capture, clock, frames, media, motion, phases } = await testCapture(new FakeMedia())
    await capture.start()
    capture.update(watching)
    await clock.advance(600)
    expect([frames[0]?.grabs, motion.opened.size]).toEqual([2, 1])
    capture.update(motionOff)
    await clock.advance(600)
    expect([frames[0]?.grabs, motion.opened.size]).toEqual([2, 0])
    expect(phases()).toEqual(['starting', 'running: off', 'running: watching', 'running: off'])
    expect([media.asked.length, media.given[0]?.isLive]).toEqual([1, true])
  })

  it('delivers the clip that was being recorded when motion was turned off, and stays off', async () => {
    const { capture, clock, frames, phases, told } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    if (frames[0]) frames[0].flicker = 100
    await clock.advance(600)
    capture.update(motionOff)
    await settled()
    expect(told.clips.length).toBe(1)
    expect(phases().at(-1)).toBe('running: off')
  })

  it('keeps the cooldown when motion is turned off and on within it (REC-03, X-41)', async () => {
    const { capture, clock, frames, recorders } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    if (frames[0]) frames[0].flicker = 100
    await clock.advance(600)
    capture.update(motionOff)
    await settled()
    capture.update(watching)
    await clock.advance(4_999)
    expect([recorders.asked, frames[0]?.grabs]).toEqual([1, 18])
    await clock.advance(300)
    expect(recorders.asked).toBe(2)
  })

  it('keeps the cooldown also when motion is on again before the clip was handed over (REC-03, X-41)', async () => {
    const { capture, clock, frames, recorders } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    if (frames[0]) frames[0].flicker = 100
    await clock.advance(600)
    capture.update(motionOff)
    capture.update(watching)
    await clock.advance(4_999)
    expect(recorders.asked).toBe(1)
  })

  it('keeps the cooldown when its device is changed within it (REC-03)', async () => {
    const { capture, clock, frames, recorders } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    if (frames[0]) frames[0].flicker = 100
    await clock.advance(600)
    capture.update({ ...watching, deviceId: 'device-2' })
    await settled()
    if (frames[1]) frames[1].flicker = 100
    await clock.advance(4_999)
    expect([recorders.asked, frames[1]?.grabs]).toEqual([1, 16])
    await clock.advance(300)
    expect(recorders.asked).toBe(2)
  })

  it('takes a new sensitivity without a new watch (REC-06)', async () => {
    const { capture, clock, frames, media, recorders } = await testCapture(new FakeMedia(), {
      ...watching,
      sensitivityPercent: 0,
    })
    await capture.start()
    if (frames[0]) frames[0].flicker = 9
    await clock.advance(900)
    expect(recorders.asked).toBe(0)
    capture.update({ ...watching, sensitivityPercent: 100 })
    await clock.advance(300)
    expect([recorders.asked, media.asked.length]).toEqual([1, 1])
  })

  it('opens another device, and closes the one before', async () => {
    const { capture, frames, media, motion, phases } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    capture.update({ ...watching, deviceId: 'device-2' })
    await settled()
    expect(media.asked[1]?.video).toMatchObject({ deviceId: { exact: 'device-2' } })
    expect(media.given.map(({ isLive }) => isLive)).toEqual([false, true])
    expect(frames.map(({ isClosed }) => isClosed)).toEqual([true, false])
    expect([...motion.opened]).toEqual(['front'])
    expect(phases()).toEqual(['starting', 'running: watching', 'starting', 'running: watching'])
  })

  it('records no motion between the last frame of one device and the first of the next', async () => {
    const { capture, clock, frames, recorders } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    await clock.advance(900)
    capture.update({ ...watching, deviceId: 'device-2' })
    await settled()
    frames[1]?.changeBy(100)
    await clock.advance(900)
    expect(frames[1]?.grabs).toBe(3)
    expect(recorders.asked).toBe(0)
  })

  it('opens anew when the sound is switched', async () => {
    const { capture, media } = await testCapture(new FakeMedia())
    await capture.start()
    capture.update({ ...motionOff, isAudioEnabled: true })
    await settled()
    expect(capture.state).toMatchObject({ phase: 'running', hasAudio: true })
    expect(media.given[0]?.isLive).toBe(false)
  })

  it('closes the late answer of an earlier opening and runs with the later one', async () => {
    const { capture, frames, media, phases } = await testCapture(new FakeMedia())
    const held = media.holdNext()
    const started = capture.start()
    capture.update({ ...motionOff, deviceId: 'device-2' })
    await settled()
    held.letGo()
    await started
    expect(held.stream.isLive).toBe(false)
    expect(capture.state).toMatchObject({ phase: 'running', stream: media.given[0] })
    expect(media.given[0]).not.toBe(held.stream)
    expect([phases(), frames.length]).toEqual([['starting', 'starting', 'running: off'], 1])
  })

  it('keeps settings that change while it starts for when it runs', async () => {
    const { capture, media, phases } = await testCapture(new FakeMedia())
    const held = media.holdNext()
    const started = capture.start()
    capture.update(watching)
    held.letGo()
    await started
    expect(phases()).toEqual(['starting', 'running: watching'])
  })
})
