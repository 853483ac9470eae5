import { describe, expect, it } from 'vitest'
import { CameraCapture, type CaptureEvents } from '../../../src/engine/capture/camera-capture'
import { FakeMedia, FakeStream, mediaError } from '../../support/browser/fake-media'
import { motionOff, testCapture, watching } from '../../support/capture'
import { deferred } from '../../support/deferred'
import { settled } from '../../support/manual-clock'
import { specTimings } from '../../support/timings'

const gone = mediaError('OverconstrainedError')

const none = () => undefined
const silent: CaptureEvents = {
  onState: none,
  onSnapshot: none,
  onWarning: none,
  onMeasured: none,
  onLearning: none,
  onTampered: none,
  onTamperingOver: none,
  onMaking: none,
  onClipBegun: none,
  onClipPart: none,
  onClipThumbnail: none,
  onClipMoved: none,
  onClipEnded: none,
  onClipDetections: none,
  onClipLeftOut: none,
  onLooked: none,
}
const onDevice = (deviceId: string) => ({ ...motionOff, deviceId })

/** A camera whose own device is not there; another, or any, stands in. */
async function startStandIn(options = motionOff) {
  const test = await testCapture(new FakeMedia(gone), options)
  await test.capture.start()
  expect(test.capture.state).toMatchObject({ phase: 'running', isSubstitute: true })
  return test
}

describe('a camera for which another device stands in (CAM-45)', () => {
  it('goes back to its own by retry', async () => {
    const { capture, media } = await startStandIn()
    capture.retry()
    await settled()
    expect(capture.state).toMatchObject({ phase: 'running', isSubstitute: false, stream: media.given[1] })
    expect(media.given[0]?.isLive).toBe(false)
  })

  it('is the only running one that retry touches', async () => {
    const { capture, media, phases } = await testCapture(new FakeMedia())
    await capture.start()
    capture.retry()
    await settled()
    expect([phases(), media.asked.length]).toEqual([['starting', 'running: off'], 1])
  })

  it('goes back to its own within 5 s also when no change of devices is told (ENG-14)', async () => {
    const { capture, clock, media } = await startStandIn()
    media.answerNext(gone)
    await clock.advance(5_000)
    expect(capture.state).toMatchObject({ isSubstitute: true })
    await clock.advance(5_000)
    expect(capture.state).toMatchObject({ isSubstitute: false })
    await clock.advance(60_000)
    expect(media.given.length).toBe(2)
  })

  it('comes all the same, 10 s later, where the browser never lists the devices', async () => {
    const media = new FakeMedia(gone)
    media.isListHung = true
    const { capture, clock } = await testCapture(media)
    void capture.start()
    await clock.advance(9_999)
    expect(capture.state).toEqual({ phase: 'starting' })
    await clock.advance(1)
    expect(capture.state).toMatchObject({ phase: 'running', isSubstitute: true })
  })

  it('goes on undisturbed while its own device is looked for', async () => {
    const { capture, clock, frames, media, told } = await startStandIn(watching)
    if (frames[0]) frames[0].flicker = 1
    media.answerNext(gone, gone, gone)
    const before = told.states.length
    await clock.advance(15_000)
    expect([media.asked.length, media.given[0]?.isLive, told.states.length]).toEqual([5, true, before])
    expect(media.asked.slice(2).map(({ video }) => video)).toEqual(
      Array(3).fill(expect.objectContaining({ deviceId: { exact: 'device-1' } })),
    )
    expect(capture.state).toMatchObject({ motion: { phase: 'watching' } })
  })

  it('takes its microphone along', async () => {
    const { capture, media } = await startStandIn({ ...motionOff, isAudioEnabled: true })
    capture.retry()
    await settled()
    expect(capture.state).toMatchObject({ hasAudio: true, isSubstitute: false })
    expect(media.given.filter(({ isLive }) => isLive).flatMap(({ tracks }) => tracks.map(({ kind }) => kind))).toEqual([
      'video',
      'audio',
      'audio',
    ])
  })

  it('stops an own device that comes after the camera was stopped', async () => {
    const { capture, media } = await startStandIn()
    const held = media.holdNext()
    capture.retry()
    await settled()
    capture.stop()
    held.letGo()
    await settled()
    expect([held.stream.isLive, capture.state]).toEqual([false, { phase: 'stopped' }])
  })

  it('runs its own device also when the stand-in was lost while that opened', async () => {
    const { capture, clock, media } = await startStandIn()
    const held = media.holdNext()
    capture.retry()
    await settled()
    media.given[0]?.tracks[0]?.lose()
    held.letGo()
    await settled()
    expect(capture.state).toMatchObject({ phase: 'running', isSubstitute: false, stream: held.stream })
    await clock.advance(60_000)
    expect(capture.state).toMatchObject({ stream: held.stream })
  })
})

describe('two cameras of a browser (ENG-14)', () => {
  /** Camera `front` on device-1, which is not there, and `back` on device-2. */
  async function startTwo(listed: string[]) {
    const test = await testCapture(new FakeMedia())
    const back = new CameraCapture('back', onDevice('device-2'), specTimings, test.ports, silent)
    await back.start()
    test.media.listed = listed
    test.media.answerNext(gone)
    await test.capture.start()
    const asked = test.media.asked.slice(1).map(({ video }) => exactId(video))
    return { ...test, back, asked }
  }

  it('share no device as stand-in while another is free', async () => {
    const { capture, asked } = await startTwo(['device-2', 'device-3'])
    expect(asked).toEqual(['device-1', 'device-3'])
    expect(capture.state).toMatchObject({ isSubstitute: true })
  })

  it('share one where none is free: any device is better than none (CAM-45)', async () => {
    const { asked } = await startTwo(['device-2'])
    expect(asked).toEqual(['device-1', 'any'])
  })

  it('may use a device once the other camera is stopped', async () => {
    const { back, capture, media } = await startTwo([])
    back.stop()
    media.listed = ['device-2']
    media.answerNext(gone)
    capture.update(onDevice('device-4'))
    await settled()
    expect(exactId(media.asked.at(-1)?.video)).toBe('device-2')
  })

  it('do not both take the third device', async () => {
    const media = new FakeMedia(gone)
    media.listed = ['device-3', 'device-4']
    const test = await testCapture(media)
    await test.capture.start()
    const second = new CameraCapture('second', onDevice('device-2'), specTimings, test.ports, silent)
    media.answerNext(gone)
    await second.start()
    expect(media.asked.map(({ video }) => exactId(video))).toEqual(['device-1', 'device-3', 'device-2', 'device-4'])
  })

  it('know the device of a camera that was set up on a facing mode', async () => {
    const media = new FakeMedia(gone)
    const test = await testCapture(media)
    const facing = new CameraCapture('facing', onDevice('user'), specTimings, test.ports, silent)
    media.listed = ['device-2', 'device-3']
    const answer = new FakeStream('video')
    Object.assign(answer.tracks[0] ?? {}, { deviceId: 'device-2' })
    const facingMedia = new FakeMedia(answer)
    Object.assign(test.ports, { media: () => facingMedia })
    await facing.start()
    Object.assign(test.ports, { media: () => media })
    await test.capture.start()
    expect(media.asked.map(({ video }) => exactId(video))).toEqual(['device-1', 'device-3'])
  })
})

describe('a camera that is stopped while it opens', () => {
  /** Its own device has not answered yet; another one is free. */
  async function startHeld() {
    const test = await testCapture(new FakeMedia(), { ...motionOff, isAudioEnabled: true })
    const own = deferred<FakeStream>()
    test.media.listed = ['device-3']
    test.media.answerNext(own.promise)
    void test.capture.start()
    await settled()
    return { ...test, own }
  }

  it('asks for no other device and no microphone then, and claims nothing more (ENG-14)', async () => {
    const { capture, media, own, ports } = await startHeld()
    capture.stop()
    own.reject(gone)
    await settled()
    expect([media.asked.length, ports.claims.isTaken('back', 'device-3')]).toEqual([1, false])
  })

  it('closes what it had opened, without a question for the microphone', async () => {
    const { capture, media, own } = await startHeld()
    const stream = new FakeStream('video')
    capture.stop()
    own.resolve(stream)
    await settled()
    expect([media.asked.length, stream.isLive]).toEqual([1, false])
  })

  it('asks for no further device where the one that was to stand in does not start', async () => {
    const { capture, media, own, ports } = await startHeld()
    const standIn = deferred<FakeStream>()
    media.answerNext(standIn.promise)
    own.reject(gone)
    await settled()
    expect(ports.claims.isTaken('back', 'device-3')).toBe(true)
    capture.stop()
    standIn.reject(gone)
    await settled()
    expect([media.asked.length, ports.claims.isTaken('back', 'device-3')]).toEqual([2, false])
  })

  it('leaves the claims of its next start alone', async () => {
    const { capture, media, own, ports } = await startHeld()
    capture.update(onDevice('device-4'))
    await settled()
    own.reject(gone)
    await settled()
    expect([media.asked.length, ports.claims.isTaken('back', 'device-3')]).toEqual([2, false])
    expect(capture.state).toMatchObject({ phase: 'running', isSubstitute: false })
  })

  it('asks for no microphone after its own device has come back too late', async () => {
    const { capture, media } = await startStandIn({ ...motionOff, isAudioEnabled: true })
    const held = media.holdNext()
    const asked = media.asked.length
    capture.retry()
    await settled()
    capture.stop()
    held.letGo()
    await settled()
    expect([media.asked.length - asked, held.stream.isLive]).toEqual([1, false])
  })
})

function exactId(video: MediaStreamConstraints['video']): string {
  if (typeof video !== 'object' || typeof video.deviceId !== 'object' || !('exact' in video.deviceId)) return 'any'
  return String(video.deviceId.exact)
}
