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
    codecs: fetched(async () => (await import('./codec-transcoder')).codecTranscoder),
    ffmpeg: fetched(async () => (await import('./served-ffmpeg')).servedFfmpeg),
  }
}

/** What did not arrive is fetched anew at the next use. */
function fetched(load: () => Promise<Transcoder>): Transcoder {
  return {
    async toMp4(clip, options) {
      try {
        const transcoder = await load()
        return await transcoder.toMp4(clip, options)
      } catch {
        return { kind: 'failed', reason: 'core-not-loaded' }
      }
    },
  }
}
