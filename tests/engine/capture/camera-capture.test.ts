import { describe, expect, it } from 'vitest'
import { FakeMedia, FakeStream, mediaError } from '../../support/browser/fake-media'
import { motionOff, testCapture, watching } from '../../support/capture'
import { settled } from '../../support/manual-clock'

describe('a running camera', () => {
  it('starts, then runs with the opened stream', async () => {
    const { capture, media, phases } = await testCapture(new FakeMedia())
    await capture.start()
    expect(phases()).toEqual(['starting', 'running: off'])
    expect(capture.state).toMatchObject({ stream: media.given[0], hasAudio: false, isSubstitute: false })
  })

  it('takes snapshots every 2.5 s, with motion off too (REC-10)', async () => {
    const { capture, clock, frames, told } = await testCapture(new FakeMedia())
    await capture.start()
    await clock.advance(5_000)
    expect(told.snapshots.length).toBe(2)
    expect(frames[0]?.stills[0]).toEqual({ maxWidth: 1280, quality: 0.5 })
  })

  it('checks and records nothing while motion is off (REC-14)', async () => {
    const { capture, clock, frames, recorders } = await testCapture(new FakeMedia())
    await capture.start()
    if (frames[0]) frames[0].flicker = 100
    await clock.advance(60_000)
    expect([frames[0]?.grabs, recorders.asked]).toEqual([0, 0])
  })

  it('watches, records and hands on clips and differences while motion is on (REC-08)', async () => {
    const { capture, clock, frames, phases, told } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    if (frames[0]) frames[0].flicker = 51
    await clock.advance(600)
    expect(told.differences).toEqual([51 / 255])
    if (frames[0]) frames[0].flicker = 1
    await clock.advance(15_000)
    expect(told.clips.map(({ id }) => id)).toEqual(['clip-1'])
    expect(phases()).toEqual(['starting', 'running: watching', 'running: recording', 'running: watching'])
  })

  it('says whether it has sound, and warns where the microphone is refused (CAM-44)', async () => {
    const withSound = { ...motionOff, isAudioEnabled: true }
    const heard = await testCapture(new FakeMedia(), withSound)
    await heard.capture.start()
    expect(heard.capture.state).toMatchObject({ phase: 'running', hasAudio: true })
    expect(heard.told.warnings).toEqual([])

    const refusal = mediaError('NotAllowedError')
    const mute = await testCapture(new FakeMedia(new FakeStream('video'), refusal), withSound)
    await mute.capture.start()
    expect(mute.capture.state).toMatchObject({ phase: 'running', hasAudio: false })
    expect(mute.told.warnings).toMatchObject([{ error: refusal }])
  })

  it('says that another device stands in (CAM-45)', async () => {
    const { capture } = await testCapture(new FakeMedia(mediaError('OverconstrainedError')))
    await capture.start()
    expect(capture.state).toMatchObject({ phase: 'running', isSubstitute: true })
  })

  it('warns when the browser cannot record, and watches on', async () => {
    const { capture, clock, frames, recorders, told } = await testCapture(new FakeMedia(), watching)
    recorders.isUnable = true
    await capture.start()
    if (frames[0]) frames[0].flicker = 100
    await clock.advance(600)
    expect(told.warnings.length).toBe(1)
    expect(capture.state).toMatchObject({ phase: 'running', motion: { phase: 'watching' } })
  })
})

describe('a running camera whose frames cannot be measured', () => {
  it('goes on with a canvas, and finds motion there (ENG-03)', async () => {
    const { capture, clock, frames, recorders, told } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    if (frames[0]) Object.assign(frames[0], { isOnCanvas: false, flicker: 100 })
    await clock.advance(1_500)
    expect([recorders.asked, told.warnings]).toEqual([1, []])
  })

  it('warns once where the canvas does not help, and runs on', async () => {
    const { capture, clock, frames, told } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    if (frames[0]) Object.assign(frames[0], { isOnCanvas: false, greys: [] })
    await clock.advance(6_000)
    expect(told.warnings).toMatchObject([{ message: expect.stringContaining('cannot be measured') }])
    expect(capture.state).toMatchObject({ phase: 'running', motion: { phase: 'watching' } })
    expect(told.snapshots.length).toBe(2)
  })
})

describe('stopping a camera', () => {
  it('ends its tracks, frames, snapshots and checks, and gives its slot back', async () => {
    const { capture, clock, frames, media, motion, phases, told } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    capture.stop()
    expect(phases().at(-1)).toBe('stopped')
    expect([media.given[0]?.isLive, frames[0]?.isClosed, motion.opened.size]).toEqual([false, true, 0])
    expect(clock.pending()).toEqual([])
    await clock.advance(10_000)
    expect(told.snapshots).toEqual([])
  })

  it('ends a recording, and its clip is delivered', async () => {
    const { capture, clock, frames, phases, recorders, told } = await testCapture(new FakeMedia(), watching)
    await capture.start()
    if (frames[0]) frames[0].flicker = 100
    await clock.advance(4_000)
    capture.stop()
    await settled()
    expect([told.clips.length, recorders.started[0]?.stops]).toEqual([1, 1])
    expect(phases().at(-1)).toBe('stopped')
  })

  it('closes a stream that opens only afterwards', async () => {
    const { capture, media, phases } = await testCapture(new FakeMedia())
    const held = media.holdNext()
    const started = capture.start()
    capture.stop()
    held.letGo()
    await started
    expect(held.stream.isLive).toBe(false)
    expect(phases()).toEqual(['starting', 'stopped'])
  })

  it('lets no failure that comes afterwards start it again', async () => {
    const { capture, clock, media, phases } = await testCapture(new FakeMedia(mediaError('NotFoundError')))
    media.answerNext(mediaError('NotFoundError'))
    const started = capture.start()
    capture.stop()
    await started
    await clock.advance(60_000)
    expect(phases()).toEqual(['starting', 'stopped'])
  })
})
