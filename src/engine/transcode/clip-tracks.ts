import { inputOf } from './film-input'

/** What a clip holds, as far as it decides how an MP4 file is made of it. */
export interface ClipTracks {
  /** mediabunny's name of the codec, such as vp8; null where it knows none. */
  readonly videoCodec: string | null
  /** null where the clip has no sound. */
  readonly audioCodec: string | null
  readonly durationSec: number
}

/** null where the clip holds no picture or cannot be read. */
export async function readTracks(clip: Blob): Promise<ClipTracks | null> {
  const input = inputOf(clip)
  try {
    const video = await input.getPrimaryVideoTrack()
    if (video === null) return null
    const audio = await input.getPrimaryAudioTrack()
    return {
      videoCodec: await video.getCodec(),
      audioCodec: audio === null ? null : ((await audio.getCodec()) ?? 'unknown'),
      durationSec: await input.computeDuration(),
    }
  } catch {
    return null
  } finally {
    input.dispose()
  }
}
