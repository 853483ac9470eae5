import { DAY_MS } from '../../../lib/durations'
import type { PictureSize } from '../../../lib/picture-size'
import { type ClipCodec, type CodecVerdict, clipCodecs } from '../../recording/clip-codec'
import type { KeptFrame } from '../frame-ring'
import { browserVersion } from './browser-version'
import { tryCodec } from './codec-trial'

/** How long an encoder that broke off in a clip is left alone. */
const BROKEN_MS = DAY_MS

/** The machine may only have been busy. */
const BUSY_MS = 600_000

/**
 * Which encoder the clips of this browser are made by, at each size of picture: the first of the ladder that works in a
 * trial. What was found before holds for as long as the browser is the same.
 */
export class CodecChoice {
  readonly #tell: (verdict: CodecVerdict) => void
  readonly #known = new Map<string, CodecVerdict>()
  readonly #trials = new Map<string, Promise<CodecVerdict | null>>()
  readonly #brokenUntilMs = new Map<ClipCodec, number>()
  /** With its version; null: not told yet. */
  #browser: string | null = null

  /** `tell` is given what a trial found. */
  constructor(tell: (verdict: CodecVerdict) => void) {
    this.#tell = tell
  }

  /** What earlier trials found, and what broke since. */
  know(verdicts: readonly CodecVerdict[], broken: readonly ClipCodec[] = []): void {
    for (const verdict of verdicts) this.#known.set(keyOf(verdict), verdict)
    for (const codec of broken) this.noteBroken(codec)
  }

  /**
   * Begins a trial where none was made at this size; `picture` is called at once then. null where there is no picture to try
   * with: then the next one is.
   */
  async of(size: PictureSize, picture: () => Promise<KeptFrame | null>): Promise<CodecVerdict | null> {
    const key = keyOf(size)
    const known = this.#heldOf(key)
    if (known !== null) return known
    const running = this.#trials.get(key) ?? this.#try(size, picture())
    this.#trials.set(key, running)
    return running
  }

  /** Breaks off with this codec were seen in a clip: the next one is made by another. */
  noteBroken(codec: ClipCodec): void {
    this.#brokenUntilMs.set(codec, Date.now() + BROKEN_MS)
    for (const [key, verdict] of this.#known) if (verdict.codec === codec) this.#known.delete(key)
  }

  async #try(size: PictureSize, coming: Promise<KeptFrame | null>): Promise<CodecVerdict | null> {
    try {
      const [browser, picture] = await Promise.all([this.#browser ?? browserVersion(), coming])
      this.#browser = browser
      const known = this.#heldOf(keyOf(size))
      if (known !== null || picture === null) return known
      const verdict = await this.#verdictOf(size, picture, browser)
      this.#known.set(keyOf(size), verdict)
      this.#tell(verdict)
      return verdict
    } catch {
      // A browser that surprises the trial costs nobody a clip.
      return null
    } finally {
      this.#trials.delete(keyOf(size))
    }
  }

  /** What was found at this size, where it holds. */
  #heldOf(key: string): CodecVerdict | null {
    const known = this.#known.get(key)
    if (known === undefined || known.browser !== this.#browser) return null
    // A clock that was set back may keep a bad moment for longer, never for ever: the browser changes.
    return known.holdsUntilMs === null || Date.now() < known.holdsUntilMs ? known : null
  }

  async #verdictOf({ width, height }: PictureSize, picture: KeptFrame, browser: string): Promise<CodecVerdict> {
    const passedOver: CodecVerdict['passedOver'][number][] = []
    const endsMs: number[] = []
    const found = (codec: ClipCodec | null, frameMs: number | null): CodecVerdict => {
      const holdsUntilMs = endsMs.length === 0 ? null : Math.min(...endsMs)
      return { browser, width, height, codec, frameMs, passedOver, holdsUntilMs }
    }
    for (const codec of clipCodecs) {
      const brokenUntilMs = this.#brokenUntilMs.get(codec) ?? 0
      if (brokenUntilMs > Date.now()) {
        passedOver.push({ codec, why: 'broke-off' })
        endsMs.push(brokenUntilMs)
        continue
      }
      const outcome = await tryCodec(codec, picture)
      if (outcome.kind === 'works') return found(codec, outcome.frameMs)
      passedOver.push({ codec, why: outcome.why })
      if (outcome.why === 'too-slow') endsMs.push(Date.now() + BUSY_MS)
      // The hardware's driver may have been started anew just then.
      if (outcome.why === 'broke-off') endsMs.push(Date.now() + BROKEN_MS)
    }
    return found(null, null)
  }
}

function keyOf({ width, height }: PictureSize): string {
  return `${width}x${height}`
}
