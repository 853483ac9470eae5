/** The part of an audio element that is used. */
export type VoiceOut = Pick<HTMLAudioElement, 'srcObject' | 'play' | 'pause'>

/** A viewer's voice on the camera's speaker, from `play` until `stop`. */
export class Voice {
  readonly #out: VoiceOut

  constructor(openOut: () => VoiceOut) {
    this.#out = openOut()
  }

  /** false where the browser lets nothing be heard yet. The track stays its connection's. */
  async play(track: MediaStreamTrack): Promise<boolean> {
    this.#out.srcObject = new MediaStream([track])
    try {
      await this.#out.play()
      return true
    } catch {
      // Not allowed, or stopped meanwhile.
      this.stop()
      return false
    }
  }

  stop(): void {
    this.#out.pause()
    this.#out.srcObject = null
  }
}
