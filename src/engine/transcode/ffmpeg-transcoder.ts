import { MINUTE_MS } from '../../lib/durations'
import { InTurn } from '../../lib/in-turn'
import type { Cancel, Clock } from '../clock'
import type { ClipTracks } from './clip-tracks'
import type { CoreProgress, FfmpegCore } from './ffmpeg-core'
import { INPUT_FILE, type Mp4Command, mp4Command, OUTPUT_FILE } from './mp4-command'
import { type LimitedOutcome, withinLimit } from './time-limit'
import {
  MP4_TYPE,
  type TranscodeFailure,
  type TranscodeOptions,
  type TranscodeResult,
  type Transcoder,
} from './transcoder'

/** Fetching and starting ffmpeg, 32 MB, may take this long. */
export const LOAD_LIMIT_MS = 180_000
/** A clip may take ten times its length, and a short one this long. */
export const LEAST_WORK_LIMIT_MS = MINUTE_MS
const WORK_LIMIT_FACTOR = 10
/** The core is ended after this long without work, so that its memory (100 MB and more) comes back. */
export const IDLE_LIMIT_MS = 180_000

interface FfmpegPorts {
  /** A core that was not loaded yet. */
  readonly newCore: () => Promise<FfmpegCore>
  readonly readTracks: (clip: Blob) => Promise<ClipTracks | null>
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>
}

/** The way that works in every browser: ffmpeg in a worker of its own, one job at a time, fetched at first use. */
export class FfmpegTranscoder implements Transcoder {
  readonly #ports: FfmpegPorts
  readonly #queue = new InTurn()
  #core: FfmpegCore | null = null
  #cancelUnloading: Cancel = () => undefined

  constructor(ports: FfmpegPorts) {
    this.#ports = ports
  }

  async toMp4(clip: Blob, options: TranscodeOptions): Promise<TranscodeResult> {
    const { signal } = options
    const job = this.#queue.run(() =>
      signal.aborted ? Promise.resolve(failed('cancelled')) : this.#run(clip, options),
    )
    // Whoever waits for his turn does not wait for it to be told that he left.
    const cancelled = new Promise<TranscodeResult>((resolve) => {
      const leave = () => resolve(failed('cancelled'))
      signal.addEventListener('abort', leave, { once: true })
      const stay = () => signal.removeEventListener('abort', leave)
      job.then(stay, stay)
      if (signal.aborted) leave()
    })
    return Promise.race([job, cancelled])
  }

  async #run(clip: Blob, options: TranscodeOptions): Promise<TranscodeResult> {
    const { clock, readTracks } = this.#ports
    this.#cancelUnloading()
    try {
      const tracks = await readTracks(clip)
      if (tracks === null) return failed('not-readable')
      const failure = await this.#load(options.signal)
      if (failure !== null) return failed(failure)
      return await this.#convert(clip, tracks, options)
    } catch {
      // The code that reads tracks is fetched as well, and was not there.
      return failed('core-not-loaded')
    } finally {
      this.#cancelUnloading = clock.after(IDLE_LIMIT_MS, () => this.#unload())
    }
  }

  async #load(signal: AbortSignal): Promise<TranscodeFailure | null> {
    if (this.#core !== null) return null
    let isGivenUp = false
    const begin = async () => {
      const core = await this.#ports.newCore()
      // Its code may come after nobody waits for it any more, and then in the middle of the next job.
      if (isGivenUp) return core.terminate()
      this.#core = core
      await core.load()
    }
    const outcome = await withinLimit(begin(), { limitMs: LOAD_LIMIT_MS, signal, clock: this.#ports.clock })
    if (outcome.kind === 'finished') return null
    isGivenUp = true
    this.#unload()
    if (outcome.kind === 'cancelled') return 'cancelled'
    return outcome.kind === 'broke-off' && isOutOfMemory(outcome.error) ? 'out-of-memory' : 'core-not-loaded'
  }

  async #convert(clip: Blob, tracks: ClipTracks, { signal, onProgress }: TranscodeOptions): Promise<TranscodeResult> {
    const core = this.#core
    if (core === null) return failed('core-not-loaded')
    const { clock } = this.#ports
    const startedAtMs = clock.monotonicMs()
    const report = risingRatio(tracks.durationSec, onProgress)
    core.on('progress', report)
    const command = mp4Command(tracks, clip.size)
    const limitMs = Math.max(LEAST_WORK_LIMIT_MS, WORK_LIMIT_FACTOR * 1000 * tracks.durationSec)
    const outcome = await withinLimit(convertWith(core, clip, command), { limitMs, signal, clock })
    core.off('progress', report)
    if (outcome.kind === 'finished' && outcome.value !== null) {
      onProgress?.(1)
      return { kind: 'done', content: outcome.value, how: command.how, elapsedMs: clock.monotonicMs() - startedAtMs }
    }
    // It may still work, or be in any state: the next job gets a new one.
    this.#unload()
    return failed(failureOf(outcome))
  }

  #unload(): void {
    this.#core?.terminate()
    this.#core = null
  }
}

/** null where ffmpeg gave up. Rejects where the core broke. */
async function convertWith(core: FfmpegCore, clip: Blob, { args }: Mp4Command): Promise<Blob | null> {
  await core.writeFile(INPUT_FILE, new Uint8Array(await clip.arrayBuffer()))
  const code = await core.exec([...args])
  if (code !== 0) return null
  const content = await core.readFile(OUTPUT_FILE)
  await core.deleteFile(INPUT_FILE)
  await core.deleteFile(OUTPUT_FILE)
  // A copy, since the bytes are typed as perhaps shared; the core sends them as its own.
  return typeof content === 'string' || content.length === 0 ? null : new Blob([content.slice()], { type: MP4_TYPE })
}

function risingRatio(durationSec: number, tell: TranscodeOptions['onProgress']) {
  let highest = 0
  return ({ time }: CoreProgress): void => {
    const ratio = time / 1e6 / durationSec
    if (!(ratio > highest && ratio <= 1)) return
    highest = ratio
    tell?.(ratio)
  }
}

function failureOf(outcome: LimitedOutcome<Blob | null>): TranscodeFailure {
  switch (outcome.kind) {
    case 'cancelled':
      return 'cancelled'
    case 'out-of-time':
      return 'took-too-long'
    case 'broke-off':
      return isOutOfMemory(outcome.error) ? 'out-of-memory' : 'broke-off'
    case 'finished':
      return 'broke-off'
  }
}

/** The core tells errors as text. */
function isOutOfMemory(error: unknown): boolean {
  return /out of memory|OOM|memory access out of bounds|allocation failed|enlarge memory/i.test(String(error))
}

function failed(reason: TranscodeFailure): TranscodeResult {
  return { kind: 'failed', reason }
}
