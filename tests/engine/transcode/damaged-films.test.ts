import { describe, expect, test } from 'vitest'
import { readTracks } from '../../../src/engine/transcode/clip-tracks'
import { codecTranscoder } from '../../../src/engine/transcode/codec-transcoder'
import { joinByCodecs } from '../../../src/engine/transcode/join-clips'
import { findMotion } from '../../../src/state/recordings/motion-moment'
import { madeClip } from '../../support/made-clips'
import { recordingOf } from '../../support/recordings'

const { signal } = new AbortController()

/** As a disk gives a file back that lost its power before all of it was written. */
async function endingInZeros(film: Promise<Blob>): Promise<Blob> {
  const bytes = new Uint8Array(await (await film).arrayBuffer())
  return new Blob([bytes.fill(0, bytes.length * 0.6)])
}

/** The length of its list of tracks is none. */
async function withoutLength(film: Promise<Blob>): Promise<Blob> {
  const bytes = Buffer.from(await (await film).arrayBuffer())
  const tracks = Buffer.from([0x16, 0x54, 0xae, 0x6b])
  bytes[bytes.lastIndexOf(tracks) + tracks.length] = 0
  return new Blob([bytes])
}

/** One bit of its index is another: it names more frames than there are in the world. */
async function withFlippedBit(film: Promise<Blob>): Promise<Blob> {
  const bytes = Buffer.from(await (await film).arrayBuffer())
  const at = bytes.indexOf('stsc') + 16
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x80, at)
  return new Blob([bytes])
}

const made = () => madeClip({ video: 'vp9', durationSec: 3 })
const recorded = () => recordingOf({ frames: 45, hasAudio: true })

// Each of these went on for ever, and let nothing else of the tab have a turn.
describe.each([
  ['webm with an index, whose end is zeros', () => endingInZeros(made())],
  ['webm as it is recorded, whose end is zeros', () => endingInZeros(recorded())],
  ['webm with a part whose length cannot be read', () => withoutLength(recorded())],
  ['webm with zeros behind its end', async () => new Blob([await recorded(), new Uint8Array(5_000)])],
  ['mp4 with a flipped bit in its index', () => withFlippedBit(madeClip({ container: 'mp4', durationSec: 15 }))],
])('a %s', (_, film) => {
  test('has no moment of motion', async () => {
    expect(await findMotion(await film())).toBeNull()
  })

  test('is no MP4: it is saved as it is', async () => {
    expect(await codecTranscoder.toMp4(await film(), { signal })).toMatchObject({ kind: 'failed' })
    expect(await readTracks(await film())).toBeNull()
  })

  test('keeps no other out of a file of several', async () => {
    const told = { title: '', comment: () => '', startedAtMs: 0, onProgress: () => undefined }
    const result = await joinByCodecs([await made(), await film()], { signal, ...told })
    expect(result).toMatchObject({ kind: 'done', leftOut: [1] })
  })
})
