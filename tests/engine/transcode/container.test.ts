import { expect, test } from 'vitest'
import { isMp4, isWebm } from '../../../src/engine/transcode/container'
import { madeClip } from '../../support/made-clips'

test('an MP4 file is told by its first bytes, whatever it is called', async () => {
  const mp4 = await madeClip({ container: 'mp4', video: 'vp9' })
  expect(await isMp4(new Blob([mp4], { type: 'video/webm' }))).toBe(true)
  expect(await isMp4(new Blob([await madeClip()], { type: 'video/mp4' }))).toBe(false)
})

test.each([[[]], [[0, 0, 0, 32]], [[0x66, 0x74, 0x79, 0x70, 0, 0, 0, 0]], [[0, 0, 0, 32, 0x66, 0x74, 0x79]]])(
  'the bytes %j are none',
  async (bytes) => {
    expect(await isMp4(new Blob([Uint8Array.from(bytes)]))).toBe(false)
  },
)

test('a WebM file is told by its first bytes, too', async () => {
  expect(await isWebm(new Blob([await madeClip()], { type: 'video/mp4' }))).toBe(true)
  for (const bytes of [[], [0x1a, 0x45, 0xdf], [0, 0, 0, 32, 0x66, 0x74, 0x79, 0x70]])
    expect(await isWebm(new Blob([Uint8Array.from(bytes)]))).toBe(false)
})
