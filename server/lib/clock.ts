/** The hub's only source of time, in epoch milliseconds; tests hold it still. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
