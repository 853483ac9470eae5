import { expect, test } from 'vitest'
import { readTracks } from '../../../src/engine/transcode/clip-tracks'
import { codecTranscoder } from '../../../src/engine/transcode/codec-transcoder'
import { isMp4 } from '../../../src/engine/transcode/container'
import { madeClip } from '../../support/made-clips'

/** Of a clip of 3 s with ten pictures a second: webm does not say how long the last one stays. */
const LENGTH_SEC = 2.9

const signal = new AbortController().signal

test('codecs and duration are read from the container', async () => {
  expect(await readTracks(await madeClip({ durationSec: 3, audio: 'opus' }))).toEqual({
    videoCodec: 'vp8',
    audioCodec: 'opus',
    durationSec: expect.closeTo(LENGTH_SEC, 2),
  })
  expect(await readTracks(await madeClip({ container: 'mp4', video: 'vp9' }))).toMatchObject({
    videoCodec: 'vp9',
    audioCodec: null,
  })
})

test.each(['', 'no clip at all', '\x1aE\xdf\xa3 and then nothing'])('%j cannot be read', async (text) => {
  const clip = new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))])
  expect(await readTracks(clip)).toBeNull()
  expect(await codecTranscoder.toMp4(clip, { signal })).toEqual({ kind: 'failed', reason: 'not-readable' })
})

test('the browser’s codecs are not needed where nothing is encoded: VP9 is copied, its length kept', async () => {
  const result = await codecTranscoder.toMp4(await madeClip({ video: 'vp9', durationSec: 3 }), { signal })
  if (result.kind === 'failed') throw new Error(result.reason)
  expect([result.how, result.content.type, await isMp4(result.content)]).toEqual(['copied', 'video/mp4', true])
  expect(await readTracks(result.content)).toMatchObject({
    videoCodec: 'vp9',
    durationSec: expect.closeTo(LENGTH_SEC, 2),
  })
})

test('VP8 needs an encoder, which is not everywhere', async () => {
  expect(await codecTranscoder.toMp4(await madeClip(), { signal })).toEqual({ kind: 'failed', reason: 'codec-missing' })
})

test('a signal that aborted already ends it', async () => {
  const result = await codecTranscoder.toMp4(await madeClip({ video: 'vp9' }), { signal: AbortSignal.abort() })
  expect(result).toEqual({ kind: 'failed', reason: 'cancelled' })
})
