import { describe, expect, it } from 'vitest'
import { openStream, stopStream } from '../../../src/engine/capture/stream'
import { FakeMedia, FakeStream, mediaError } from '../../support/fake-media'

const request = { deviceId: 'device-1', withAudio: false }

/** Opens, and collects what was refused. */
async function open(media: FakeMedia, wanted = request) {
  const refusals: unknown[] = []
  const opened = await openStream(media, wanted, (error) => refusals.push(error))
  return { opened, refusals }
}

describe('opening a camera', () => {
  it('asks for exactly the chosen device, at 720p and at most 30 frames a second, without sound', async () => {
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

  it.each(['user', 'environment'])(
    'takes the fallback device %s as a facing mode (spec 8, CAM-43)',
    async (deviceId) => {
      const media = new FakeMedia()
      await open(media, { ...request, deviceId })
      expect(media.asked[0]?.video).toMatchObject({ facingMode: deviceId })
      expect(media.asked[0]?.video).not.toHaveProperty('deviceId')
    },
  )

  it.each(['OverconstrainedError', 'NotFoundError', 'NotReadableError', 'AbortError', 'TypeError'])(
    'falls back to any video device when the chosen one fails with %s, and says so (spec 8, CAM-45)',
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
    ['InvalidStateError', 'unknown'],
  ])('fails when no device starts: after %s it is %s', async (name, reason) => {
    const media = new FakeMedia(mediaError('NotReadableError'), mediaError(name))
    expect((await open(media)).opened).toEqual({ kind: 'failed', reason })
    expect(media.asked.length).toBe(2)
  })

  it('fails on a page that is not secure', async () => {
    const opened = await openStream(undefined, request, () => undefined)
    expect(opened).toEqual({ kind: 'failed', reason: 'insecure-page' })
  })
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

  it('goes on without sound when the microphone is refused, and only warns (spec 8, CAM-44)', async () => {
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

  it('adds the microphone to a substitute as well (spec 8, CAM-45)', async () => {
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
