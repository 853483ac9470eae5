import type { Tier } from '../../src/contract/plans'

/** A question to the assistant, with what its asker said before it in the chat. */
export interface Question {
  readonly workspaceId: string
  readonly tier: Tier
  /** A program asks, by an API token: it is told of no people (TOKEN-05). */
  readonly isProgram: boolean
  readonly text: string
  /** IANA name of the zone that its times are meant in, and answers say times in. */
  readonly timeZone: string
  /** Oldest first. */
  readonly history: readonly Exchange[]
}

export interface Exchange {
  readonly message: string
  readonly answer: string
}

/**
 * Answers from what the workspace really recorded. A link to a recording is written `[text](clip:{videoId})`; it becomes
 * a signed one whenever the answer is shown. Rejects where no answer can be given; gives up at the signal.
 */
export interface Assistant {
  answer(question: Question, signal: AbortSignal): Promise<string>
}
