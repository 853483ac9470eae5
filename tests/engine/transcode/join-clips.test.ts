import { BlobSource, Input, MP4 } from 'mediabunny'
import { describe, expect, test } from 'vitest'
import { joinByCodecs } from '../../../src/engine/transcode/join-clips'
import type { JoinOptions } from '../../../src/engine/transcode/joiner'
import { madeClip } from '../../support/made-clips'

const options = (change: Partial<JoinOptions> = {}): JoinOptions => ({
  ...{ signal: new AbortController().signal, onProgress: () => undefined, title: 'Door', comment: 'left out: none' },
  ...{ startedAtMs: Date.parse('2026-03-10T08:00:00Z'), ...change },
})
const vp9 = (durationSec: number) => madeClip({ video: 'vp9', durationSec })

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
  test('of one kind are copied whole, and the file says what is missing (REV-14)', async () => {
    const progress: number[] = []
    const onProgress = (ratio: number) => progress.push(ratio)
    const result = await joinByCodecs([await vp9(2), await vp9(3)], options({ onProgress }))
    if (result.kind === 'failed') throw new Error(result.reason)
    const { durationSec, packets, tags } = await read(result.content)
    expect([durationSec, packets]).toEqual([expect.closeTo(5, 0), 50])
    expect(tags).toMatchObject({ title: 'Door', comment: 'left out: none' })
    expect(result).toMatchObject({ how: 'copied', leftOut: [], isMute: false })
    expect([...progress].sort((a, b) => a - b)).toEqual(progress)
    expect(progress.at(-1)).toBeGreaterThan(0.95)
  })

  test('that cannot be read are left out and named by their place (REV-14)', async () => {
    const result = await joinByCodecs([await vp9(1), new Blob(['nothing']), await vp9(1)], options())
    expect(result).toMatchObject({ kind: 'done', leftOut: [1] })
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
      ...{ kind: 'failed', reason: 'cancelled' },
    })
  })
})
