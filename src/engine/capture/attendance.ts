import { MINUTE_MS } from '../../lib/durations'
import type { StreamOpener } from './stream'

/** So long after somebody touched the page they count as being there. */
const THERE_MS = MINUTE_MS

/** Whether the browser looks at no question of a page before the last one is answered, as Chromium does, which alone has this. */
export function answersInTurn(): boolean {
  const { navigator } = globalThis as { readonly navigator?: object }
  return navigator !== undefined && 'userAgentData' in navigator
}

/**
 * Asks for a microphone only while somebody is there, where the browser would have to ask them: behind a question that nobody
 * answers Chromium opens no camera anew.
 */
export class Attendance {
  readonly #onAskable: () => void
  #touchedAtMs = Number.NEGATIVE_INFINITY
  /** Whether a microphone was not asked for. */
  #isOwed = false

  /** `onAskable`: somebody is there, and a microphone was not asked for before. */
  constructor(page: EventTarget, onAskable: () => void, signal: AbortSignal) {
    this.#onAskable = onAskable
    for (const touch of ['pointerdown', 'keydown'])
      page.addEventListener(touch, this.#onTouch, { capture: true, signal })
  }

  /** The same opener; a microphone that nobody is there to allow is refused (NotAllowedError). */
  over(media: StreamOpener): StreamOpener {
    return {
      enumerateDevices: () => media.enumerateDevices(),
      getUserMedia: async (constraints) => {
        if (constraints?.audio && (await this.#wouldHoldUp())) {
          this.#isOwed = true
          throw new DOMException('Nobody is there to be asked for the microphone.', 'NotAllowedError')
        }
        return media.getUserMedia(constraints)
      },
    }
  }

  async #wouldHoldUp(): Promise<boolean> {
    if (performance.now() - this.#touchedAtMs < THERE_MS || !answersInTurn()) return false
    try {
      return (await navigator.permissions.query({ name: 'microphone' })).state === 'prompt'
    } catch {
      return false
    }
  }

  readonly #onTouch = (): void => {
    this.#touchedAtMs = performance.now()
    if (!this.#isOwed) return
    this.#isOwed = false
    this.#onAskable()
  }
}
