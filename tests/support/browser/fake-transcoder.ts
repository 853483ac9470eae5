import type { TranscodeResult, Transcoder } from '../../../src/engine/transcode'
import type { Transcoders } from '../../../src/state/recordings/transcode'

type Options = Parameters<Transcoder['toMp4']>[1]

/** A port's fake: every call waits until the test settles it, or its signal aborts. */
class FakeTranscoder implements Transcoder {
  readonly calls: { readonly clip: Blob; readonly options: Options; settle(result: TranscodeResult): void }[] = []

  toMp4(clip: Blob, options: Options): Promise<TranscodeResult> {
    return new Promise((resolve) => {
      options.signal.addEventListener('abort', () => resolve(failed('cancelled')))
      this.calls.push({ clip, options, settle: resolve })
    })
  }

  /** The call that came last. */
  get call() {
    const last = this.calls.at(-1)
    if (last === undefined) throw new Error('It was not called.')
    return last
  }
}

export const fakeTranscoders = () =>
  ({ codecs: new FakeTranscoder(), ffmpeg: new FakeTranscoder() }) satisfies Transcoders

/** The beginning of an MP4 file, and something to tell files apart by. */
const mp4Blob = (text: string) => new Blob([Uint8Array.of(0, 0, 0, 32), 'ftyp', text], { type: 'video/mp4' })

export const done = (text = 'mp4'): TranscodeResult => ({
  kind: 'done',
  how: 'encoded',
  elapsedMs: 5,
  content: mp4Blob(text),
})

export function failed(reason: Extract<TranscodeResult, { kind: 'failed' }>['reason']): TranscodeResult {
  return { kind: 'failed', reason }
}
