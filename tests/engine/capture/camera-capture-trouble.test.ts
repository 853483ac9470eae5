import { describe, expect, it } from 'vitest'
import type { CaptureOptions } from '../../../src/engine/capture/capture-options'
import type { CaptureState } from '../../../src/engine/capture/capture-state'
import { FakeMedia, FakeStream, type MediaAnswer, mediaError } from '../../support/browser/fake-media'
import { motionOff, testCapture, watching } from '../../support/capture'
import { settled } from '../../support/manual-clock'

const muted = { phase: 'paused', why: 'muted' }
const noFrames = { phase: 'paused', why: 'no-frames' }

async function start(options: CaptureOptions = motionOff) {
  const test = await testCapture(new FakeMedia(), options)
  await test.capture.start()
  // A live camera: no two frames are the same.
  if (test.frames[0]) test.frames[0].flicker = 1
  const track = () => test.media.given.at(-1)?.tracks[0]
  return { ...test, track, sight: () => sightOf(test.capture.state) }
}

function sightOf(state: CaptureState) {
  return state.phase === 'running' ? state.sight : state
}

describe('a camera that the system mutes (ENG-13)', () => {
  it('says so after 1 s, with its picture and detection going on, and sees again at once', async () => {
    const { capture, clock, sight, track } = await start(watching)
    track()?.turnMuted(true)
    await clock.advance(999)
    expect(sight()).toEqual({ phase: 'seeing' })
    await clock.advance(1)
    expect([sight(), capture.state]).toMatchObject([muted, { motion: { phase: 'watching' } }])
    track()?.turnMuted(false)
    expect(sight()).toEqual({ phase: 'seeing' })
  })

  it('is not told of a moment', async () => {
    const { clock, told, track } = await start()
    const before = told.states.length
    track()?.turnMuted(true)
    await clock.advance(900)
    track()?.turnMuted(false)
    await clock.advance(20_000)
    expect(told.states.length).toBe(before)
  })

  it('says so also when it starts muted', async () => {
    const stream = new FakeStream('video')
    stream.tracks[0]?.turnMuted(true)
    const { capture, clock } = await testCapture(new FakeMedia(stream))
    await capture.start()
    await clock.advance(1_000)
    expect(sightOf(capture.state)).toEqual(muted)
  })

  it('is opened anew after 10 s, and sees when that helps', async () => {
    const { clock, media, sight, told, track } = await start()
    track()?.turnMuted(true)
    await clock.advance(9_999)
    expect(media.given.length).toBe(1)
    await clock.advance(1)
    expect([media.given.length, media.given[0]?.isLive, sight()]).toEqual([2, false, { phase: 'seeing' }])
    expect(told.states.map(({ phase }) => phase)).toEqual(['starting', 'running', 'running', 'running'])
  })

  it('stays muted without a break while a new opening does not help, and is opened again every 10 s', async () => {
    const { clock, media, sight, told, track } = await start()
    track()?.turnMuted(true)
    const still = [1, 2].map(() => new FakeStream('video'))
    for (const { tracks } of still) tracks[0]?.turnMuted(true)
    media.answerNext(...still)
    await clock.advance(20_000)
    expect([media.given.length, sight()]).toEqual([3, muted])
    const afterFirst = told.states.slice(told.states.findIndex((state) => sightOf(state) !== undefined) + 1)
    expect(afterFirst.map(sightOf).slice(1)).toEqual(afterFirst.slice(1).map(() => muted))
    track()?.turnMuted(false)
    expect(sight()).toEqual({ phase: 'seeing' })
  })

  it('fails as it would otherwise when its device went away meanwhile', async () => {
    const { capture, clock, media, track } = await start()
    track()?.turnMuted(true)
    media.answerNext(mediaError('NotReadableError'), mediaError('NotReadableError'))
    await clock.advance(10_000)
    expect(capture.state).toEqual({ phase: 'failed', reason: 'device-busy' })
    await clock.advance(5_000)
    expect(sightOf(capture.state)).toEqual({ phase: 'seeing' })
  })
})

describe('a watching camera that gives no pictures', () => {
  it('is opened anew within 10 s, and paused until one comes', async () => {
    const { clock, frames, media, sight } = await start(watching)
    await clock.advance(900)
    if (frames[0]) frames[0].isDark = true
    let waitedMs = 0
    for (; media.given.length < 2; waitedMs += 100) await clock.advance(100)
    expect([waitedMs < 10_000, sight()]).toEqual([true, noFrames])
    if (frames[1]) frames[1].flicker = 1
    await clock.advance(600)
    expect(sight()).toEqual({ phase: 'seeing' })
  })

  it('is not said to miss any once its motion is off', async () => {
    const { capture, clock, frames, media, sight } = await start(watching)
    await clock.advance(900)
    if (frames[0]) frames[0].isDark = true
    while (media.given.length < 2) await clock.advance(100)
    if (frames[1]) frames[1].isDark = true
    await clock.advance(200)
    capture.update(motionOff)
    expect(sight()).toEqual({ phase: 'seeing' })
  })

  it('is left alone when they come again by themselves', async () => {
    const { clock, frames, media, sight } = await start(watching)
    await clock.advance(900)
    if (frames[0]) frames[0].isDark = true
    await clock.advance(6_000)
    expect(sight()).toEqual(noFrames)
    if (frames[0]) frames[0].isDark = false
    await clock.advance(20_000)
    expect([media.given.length, sight()]).toEqual([1, { phase: 'seeing' }])
  })
})

it('a camera that gives no more pictures is opened anew also while its motion is off (ENG-13)', async () => {
  const { clock, frames, media, sight } = await start()
  await clock.advance(60_000)
  expect(media.given.length).toBe(1)
  if (frames[0]) frames[0].isStalled = true
  await clock.advance(5_000)
  expect([media.given.length, media.given[0]?.isLive, sight()]).toEqual([2, false, { phase: 'seeing' }])
  await clock.advance(60_000)
  expect(media.given.length).toBe(2)
})

describe('a machine that slept', () => {
  it('has its running cameras opened anew, since a live track may give nothing', async () => {
    const { capture, clock, media } = await start()
    clock.block(60_000)
    await clock.advance(5_000)
    expect([media.given.length, media.given[0]?.isLive, capture.state.phase]).toEqual([2, false, 'running'])
    await clock.advance(60_000)
    expect(media.given.length).toBe(2)
  })

  it.each([
    ['watching', watching],
    ['whose motion is off', motionOff],
  ])('is not said to see, %s, while its driver hangs: within 5 s it has paused (ENG-12)', async (_what, options) => {
    const { capture, clock, frames, media, sight } = await start(options)
    await clock.advance(900)
    const held = media.holdNext()
    clock.block(60_000)
    while (media.asked.length < 2) await clock.advance(100)
    await clock.advance(5_000)
    expect([capture.state.phase, sight()]).toEqual(['running', noFrames])
    held.letGo()
    await settled()
    if (frames[1]) frames[1].flicker = 1
    await clock.advance(600)
    expect(sight()).toEqual({ phase: 'seeing' })
  })

  it('is not said to miss pictures where it opened in time, failed or was stopped meanwhile', async () => {
    const { capture, clock, media, told } = await start()
    const sleep = async () => {
      const asked = media.asked.length
      clock.block(60_000)
      while (media.asked.length === asked) await clock.advance(100)
      await clock.advance(3_800)
    }
    const held = media.holdNext()
    await sleep()
    held.letGo()
    await clock.advance(10_000)
    media.answerNext(...['NotFoundError', 'NotFoundError'].map(mediaError))
    await sleep()
    await clock.advance(10_000)
    media.holdNext()
    await sleep()
    capture.stop()
    await clock.advance(10_000)
    expect(told.states.map(sightOf)).not.toContainEqual(noFrames)
  })

  it('notes a device that went away without a word', async () => {
    const { capture, clock, media, track } = await start()
    track()?.stop()
    media.answerNext(...['NotFoundError', 'NotFoundError'].map(mediaError))
    await clock.advance(5_000)
    expect(capture.state).toEqual({ phase: 'failed', reason: 'device-lost' })
    await clock.advance(10_000)
    expect(capture.state.phase).toBe('running')
  })
})

describe('devices that change in bursts', () => {
  it('cause one try at once, and one a second then', async () => {
    const media = new FakeMedia()
    media.answerNext(...Array.from({ length: 100 }, () => mediaError('NotReadableError')))
    const { capture, clock } = await testCapture(media)
    await capture.start()
    for (let time = 0; time < 29; time++) {
      capture.retry()
      await clock.advance(100)
    }
    // Each try asks for the own device and for any: at the start, at 0, 1 and 2 s.
    expect(media.asked.length).toBe(2 * 4)
  })

  it('leave a try alone that is on its way', async () => {
    const media = new FakeMedia(mediaError('NotFoundError'), mediaError('NotFoundError'))
    const { capture, clock } = await testCapture(media)
    await capture.start()
    const held = media.holdNext()
    for (let time = 0; time < 30; time++) {
      capture.retry()
      await clock.advance(100)
    }
    expect(media.asked.length).toBe(3)
    held.letGo()
    await settled()
    expect(capture.state).toMatchObject({ phase: 'running', stream: held.stream })
  })

  it('do not make a failure flicker: a try shows by its outcome', async () => {
    const media = new FakeMedia(...Array.from({ length: 20 }, () => mediaError('NotReadableError')))
    const { capture, clock, phases } = await testCapture(media)
    await capture.start()
    await clock.advance(45_000)
    expect(phases()).toEqual(['starting', 'failed: device-busy'])
    await clock.advance(5_000)
    expect(phases()).toEqual(['starting', 'failed: device-busy', 'running: off'])
  })
})

describe('a browser that does not answer (ENG-13)', () => {
  it('is given up after 10 s for the device and for any other, and asked again 5 s later', async () => {
    const media = new FakeMedia()
    const [own, any] = [media.holdNext(), media.holdNext()]
    const { capture, clock } = await testCapture(media)
    void capture.start()
    await clock.advance(19_999)
    expect(capture.state.phase).toBe('starting')
    await clock.advance(1)
    expect(capture.state).toEqual({ phase: 'failed', reason: 'no-answer' })
    own.letGo()
    any.letGo()
    await settled()
    expect([own.stream.isLive, any.stream.isLive]).toEqual([false, false])
    await clock.advance(5_000)
    expect(capture.state.phase).toBe('running')
  })

  it('keeps the picture waiting for a microphone no longer than 10 s', async () => {
    const media = new FakeMedia(new FakeStream('video'))
    const microphone = media.holdNext()
    const { capture, clock, told } = await testCapture(media, { ...motionOff, isAudioEnabled: true })
    void capture.start()
    await clock.advance(10_000)
    expect([capture.state, told.warnings.length]).toMatchObject([{ phase: 'running', hasAudio: false }, 1])
    microphone.letGo()
    await settled()
    expect(microphone.stream.isLive).toBe(false)
  })

  it('has sound once the microphone is allowed later than that', async () => {
    const media = new FakeMedia(new FakeStream('video'))
    media.holdNext()
    const { capture, clock } = await testCapture(media, { ...motionOff, isAudioEnabled: true })
    void capture.start()
    await clock.advance(10_000)
    capture.retryWithSound()
    await settled()
    expect(capture.state).toMatchObject({ phase: 'running', hasAudio: true })
  })

  it('is not asked for a microphone that a camera does not want, when that is allowed', async () => {
    const media = new FakeMedia()
    const { capture } = await testCapture(media)
    await capture.start()
    capture.retryWithSound()
    await settled()
    expect(media.asked).toHaveLength(1)
  })
})

describe('a microphone that goes', () => {
  const withSound = { ...motionOff, isAudioEnabled: true }
  const lastOf = (media: FakeMedia) => media.given.filter(({ isLive }) => isLive).at(0)

  it('leaves the picture, and sound is there again once it is plugged in (CLIP-06)', async () => {
    const media = new FakeMedia()
    const { capture, clock } = await testCapture(media, withSound)
    await capture.start()
    lastOf(media)?.getAudioTracks()[0]?.lose()
    expect(capture.state.phase).toBe('running')
    media.answerNext(new FakeStream('video'), mediaError('NotFoundError'))
    capture.retry()
    await settled()
    expect(capture.state).toMatchObject({ phase: 'running', hasAudio: false })
    await clock.advance(2_000)
    capture.retry()
    await settled()
    expect(capture.state).toMatchObject({ phase: 'running', hasAudio: true })
    expect(media.given.filter(({ isLive }) => isLive)).toHaveLength(2)
  })

  it('leaves the stream that runs, which is told to be without sound at once (CLIP-06)', async () => {
    const media = new FakeMedia()
    const { capture } = await testCapture(media, withSound)
    await capture.start()
    const own = lastOf(media)
    own?.getAudioTracks()[0]?.lose()
    expect(capture.state).toMatchObject({ phase: 'running', hasAudio: false })
    expect(own?.getAudioTracks()).toEqual([])
    media.answerNext(new FakeStream('video'), mediaError('NotFoundError'))
    capture.retry()
    await settled()
    expect(capture.state).toMatchObject({ phase: 'running', hasAudio: false, stream: own })
    expect(own?.getVideoTracks()[0]?.readyState).toBe('live')
    expect(media.given.filter(({ isLive }) => isLive)).toEqual([own])
  })

  it('and stays away leaves the clip under way alone, however often devices change, and is asked for at no other time (CLIP-06)', async () => {
    const media = new FakeMedia()
    const { capture, clock } = await testCapture(media, withSound)
    await capture.start()
    lastOf(media)?.getAudioTracks()[0]?.lose()
    media.answerNext(new FakeStream('video'), mediaError('NotFoundError'))
    capture.retry()
    await settled()
    const running = lastOf(media)
    for (let change = 0; change < 3; change++) {
      await clock.advance(2_000)
      media.answerNext(new FakeStream('video'), mediaError('NotFoundError'))
      capture.retry()
      await settled()
    }
    expect(capture.state).toMatchObject({ phase: 'running', hasAudio: false })
    expect(media.given.filter(({ isLive }) => isLive)).toEqual([running])
    const asked = media.asked.length
    await clock.advance(20_000)
    expect(media.asked).toHaveLength(asked)
  })

  /** A camera that records motion, and the device whose changes are told. */
  async function filmWithSound() {
    const test = await testCapture(new FakeMedia(), { ...watching, isAudioEnabled: true })
    await test.capture.start()
    if (test.frames[0]) test.frames[0].flicker = 1
    await test.clock.advance(900)
    const own = lastOf(test.media)
    const move = async () => {
      const frames = test.frames.at(-1)
      frames?.changeBy(frames.greys[0] === 100 ? 50 : -50)
      await test.clock.advance(300)
    }
    const loseSound = () => own?.getAudioTracks()[0]?.lose()
    const motion = () => (test.capture.state.phase === 'running' ? test.capture.state.motion.phase : null)
    return { ...test, own, move, loseSound, motion }
  }

  it('leaves the clip under way alone also where another one is there: that is for the next clip (CLIP-06)', async () => {
    const { capture, clock, media, own, move, loseSound, motion, told } = await filmWithSound()
    await move()
    loseSound()
    const asked = media.asked.length
    capture.retry()
    await clock.advance(2_000)
    capture.retry()
    await settled()
    expect(media.asked).toHaveLength(asked)
    expect([motion(), capture.state, told.clips]).toMatchObject(['recording', { stream: own, hasAudio: false }, []])
    while (motion() === 'recording') await clock.advance(100)
    expect(told.clips).toHaveLength(1)
    await clock.advance(5_000)
    expect([motion(), capture.state]).toMatchObject(['watching', { hasAudio: true }])
    expect(own?.isLive).toBe(false)
  })

  it('leaves a clip alone that begins while the other one is asked for (CLIP-06)', async () => {
    const { capture, clock, media, own, move, loseSound, motion } = await filmWithSound()
    loseSound()
    const held = media.holdNext()
    capture.retry()
    await move()
    held.letGo()
    await settled()
    expect([motion(), capture.state, held.stream.isLive]).toMatchObject(['recording', { stream: own }, false])
    while (motion() === 'recording') await clock.advance(100)
    await clock.advance(5_000)
    expect(capture.state).toMatchObject({ hasAudio: true })
  })

  it('leaves the clip of another device alone, whose own sound is there, when the answer comes late', async () => {
    const { capture, clock, frames, media, move, loseSound, motion } = await filmWithSound()
    loseSound()
    const held = media.holdNext()
    capture.retry()
    capture.update({ ...watching, deviceId: 'device-2', isAudioEnabled: true })
    await settled()
    const other = lastOf(media)
    if (frames[1]) frames[1].flicker = 1
    await clock.advance(900)
    await move()
    held.letGo()
    await clock.advance(8_000)
    expect([motion(), capture.state]).toMatchObject(['recording', { stream: other, hasAudio: true }])
  })

  it('leaves the own picture where the camera cannot be opened twice: none stands in, and it is tried again (CAM-45)', async () => {
    const media = new FakeMedia()
    const { capture, clock } = await testCapture(media, withSound)
    await capture.start()
    const own = lastOf(media)
    own?.getAudioTracks()[0]?.lose()
    media.answerNext(mediaError('NotReadableError'))
    capture.retry()
    await settled()
    expect(capture.state).toMatchObject({ phase: 'running', isSubstitute: false, stream: own })
    expect(own?.getVideoTracks()[0]?.readyState).toBe('live')
    await clock.advance(5_000)
    expect(capture.state).toMatchObject({ phase: 'running', isSubstitute: false, hasAudio: true })
    expect(lastOf(media)).not.toBe(own)
  })

  it.each([motionOff.deviceId, 'new-id'])(
    'with its picture is there again with it, as %s, though it is listed a moment later (ENG-13)',
    async (deviceId) => {
      const media = new FakeMedia()
      const { capture, clock } = await testCapture(media, withSound)
      await capture.start()
      lastOf(media)?.getVideoTracks()[0]?.lose()
      await clock.advance(2_000)
      media.answerNext(new FakeStream('video'), mediaError('NotFoundError'))
      capture.update({ ...withSound, deviceId })
      capture.retry()
      await settled()
      expect(capture.state).toMatchObject({ phase: 'running', hasAudio: false })
      await clock.advance(2_000)
      capture.retry()
      await settled()
      expect(capture.state).toMatchObject({ phase: 'running', hasAudio: true })
    },
  )

  it('is asked for once it is listed, also where it was not when the camera started, until it is refused (ENG-13)', async () => {
    const media = new FakeMedia(new FakeStream('video'), mediaError('NotFoundError'))
    const { capture, clock } = await testCapture(media, withSound)
    const retryWith = async (...answers: MediaAnswer[]) => {
      media.answerNext(...answers)
      await clock.advance(2_000)
      capture.retry()
      await settled()
      return [media.asked.length, capture.state.phase === 'running' && capture.state.hasAudio]
    }
    await capture.start()
    expect(await retryWith(new FakeStream('video'), mediaError('NotFoundError'))).toEqual([4, false])
    expect(await retryWith()).toEqual([6, true])
    lastOf(media)?.getAudioTracks()[0]?.lose()
    expect(await retryWith(new FakeStream('video'), mediaError('NotAllowedError'))).toEqual([8, false])
    expect(await retryWith()).toEqual([8, false])
  })

  it('is not asked for again while it is there, was refused, or is not wanted any more', async () => {
    const media = new FakeMedia()
    const { capture, clock } = await testCapture(media, withSound)
    await capture.start()
    const asked = media.asked.length
    capture.retry()
    await settled()
    expect(media.asked).toHaveLength(asked)

    const refused = new FakeMedia(new FakeStream('video'), mediaError('NotAllowedError'))
    const mute = await testCapture(refused, withSound)
    await mute.capture.start()
    mute.capture.retry()
    await settled()
    expect(refused.asked).toHaveLength(2)

    capture.update(motionOff)
    await settled()
    await clock.advance(2_000)
    const silent = media.asked.length
    capture.retry()
    await settled()
    expect(media.asked).toHaveLength(silent)
  })
})
