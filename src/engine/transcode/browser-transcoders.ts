import { pageClock } from '../clock'
import { FfmpegTranscoder } from './ffmpeg-transcoder'
import type { Transcoder } from './transcoder'

export interface Transcoders {
  /** Transcodes by the browser's own codecs. */
  readonly codecs: Transcoder
  /** Transcodes by ffmpeg in WebAssembly. */
  readonly ffmpeg: Transcoder
}

/** The ways of this browser. Nothing is fetched before the first use: neither the containers' code nor ffmpeg. */
export function browserTranscoders(): Transcoders {
  return {
    codecs: {
      async toMp4(clip, options) {
        try {
          const { codecTranscoder } = await import('./codec-transcoder')
          return await codecTranscoder.toMp4(clip, options)
        } catch {
          return { kind: 'failed', reason: 'core-not-loaded' }
        }
      },
    },
    ffmpeg: new FfmpegTranscoder({
      newCore: async () => (await import('./ffmpeg-core')).servedCore(),
      readTracks: async (clip) => (await import('./clip-tracks')).readTracks(clip),
      clock: pageClock,
    }),
  }
}
