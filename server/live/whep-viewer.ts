import type { LiveNews, ViewingEnd } from '../../src/contract/live/live'
import type { Viewer } from './tab'

/** What became of an offer. */
export type WhepOutcome =
  | { readonly kind: 'answer'; readonly sdp: string }
  /** The camera sends nothing directly: so many look already, or it could not. */
  | { readonly kind: 'no-direct'; readonly reason: 'full' | 'failed' }
  | { readonly kind: 'end'; readonly reason: ViewingEnd }
  /** No answer came in time. */
  | { readonly kind: 'late' }

/** Another program that looks: it hears the answer and nothing after, and has no relay. */
export class WhepViewer implements Viewer {
  readonly who: string
  /** Settles once. */
  readonly outcome: Promise<WhepOutcome>
  readonly #onEnd: () => void
  #settle: (outcome: WhepOutcome) => void = () => undefined
  #isGone = false

  /** `onEnd`: nothing comes by the direct way any more, or ever did. */
  constructor(who: string, onEnd: () => void) {
    this.who = who
    this.#onEnd = onEnd
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve
    })
  }

  get isGone(): boolean {
    return this.#isGone
  }

  tell(news: LiveNews): void {
    switch (news.kind) {
      case 'answer':
        return this.#settle({ kind: 'answer', sdp: news.sdp })
      case 'no-direct':
        return this.end({ kind: 'no-direct', reason: news.reason })
      case 'end':
        return this.end({ kind: 'end', reason: news.reason })
      default:
        return
    }
  }

  /** An outcome that was there before stays. */
  end(outcome: WhepOutcome): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#settle(outcome)
    this.#onEnd()
  }
}
