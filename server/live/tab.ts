import type { LiveNews } from '../../src/contract/live/live'
import type { Tier } from '../../src/contract/plans'

/** What somebody may see, found by their token. */
export interface Pass {
  readonly workspaceId: string
  /** For the people of the workspace: an e-mail address, and the name of the token where that is a program's. */
  readonly who: string
  /** Looks it up anew: the plan of the workspace; null: they may look no more. */
  tierNow(): Promise<Tier | null>
}

/** Whoever looks: a tab, or another program by WHEP. */
export interface Viewer {
  readonly who: string
  /** Heard no more: what was under way for it comes to nothing. */
  readonly isGone: boolean
  /** Nothing happens where it is gone. */
  tell(news: LiveNews): void
}

/** The hub's end of a tab's socket: it may look through cameras and offer some. */
export interface Tab extends Viewer {
  /** What was handed to it and has not left the hub. */
  readonly waitingBytes: number
  /** News that were written already, for all who are told the same. */
  tellText(text: string): void
  sendChunk(chunk: Uint8Array): void
  /** Every LIVE_VIEWING_BEAT_MS while it is an end of a viewing: a camera sends, and encodes, for whoever is not there any more. */
  viewingBeat(): void
}

/** Whoever is here by a pass, and goes with it. */
export interface Guest {
  readonly pass: Pass
  /** The plan as it is now. */
  noteTier(tier: Tier): void
  /** The pass holds no more. */
  expel(): void
  /** The hub closes. */
  close(): void
  /** Every LIVE_PING_INTERVAL_MS. */
  beat(): void
}
