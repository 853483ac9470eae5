import { BlobSource, Input, MP4 } from 'mediabunny'
import { describe, expect, test } from 'vitest'
import { joinByCodecs } from '../../../src/engine/transcode/join-clips'
import type { JoinOptions } from '../../../src/engine/transcode/joiner'
import { madeClip } from '../../support/made-clips'
import { readClip } from '../../support/read-clip'
import { frameNumber, recordingOf } from '../../support/recordings'

const options = (change: Partial<JoinOptions> = {}): JoinOptions => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  title: 'Door',
  comment: (leftOut) => `left out: ${leftOut.join() || 'none'}`,
  startedAtMs: Date.parse('2026-03-10T08:00:00Z'),
  ...change,
})
const vp9 = (durationSec: number) => madeClip({ video: 'vp9', durationSec })
const h264 = (durationSec: number, hasAudio = false) =>
  recordingOf({ container: 'mp4', frames: 15 * durationSec, hasAudio })

async function read(content: Blob) {
  const input = new Input({ source: new BlobSource(content), formats: [MP4] })
  const video = await input.getPrimaryVideoTrack()
  const facts = {
    durationSec: await input.computeDuration(),
    packets: (await video?.computePacketStats())?.packetCount,
    hasSound: (await input.getPrimaryAudioTrack()) !== null,
    tags: await input.getMetadataTags(),
  }
  input.dispose()
  return facts
}

describe('clips behind each other', () => {
  test.each([
    ['VP9 in webm', vp9, 10],
    ['H.264 in MP4, as a camera leaves it', h264, 15],
  ])(
    'of one kind, %s, are copied whole, and the file says what is missing (REV-14)',
    async (_, clipOf, framesPerSec) => {
      const progress: number[] = []
      const onProgress = (ratio: number) => progress.push(ratio)
      const result = await joinByCodecs([await clipOf(2), await clipOf(3)], options({ onProgress }))
      if (result.kind === 'failed') throw new Error(result.reason)
      const { durationSec, packets, tags } = await read(result.content)
      expect([durationSec, packets]).toEqual([expect.closeTo(5, 0), 5 * framesPerSec])
      expect(tags).toMatchObject({ title: 'Door', comment: 'left out: none' })
      expect(result).toMatchObject({ how: 'copied', leftOut: [], isMute: false })
      expect([...progress].sort((a, b) => a - b)).toEqual(progress)
      expect(progress.at(-1)).toBeGreaterThan(0.95)
    },
  )

  test('of H.264 keep every frame and their sound, one behind the other (REV-14)', async () => {
    const clips = [await h264(2, true), await h264(1, true)]
    const result = await joinByCodecs(clips, options())
    if (result.kind === 'failed') throw new Error(result.reason)
    const { video, videoCodec, audio } = await readClip(result.content)
    const numbers = Array.from({ length: 45 }, (_, i) => i % 30)
    expect([videoCodec, video.map(({ data }) => frameNumber('mp4', data))]).toEqual(['avc', numbers])
    expect(video.map(({ atSec }) => Math.round(15 * atSec))).toEqual(Array.from({ length: 45 }, (_, i) => i))
    expect(audio.length).toBe(150)
  })

  test('that cannot be read are left out and named by their place, in the file too (REV-13, REV-14)', async () => {
    const result = await joinByCodecs([await vp9(1), new Blob(['nothing']), await vp9(1)], options())
    if (result.kind === 'failed') throw new Error(result.reason)
    expect(result.leftOut).toEqual([1])
    expect((await read(result.content)).tags.comment).toBe('left out: 1')
    expect(await joinByCodecs([new Blob(['nothing'])], options())).toEqual({ kind: 'failed', reason: 'not-readable' })
  })

  test('have their sound where it is of one kind, also where one clip has none (REV-14)', async () => {
    const withSound = await madeClip({ video: 'vp9', audio: 'opus' })
    const result = await joinByCodecs([withSound, await vp9(2), withSound], options())
    if (result.kind === 'failed') throw new Error(result.reason)
    expect(await read(result.content)).toMatchObject({ hasSound: true, durationSec: expect.closeTo(6, 0) })
  })

  test('of different kinds need an encoder, and without one it is said (REV-14)', async () => {
    const result = await joinByCodecs([await vp9(1), await madeClip({ video: 'vp8', durationSec: 1 })], options())
    expect(result).toEqual({ kind: 'failed', reason: 'codec-missing' })
  })

  test('end at the next frame where they are broken off (REV-14)', async () => {
    const ending = new AbortController()
    const onProgress = () => ending.abort()
    expect(await joinByCodecs([await vp9(2), await vp9(2)], options({ signal: ending.signal, onProgress }))).toEqual({
      kind: 'failed',
      reason: 'cancelled',
    })
  })
})
