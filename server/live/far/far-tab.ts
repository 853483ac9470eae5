import type { LiveNews } from '../../../src/contract/live/live'
import type { Tab } from '../tab'

/** A tab at another hub that offers cameras: what it is told goes there. Ids of tabs are UUIDs, so they are one of all hubs. */
export class FarTab implements Tab {
  readonly who = ''
  readonly isGone = false
  readonly waitingBytes = 0
  readonly hub: string
  readonly id: string
  readonly #tell: (news: LiveNews) => void

  constructor(hub: string, id: string, tell: (news: LiveNews) => void) {
    this.hub = hub
    this.id = id
    this.#tell = tell
  }

  tell(news: LiveNews): void {
    this.#tell(news)
  }

  /** Presence: its own hub tells it. */
  tellText(): void {}

  /** It offers cameras there, and looks through none by this. */
  sendChunk(): void {}

  /** Its own hub asks it. */
  viewingBeat(): void {}
}
