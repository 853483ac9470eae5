import { LIVE_HELLO_LIMIT_MS } from '../../src/contract/live/live'

/** How long is waited; tests wait less. */
export interface LiveLimits {
  /** For the first message on a socket. */
  readonly helloMs: number
  /** For the database's answer about a look. */
  readonly lookMs: number
  /** For the camera's answer to another program. */
  readonly programAnswerMs: number
}

export const liveLimits: LiveLimits = { helloMs: LIVE_HELLO_LIMIT_MS, lookMs: 8_000, programAnswerMs: 10_000 }
