import { describe, expect, test } from 'vitest'
import { encodedBitRate } from '../../../src/engine/transcode/bit-rate'
import { mp4Command } from '../../../src/engine/transcode/mp4-command'

const commandOf = (videoCodec: string | null, audioCodec: string | null = null) => {
  const { args, how } = mp4Command({ videoCodec, audioCodec, durationSec: 15 }, 1_875_000)
  const optionOf = (name: string) => args[args.indexOf(name) + 1]
  return { args, how, video: optionOf('-c:v'), audio: optionOf('-c:a'), optionOf }
}

describe('the pictures', () => {
  test.each(['avc', 'vp9', 'av1'])('of %s are copied: they may stand in an MP4 file', (codec) => {
    expect(commandOf(codec)).toMatchObject({ how: 'copied', video: 'copy' })
  })

  test.each(['vp8', 'hevc', null])('of %s are encoded to H.264 in the format that all players know', (codec) => {
    const { how, video, optionOf } = commandOf(codec)
    expect([how, video, optionOf('-pix_fmt'), optionOf('-preset')]).toEqual([
      'encoded',
      'libx264',
      'yuv420p',
      'ultrafast',
    ])
  })

  test('keep their own times, and take no more room than half as much again', () => {
    const { optionOf } = commandOf('vp8')
    expect([optionOf('-fps_mode'), optionOf('-enc_time_base'), optionOf('-maxrate')]).toEqual(['vfr', '-1', '1500000'])
  })
})

test('sound becomes AAC, since not all players take Opus in an MP4 file; AAC is copied', () => {
  expect(commandOf('vp8', 'opus').audio).toBe('aac')
  expect(commandOf('vp9', 'unknown').audio).toBe('aac')
  expect(commandOf('avc', 'aac').audio).toBe('copy')
})

test('the index stands in front', () => {
  expect(commandOf('vp8').optionOf('-movflags')).toBe('+faststart')
  expect(commandOf('vp9').optionOf('-movflags')).toBe('+faststart')
})

test.each([
  [1_875_000, 15, 1_500_000],
  [1_000, 15, 400_000],
  [60_000_000, 15, 8_000_000],
  [1_000, 0, 600_000],
])('%i bytes in %i s become at most %i bits a second', (sizeBytes, durationSec, bitRate) => {
  expect(encodedBitRate(sizeBytes, durationSec)).toBe(bitRate)
})
