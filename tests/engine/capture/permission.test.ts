import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  askPermission,
  type CameraPermission,
  watchMicrophone,
  watchPermission,
} from '../../../src/engine/capture/permission'
import { asMediaDevices, FakeMedia, FakeStream, mediaError } from '../../support/browser/fake-media'

describe('asking for the camera (CAM-42)', () => {
  const ask = (media: FakeMedia) => askPermission(asMediaDevices(media))

  it('is granted with one question for both, and turns the camera off again', async () => {
    const media = new FakeMedia()
    expect(await ask(media)).toEqual({ phase: 'granted' })
    expect(media.asked).toEqual([{ video: true, audio: true }])
    expect(media.given[0]?.isLive).toBe(false)
  })

  it.each(['NotAllowedError', 'NotFoundError'])(
    'is granted without the microphone, which answered %s (CAM-44)',
    async (name) => {
      const media = new FakeMedia(mediaError(name), new FakeStream('video'))
      expect(await ask(media)).toEqual({ phase: 'granted' })
      expect(media.asked[1]).toEqual({ video: true })
      expect(media.given[0]?.isLive).toBe(false)
    },
  )

  it('is denied when the camera itself is refused', async () => {
    const media = new FakeMedia(mediaError('NotFoundError'), mediaError('NotAllowedError'))
    expect(await ask(media)).toEqual({ phase: 'denied' })
  })

  it('is unavailable, with the reason, when no camera is there or it is busy', async () => {
    const none = new FakeMedia(mediaError('NotFoundError'), mediaError('NotFoundError'))
    expect(await ask(none)).toEqual({ phase: 'unavailable', reason: 'no-device' })
    const busy = new FakeMedia(mediaError('NotReadableError'), mediaError('NotReadableError'))
    expect(await ask(busy)).toEqual({ phase: 'unavailable', reason: 'device-busy' })
  })

  it('is unavailable on a page that is not secure', async () => {
    expect(await askPermission(undefined)).toEqual({ phase: 'unavailable', reason: 'insecure-page' })
  })
})

describe('watching the permission (CAM-33, CAM-35)', () => {
  const reported: CameraPermission[] = []
  const closing = new AbortController()
  const watch = (signal = new AbortController().signal) => watchPermission((state) => reported.push(state), signal)
  const status = Object.assign(new EventTarget(), { state: 'prompt' })
  const answer = (query: () => Promise<unknown>) =>
    vi.stubGlobal('navigator', { mediaDevices: {}, permissions: { query } })

  afterEach(() => {
    vi.unstubAllGlobals()
    reported.length = 0
  })

  it('reports how it stands and every change, until it is ended', async () => {
    answer(async () => status)
    await watch(closing.signal)
    status.state = 'granted'
    status.dispatchEvent(new Event('change'))
    closing.abort()
    status.state = 'denied'
    status.dispatchEvent(new Event('change'))
    expect(reported).toEqual([{ phase: 'prompt' }, { phase: 'granted' }])
  })

  it('reports nothing when it is ended before the browser answers', async () => {
    const ended = AbortSignal.abort()
    answer(async () => status)
    await watch(ended)
    answer(() => Promise.reject(new TypeError('unknown permission')))
    await watch(ended)
    expect(reported).toEqual([])
  })

  it('reports a prompt where the browser does not know the permission, so that the button asks', async () => {
    answer(() => Promise.reject(new TypeError('unknown permission')))
    await watch()
    expect(reported).toEqual([{ phase: 'prompt' }])
  })

  it('reports a page that is not secure as unavailable', async () => {
    vi.stubGlobal('navigator', {})
    await watch()
    expect(reported).toEqual([{ phase: 'unavailable', reason: 'insecure-page' }])
  })
})

describe('watching the microphone (ENG-13)', () => {
  const query = vi.fn()
  let allowed = 0
  const watch = (signal = new AbortController().signal) => watchMicrophone(() => allowed++, signal)

  beforeEach(() => {
    allowed = 0
    vi.stubGlobal('navigator', { permissions: { query } })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    query.mockReset()
  })

  it('tells each time that it is allowed, until it is ended', async () => {
    const status = Object.assign(new EventTarget(), { state: 'prompt' })
    const turn = (state: string) => {
      status.state = state
      status.dispatchEvent(new Event('change'))
    }
    query.mockResolvedValue(status)
    const closing = new AbortController()
    await watch(closing.signal)
    expect([query.mock.calls, allowed]).toEqual([[[{ name: 'microphone' }]], 0])
    for (const state of ['denied', 'granted', 'prompt', 'granted']) turn(state)
    expect(allowed).toBe(2)
    closing.abort()
    turn('granted')
    expect(allowed).toBe(2)
  })

  it('tells nothing where the browser does not know the permission, or has none at all', async () => {
    query.mockRejectedValue(new TypeError('unknown permission'))
    await watch()
    vi.stubGlobal('navigator', {})
    await watch()
    expect(allowed).toBe(0)
  })
})
