import type { SoundOut } from '../../../src/engine/live/loudspeaker'

const SUSPEND_MS = 15

/** One tone: when it sounds, in seconds of its speaker. */
class FakeTone extends EventTarget {
  type = ''
  stopSec = Number.POSITIVE_INFINITY
  hasEnded = false
  readonly frequency = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }

  connect(): void {}
  start(): void {}

  stop(atSec = 0): void {
    this.stopSec = Math.min(this.stopSec, atSec)
  }

  endIfDue(nowSec: number): void {
    if (this.hasEnded || nowSec < this.stopSec) return
    this.hasEnded = true
    this.dispatchEvent(new Event('ended'))
  }
}

/** A speaker of the browser's, whose clock the test moves; it lets nothing sound while it is forbidden. */
export class FakeSpeaker {
  static isForbidden = false
  static readonly made: FakeSpeaker[] = []

  readonly tones: FakeTone[] = []
  readonly destination = {}
  state: AudioContextState = 'suspended'
  currentTime = 0
  #rest = Promise.resolve()

  constructor() {
    FakeSpeaker.made.push(this)
  }

  static open = (): SoundOut => new FakeSpeaker() as unknown as SoundOut

  static reset(): void {
    FakeSpeaker.isForbidden = false
    FakeSpeaker.made.length = 0
  }

  /** Shapes of the tones that were begun on all speakers: 'sine' chimes, 'square' is the siren. */
  static get heard(): string[] {
    return FakeSpeaker.made.flatMap(({ tones }) => tones.map(({ type }) => type))
  }

  /** Those that still sound. */
  static get sounding(): string[] {
    return FakeSpeaker.made.flatMap(({ tones }) => tones.filter(({ hasEnded }) => !hasEnded).map(({ type }) => type))
  }

  async resume(): Promise<void> {
    await this.#rest
    // As browsers do: they wait for a click, and say nothing.
    if (FakeSpeaker.isForbidden) await new Promise(() => undefined)
    this.state = 'running'
  }

  /** As the standard has it: what is read as the state follows a little later. */
  suspend(): Promise<void> {
    this.#rest = new Promise((resolve) =>
      setTimeout(() => {
        this.state = 'suspended'
        resolve()
      }, SUSPEND_MS),
    )
    return this.#rest
  }

  async close(): Promise<void> {
    this.state = 'closed'
  }

  createOscillator(): FakeTone {
    const tone = new FakeTone()
    this.tones.push(tone)
    return tone
  }

  createGain() {
    return { gain: { setValueAtTime: () => undefined, setTargetAtTime: () => undefined }, connect: () => undefined }
  }

  /** Its time passes, unless it is suspended. */
  play(seconds: number): void {
    if (this.state !== 'running') return
    this.currentTime += seconds
    for (const tone of this.tones) tone.endIfDue(this.currentTime)
  }
}
