/** The part of an audio element that is used. */
export type VoiceOut = Pick<HTMLAudioElement, 'srcObject' | 'play' | 'pause'>

/** A viewer's voice on the camera's speaker, from `play` until `stop`. The track stays its connection's. */
export class Voice {
  readonly #out: VoiceOut

  constructor(track: MediaStreamTrack, openOut: (track: MediaStreamTrack) => VoiceOut) {
    this.#out = openOut(track)
  }

  /** false where the browser lets nothing be heard yet. */
  async play(): Promise<boolean> {
    try {
      await this.#out.play()
      return true
    } catch {
      // Not allowed, or stopped meanwhile.
      return false
    }
  }

  stop(): void {
    this.#out.pause()
    this.#out.srcObject = null
  }
}
