import { describe, expect, it } from 'vitest'
import { deviceOf, openDevice, openStream, stopStream } from '../../../src/engine/capture/stream'
import { FakeMedia, FakeStream, mediaError } from '../../support/browser/fake-media'

const request = { deviceId: 'device-1', withAudio: false }

/** Opens, and collects what was refused. */
async function open(media: FakeMedia, wanted = request) {
  const refusals: unknown[] = []
  const opened = await openStream(media, wanted, (error) => refusals.push(error))
  return { opened, refusals }
}

describe('opening a camera', () => {
  it('asks for exactly the chosen device, at 720p and at most 30 frames a second, without sound (ENG-18)', async () => {
    const media = new FakeMedia()
    const { opened } = await open(media)
    expect(opened).toEqual({ kind: 'open', stream: media.given[0], hasAudio: false, isSubstitute: false })
    expect(media.asked).toEqual([
      {
        video: {
          width: { ideal: 1280 },
          height: { ideal: 720 },
          frameRate: { ideal: 15, max: 30 },
          deviceId: { exact: 'device-1' },
        },
        audio: false,
      },
    ])
  })

  it.each(['user', 'environment'])('takes the fallback device %s as a facing mode (CAM-43)', async (deviceId) => {
    const media = new FakeMedia()
    await open(media, { ...request, deviceId })
    expect(media.asked[0]?.video).toMatchObject({ facingMode: deviceId })
    expect(media.asked[0]?.video).not.toHaveProperty('deviceId')
  })

  it.each(['OverconstrainedError', 'NotFoundError', 'NotReadableError', 'AbortError', 'TypeError'])(
    'falls back to any video device when the chosen one fails with %s, and says so (CAM-45)',
    async (name) => {
      const media = new FakeMedia(mediaError(name))
      const { opened } = await open(media)
      expect(opened).toMatchObject({ kind: 'open', stream: media.given[0], isSubstitute: true })
      expect(media.asked[1]?.video).not.toHaveProperty('deviceId')
      expect(media.asked[1]?.video).not.toHaveProperty('facingMode')
    },
  )

  it('asks a user who refused no second time', async () => {
    const media = new FakeMedia(mediaError('NotAllowedError'))
    expect((await open(media)).opened).toEqual({ kind: 'failed', reason: 'permission-denied' })
    expect(media.asked.length).toBe(1)
  })

  it.each([
    ['NotFoundError', 'no-device'],
    ['OverconstrainedError', 'no-device'],
    ['NotReadableError', 'device-busy'],
    ['NotAllowedError', 'permission-denied'],
    ['SecurityError', 'permission-denied'],
    ['TimeoutError', 'no-answer'],
    ['InvalidStateError', 'unknown'],
  ])('fails when no device starts: after %s it is %s', async (name, reason) => {
    const media = new FakeMedia(mediaError('NotReadableError'), mediaError(name))
    expect((await open(media)).opened).toEqual({ kind: 'failed', reason })
    expect(media.asked.length).toBe(2)
  })

  it('fails on a page that is not secure', async () => {
    const opened = await openStream(undefined, request, () => undefined)
    expect(opened).toEqual({ kind: 'failed', reason: 'insecure-page' })
    expect(await openDevice(undefined, 'device-1')).toEqual(opened)
  })
})

describe('a device that is to stand in', () => {
  const gone = mediaError('NotFoundError')
  const idsAsked = (media: FakeMedia) => media.asked.map(({ video }) => JSON.stringify(video).match(/device-\d/)?.[0])
  const openWith = (media: FakeMedia, claimStandIn: (deviceId: string) => boolean) =>
    openStream(media, { ...request, claimStandIn }, () => undefined)

  it('is the first free one that starts, claimed before it is asked for', async () => {
    const media = new FakeMedia(gone, mediaError('NotReadableError'))
    media.listed = ['device-1', 'device-2', 'device-3', 'device-4']
    const claimed: string[] = []
    const opened = await openWith(media, (id) => id !== 'device-2' && claimed.push(id) > 0)
    expect(opened).toMatchObject({ kind: 'open', isSubstitute: true })
    expect([idsAsked(media), claimed]).toEqual([
      ['device-1', 'device-3', 'device-4'],
      ['device-3', 'device-4'],
    ])
  })

  it('is any where no free one starts', async () => {
    const media = new FakeMedia(gone, gone)
    media.listed = ['device-2', 'device-3']
    await openWith(media, (id) => id === 'device-3')
    expect(idsAsked(media)).toEqual(['device-1', 'device-3', undefined])
  })

  it('is any where the browser lists none', async () => {
    const media = new FakeMedia(gone)
    media.enumerateDevices = () => Promise.reject(mediaError('NotAllowedError'))
    expect(await openWith(media, () => true)).toMatchObject({ kind: 'open', isSubstitute: true })
  })

  it('is not asked for where only the device itself will do', async () => {
    const media = new FakeMedia(gone)
    expect(await openDevice(media, 'device-1')).toEqual({ kind: 'failed', reason: 'no-device' })
    expect(media.asked.length).toBe(1)
  })
})

it('a stream tells its device where the browser does', () => {
  expect(deviceOf(new FakeStream('audio').asMediaStream)).toBe(undefined)
  const stream = new FakeStream('video')
  Object.assign(stream.tracks[0] ?? {}, { deviceId: 'device-9' })
  expect(deviceOf(stream.asMediaStream)).toBe('device-9')
})

describe('opening a camera with sound', () => {
  const withSound = { ...request, withAudio: true }

  it('asks for the microphone on its own and adds its track', async () => {
    const media = new FakeMedia()
    const { opened, refusals } = await open(media, withSound)
    expect(media.asked.map(({ video, audio }) => [Boolean(video), audio])).toEqual([
      [true, false],
      [false, true],
    ])
    expect(opened).toMatchObject({ kind: 'open', hasAudio: true, isSubstitute: false })
    expect(media.given[0]?.tracks.map(({ kind }) => kind)).toEqual(['video', 'audio'])
    expect(refusals).toEqual([])
  })

  it('goes on without sound when the microphone is refused, and only warns (CAM-44)', async () => {
    const refusal = mediaError('NotAllowedError')
    const media = new FakeMedia(new FakeStream('video'), refusal)
    const { opened, refusals } = await open(media, withSound)
    expect(opened).toMatchObject({ kind: 'open', hasAudio: false })
    expect(media.given[0]?.isLive).toBe(true)
    expect(refusals).toEqual([refusal])
  })

  it('has no sound when the microphone has no track', async () => {
    const media = new FakeMedia(new FakeStream('video'), new FakeStream())
    expect((await open(media, withSound)).opened).toMatchObject({ kind: 'open', hasAudio: false })
  })

  it('does not ask for the microphone when the camera failed', async () => {
    const media = new FakeMedia(mediaError('NotAllowedError'))
    await open(media, withSound)
    expect(media.asked.length).toBe(1)
  })

  it('adds the microphone to a substitute as well (CAM-45)', async () => {
    const media = new FakeMedia(mediaError('NotReadableError'))
    expect((await open(media, withSound)).opened).toMatchObject({ hasAudio: true, isSubstitute: true })
  })
})

describe('stopping a stream', () => {
  it('ends every track, so that the camera’s light goes out', () => {
    const stream = new FakeStream('video', 'audio')
    stopStream(stream.asMediaStream)
    expect(stream.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended'])
  })
})
