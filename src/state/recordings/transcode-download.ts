import { atom } from 'jotai/vanilla'
import { isMp4, type TranscodeResult } from '../../engine/transcode'
import { transcodersAtom } from './transcode-ways'

/** What is worth a second try by the other way; a clip that cannot be read is not. */
const otherWayReasons = new Set(['codec-missing', 'broke-off', 'core-not-loaded', 'out-of-memory'])

export interface DownloadOptions {
  readonly signal: AbortSignal
  /** Share that is done, 0 to 1; begins anew where the quick way fails. */
  readonly onProgress: (ratio: number) => void
}

/**
 * A recording as MP4, whatever it is stored as (CLIP-11): as it is where it is one; else by the browser's own codecs,
 * which take a tenth of its length, or by ffmpeg, which takes a third.
 */
export const toMp4Atom = atom(
  null,
  async (get, _set, stored: Blob, options: DownloadOptions): Promise<TranscodeResult> => {
    if (await isMp4(stored)) return { kind: 'done', content: stored, how: 'copied', elapsedMs: 0 }
    const { codecs, ffmpeg } = get(transcodersAtom)
    const quick = await codecs.toMp4(stored, options)
    const isWorthMore = quick.kind === 'failed' && otherWayReasons.has(quick.reason)
    return isWorthMore ? ffmpeg.toMp4(stored, options) : quick
  },
)
