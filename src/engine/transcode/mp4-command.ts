import { encodedBitRate } from './bit-rate'
import type { ClipTracks } from './clip-tracks'

export const INPUT_FILE = 'clip'
export const OUTPUT_FILE = 'clip.mp4'

/** Codecs whose pictures go into an MP4 file as they are. VP8 is not one: hardly a player takes it there. */
const copiedVideoCodecs: readonly (string | null)[] = ['avc', 'vp9', 'av1']

const AUDIO_BIT_RATE = '64k'

export interface Mp4Command {
  readonly args: readonly string[]
  readonly how: 'copied' | 'encoded'
}

/** What ffmpeg is told, after `-y` and `-nostdin`, which the core says by itself. */
export function mp4Command(tracks: ClipTracks, sizeBytes: number): Mp4Command {
  const isCopied = copiedVideoCodecs.includes(tracks.videoCodec)
  return {
    how: isCopied ? 'copied' : 'encoded',
    args: [
      '-i',
      INPUT_FILE,
      '-map',
      '0:v:0',
      '-map',
      '0:a:0?',
      ...(isCopied ? ['-c:v', 'copy'] : encoding(encodedBitRate(sizeBytes, tracks.durationSec))),
      // Opus may stand in an MP4 file, but QuickTime and many televisions then play it mute: AAC plays everywhere.
      ...(tracks.audioCodec === 'aac' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', AUDIO_BIT_RATE]),
      // The index in front, so that a player can begin before it has all.
      '-movflags',
      '+faststart',
      OUTPUT_FILE,
    ],
  }
}

function encoding(bitRate: number): string[] {
  return [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-threads',
    '1',
    // Constant quality for the quiet minutes, bounded for the busy ones.
    '-crf',
    '25',
    '-maxrate',
    String(bitRate),
    '-bufsize',
    String(2 * bitRate),
    // H.264 in this colour format, which is the one all players know, takes even sizes only.
    '-pix_fmt',
    'yuv420p',
    '-vf',
    'crop=trunc(iw/2)*2:trunc(ih/2)*2',
    // Cameras are irregular: each frame keeps its own time, and none is doubled or dropped for an even beat.
    '-fps_mode',
    'vfr',
    '-enc_time_base',
    '-1',
  ]
}
