import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepRecordingAtom } from '../../../src/state/recordings/recording-settings'
import {
  LATENESS_LIMIT_MS,
  LATENESS_POLL_MS,
  LOAD_RETRY_MS,
  type PreparedClip,
  prepareClipAtom,
  punctualityAtom,
  transcodersAtom,
  transcodeStateAtomOf,
} from '../../../src/state/recordings/transcode'
import { mp4, webm } from '../../server/support/forms'
import { startApp, type TestApp } from '../../support/app'
import { done, failed, fakeTranscoders } from '../../support/browser/fake-transcoder'

const id = 'camera-1'
const clip = new Blob([new Uint8Array(webm())], { type: 'video/webm' })
const asRecorded = (note: unknown) => ({ content: clip, mediaType: 'video/webm', note })

let app: TestApp
let ways: ReturnType<typeof fakeTranscoders>
let signal: AbortController
beforeEach(async () => {
  app = await startApp()
  ways = fakeTranscoders()
  app.store.set(transcodersAtom, ways)
  app.store.set(keepRecordingAtom, id, { isMp4Wanted: true, longestClipMs: 15_000 })
  signal = new AbortController()
})
afterEach(() => app.close())

const prepare = (content = clip): Promise<PreparedClip> =>
  app.store.set(prepareClipAtom, id, content, 'video/webm', signal.signal)
const state = () => app.store.get(transcodeStateAtomOf(id))
const converting = () => ways.ffmpeg.calls.length
const late = (areLate: boolean) => app.store.set(punctualityAtom, { areChecksLate: () => areLate })
/** A look at whether checks are late, and the time until it. */
const poll = async (times = 1) => {
  for (let time = 0; time < times; time++) {
    app.backend.hub.clock.advance(LATENESS_POLL_MS)
    app.timers.fire()
    await app.settle()
  }
}

describe('a clip before its upload (CLIP-09)', () => {
  test('stays as it is where its camera does not ask for MP4, which is the default', async () => {
    app.store.set(keepRecordingAtom, id, { isMp4Wanted: false, longestClipMs: 15_000 })
    expect([await prepare(), converting()]).toEqual([asRecorded(null), 0])
  })

  test('stays as it is where it is MP4 already, whatever it is called', async () => {
    const content = new Blob([new Uint8Array(mp4())])
    expect([await prepare(content), converting()]).toEqual([{ content, mediaType: 'video/webm', note: null }, 0])
  })

  test('becomes MP4, with progress', async () => {
    const preparing = prepare()
    await app.settle()
    expect([state(), ways.ffmpeg.call.clip]).toEqual([{ phase: 'working', progress: 0 }, clip])
    ways.ffmpeg.call.options.onProgress?.(0.4)
    expect(state()).toEqual({ phase: 'working', progress: 0.4 })
    ways.ffmpeg.call.settle(done('made'))
    const { content, mediaType, note } = await preparing
    expect([(await content.text()).slice(8), mediaType, note]).toEqual(['made', 'video/mp4', null])
    expect([state(), app.timers.delays()]).toEqual([{ phase: 'idle' }, []])
  })

  test.each(['took-too-long', 'out-of-memory', 'broke-off', 'not-readable'] as const)(
    'goes as it was recorded where converting failed: %s; the next is tried again',
    async (reason) => {
      const preparing = prepare()
      await app.settle()
      ways.ffmpeg.call.settle(failed(reason))
      const { note } = await preparing
      expect([await preparing, state()]).toEqual([asRecorded(note), { phase: 'unavailable', why: note }])
      expect(note).toMatch(/as (they were|it was) recorded\.$/)
      const next = prepare()
      await app.settle()
      expect([converting(), state().phase]).toEqual([2, 'working'])
      ways.ffmpeg.call.settle(done())
      expect([(await next).mediaType, state().phase]).toEqual(['video/mp4', 'idle'])
    },
  )

  test('loads ffmpeg again only after some minutes where that failed', async () => {
    const preparing = prepare()
    await app.settle()
    ways.ffmpeg.call.settle(failed('core-not-loaded'))
    const { note } = await preparing
    expect(note).toContain('could not be loaded')
    app.backend.hub.clock.advance(LOAD_RETRY_MS - 1)
    expect([await prepare(), converting()]).toEqual([asRecorded(note), 1])
    app.backend.hub.clock.advance(1)
    void prepare()
    await app.settle()
    expect(converting()).toBe(2)
    signal.abort()
  })

  test('loads ffmpeg again also where the clock was set back meanwhile', async () => {
    const preparing = prepare()
    await app.settle()
    ways.ffmpeg.call.settle(failed('core-not-loaded'))
    await preparing
    app.backend.hub.clock.advance(-3_600_000)
    void prepare()
    await app.settle()
    expect(converting()).toBe(2)
    signal.abort()
  })

  test('that is MP4 already ends what the card of its camera told of a clip before, and of no other', async () => {
    const preparing = prepare()
    await app.settle()
    ways.ffmpeg.call.settle(failed('core-not-loaded'))
    await preparing
    const other = 'camera-2'
    app.store.set(keepRecordingAtom, other, { isMp4Wanted: true, longestClipMs: 15_000 })
    const isMp4 = new Blob([new Uint8Array(mp4())])
    await app.store.set(prepareClipAtom, other, isMp4, 'video/mp4', signal.signal)
    expect(state().phase).toBe('unavailable')
    await prepare(isMp4)
    expect(state()).toEqual({ phase: 'idle' })
  })

  test('is given back at once when delivery ends', async () => {
    const preparing = prepare()
    await app.settle()
    signal.abort()
    expect([await preparing, state(), app.timers.delays()]).toEqual([asRecorded(null), { phase: 'idle' }, []])
  })
})

describe('while motion is checked late (low priority)', () => {
  test('a clip waits, and is converted once there is time', async () => {
    late(true)
    const preparing = prepare()
    await app.settle()
    await poll(3)
    expect([converting(), state()]).toEqual([0, { phase: 'idle' }])
    late(false)
    await poll()
    ways.ffmpeg.call.settle(done())
    expect((await preparing).mediaType).toBe('video/mp4')
  })

  test('it goes as it was recorded after two minutes', async () => {
    late(true)
    const preparing = prepare()
    await app.settle()
    app.backend.hub.clock.advance(LATENESS_LIMIT_MS - 2 * LATENESS_POLL_MS)
    await poll()
    expect(app.timers.delays()).toEqual([LATENESS_POLL_MS])
    await poll()
    const { note } = await preparing
    expect([await preparing, converting()]).toEqual([asRecorded(note), 0])
    expect(note).toContain('busy')
  })

  test('those after it go at once, until the machine has time again', async () => {
    late(true)
    const first = prepare()
    await app.settle()
    await poll(LATENESS_LIMIT_MS / LATENESS_POLL_MS)
    expect((await first).note).toContain('busy')
    const second = prepare()
    await app.settle()
    expect([app.timers.delays(), converting()]).toEqual([[], 0])
    expect((await second).note).toContain('busy')
    late(false)
    const third = prepare()
    await app.settle()
    ways.ffmpeg.call.settle(done())
    expect((await third).mediaType).toBe('video/mp4')
    late(true)
    const fourth = prepare()
    await app.settle()
    expect(app.timers.delays()).toEqual([LATENESS_POLL_MS])
    signal.abort()
    await fourth
  })

  test('it waits no longer where the clock is set back meanwhile', async () => {
    late(true)
    const preparing = prepare()
    await app.settle()
    app.backend.hub.clock.advance(-3_600_000)
    await poll(LATENESS_LIMIT_MS / LATENESS_POLL_MS - 1)
    expect(app.timers.delays()).toEqual([LATENESS_POLL_MS])
    await poll()
    expect(app.timers.delays()).toEqual([])
    expect((await preparing).note).toContain('busy')
  })

  test('waiting ends with the delivery', async () => {
    late(true)
    const preparing = prepare()
    await app.settle()
    signal.abort()
    expect([await preparing, app.timers.delays()]).toEqual([asRecorded(null), []])
  })

  test('what is being converted goes on over a hiccup, and ends where it lasts', async () => {
    const preparing = prepare()
    await app.settle()
    late(true)
    await poll(4)
    late(false)
    await poll()
    late(true)
    await poll(4)
    expect(ways.ffmpeg.call.options.signal.aborted).toBe(false)
    await poll()
    expect(ways.ffmpeg.call.options.signal.aborted).toBe(true)
    const { note } = await preparing
    expect([await preparing, state().phase]).toEqual([asRecorded(note), 'unavailable'])
    expect(note).toContain('busy')
  })
})

test('the card of a camera tells of its own clips, and of none where MP4 is not asked for', async () => {
  const of = (cameraId: string) => app.store.get(transcodeStateAtomOf(cameraId)).phase
  app.store.set(keepRecordingAtom, 'camera-2', { isMp4Wanted: true, longestClipMs: 15_000 })
  const preparing = prepare()
  await app.settle()
  expect([of(id), of('camera-2'), of('camera-3')]).toEqual(['working', 'idle', 'idle'])
  ways.ffmpeg.call.settle(failed('core-not-loaded'))
  await preparing
  expect([of(id), of('camera-2'), of('camera-3')]).toEqual(['unavailable', 'idle', 'idle'])
  await app.store.set(prepareClipAtom, 'camera-2', clip, 'video/webm', signal.signal)
  expect([of(id), of('camera-2')]).toEqual(['unavailable', 'unavailable'])
  app.backend.hub.clock.advance(LOAD_RETRY_MS)
  const again = prepare()
  await app.settle()
  ways.ffmpeg.call.settle(done())
  await again
  expect([of(id), of('camera-2')]).toEqual(['idle', 'idle'])
})
