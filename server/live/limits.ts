import { LIVE_HELLO_LIMIT_MS } from '../../src/contract/live/live'

/** How long is waited; tests wait less. */
export interface LiveLimits {
  /** For the first message on a socket. */
  readonly helloMs: number
  /** For the camera's answer to another program. */
  readonly programAnswerMs: number
}

export const liveLimits: LiveLimits = { helloMs: LIVE_HELLO_LIMIT_MS, programAnswerMs: 10_000 }
