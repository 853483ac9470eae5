/** The part of AudioContext that is used. */
export type SoundOut = Pick<
  AudioContext,
  'state' | 'currentTime' | 'destination' | 'resume' | 'suspend' | 'close' | 'createOscillator' | 'createGain'
>

/** Ends a sound that goes on; calling it twice is harmless. */
export type Silence = () => void

/** Browsers answer at once where sound may play, and never where it may not. */
const READY_LIMIT_MS = 500

/** Two short tones, low and soft: heard in the room, and no alarm. */
const CHIME = { firstHz: 660, secondHz: 880, toneSec: 0.14, gain: 0.35 } as const
/** Up and down twice a second: nothing in a house sounds so. */
const SIREN = { lowHz: 650, highHz: 1_450, sweepSec: 0.5, gain: 1 } as const

/**
 * The speaker of the camera's machine. Browsers let a page sound only after somebody has used it, or where it was let
 * before: whoever needs to be heard asks first. Open only while something sounds.
 */
export class Loudspeaker {
  readonly #open: () => SoundOut
  #out: SoundOut | null = null
  #sounds = 0
  /** While it goes to rest its state still reads as running. */
  #resting: Promise<void> | null = null

  constructor(open: () => SoundOut) {
    this.#open = open
  }

  /** Whether what sounds now is heard. */
  async isAble(): Promise<boolean> {
    const out = this.#opened()
    if (out === null) return false
    if (this.#isAwake(out)) return true
    await Promise.race([
      this.#wake(out).catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, READY_LIMIT_MS)),
    ])
    return this.#out === out && this.#isAwake(out)
  }

  /** That somebody listens or talks. Resolves with whether it was heard. */
  async chime(): Promise<boolean> {
    if (!(await this.isAble()) || this.#out === null) return false
    const { firstHz, secondHz, toneSec, gain } = CHIME
    const { tone, volume, startSec } = this.#tone('sine')
    tone.frequency.setValueAtTime(firstHz, startSec)
    tone.frequency.setValueAtTime(secondHz, startSec + toneSec)
    volume.gain.setValueAtTime(gain, startSec)
    volume.gain.setTargetAtTime(0, startSec + 2 * toneSec - 0.03, 0.01)
    tone.stop(startSec + 2 * toneSec + 0.05)
    return true
  }

  /** `onEnd` is called once, when it has ended by itself. null where it would not be heard. */
  async siren(limitMs: number, onEnd: () => void): Promise<Silence | null> {
    if (!(await this.isAble()) || this.#out === null) return null
    const { lowHz, highHz, sweepSec, gain } = SIREN
    const { tone, volume, startSec } = this.#tone('square')
    volume.gain.setValueAtTime(gain, startSec)
    for (let atSec = 0; atSec < limitMs / 1_000; atSec += sweepSec) {
      const isUp = Math.round(atSec / sweepSec) % 2 === 0
      tone.frequency.setValueAtTime(isUp ? lowHz : highHz, startSec + atSec)
      tone.frequency.linearRampToValueAtTime(isUp ? highHz : lowHz, startSec + atSec + sweepSec)
    }
    // By the clock of the sound itself: it ends also where the page's timers are held back.
    tone.stop(startSec + limitMs / 1_000)
    let isOver = false
    tone.addEventListener('ended', () => {
      if (isOver) return
      isOver = true
      onEnd()
    })
    return () => {
      if (isOver) return
      isOver = true
      tone.stop()
    }
  }

  close(): void {
    const out = this.#out
    this.#out = null
    out?.close().catch(() => undefined)
  }

  #tone(shape: OscillatorType) {
    const out = this.#opened()
    if (out === null) throw new Error('There is no speaker.')
    const tone = out.createOscillator()
    const volume = out.createGain()
    tone.type = shape
    tone.connect(volume)
    volume.connect(out.destination)
    this.#sounds++
    tone.addEventListener('ended', () => this.#noteEnded(out))
    const startSec = out.currentTime
    tone.start(startSec)
    return { tone, volume, startSec }
  }

  /** A speaker that is open costs a little all the time. */
  #noteEnded(out: SoundOut): void {
    if (--this.#sounds > 0 || this.#out !== out) return
    const rested = () => {
      this.#resting = null
    }
    this.#resting = out.suspend().then(rested, rested)
  }

  /** Whether it may sound: asked anew, as it changes while one waits. */
  #isAwake({ state }: SoundOut): boolean {
    return this.#resting === null && state === 'running'
  }

  async #wake(out: SoundOut): Promise<void> {
    await this.#resting
    await out.resume()
  }

  #opened(): SoundOut | null {
    try {
      this.#out ??= this.#open()
      return this.#out
    } catch {
      // No such interface, or no room for another one.
      return null
    }
  }
}
