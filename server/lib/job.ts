/** Work that goes on beside the requests. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** One round; what it leaves undone the next one does. It ends soon after the signal. */
  run(signal: AbortSignal): Promise<void>
  /** A nudge came during a round: adds what is new to it, where that need not wait for the round's end. */
  join?(): Promise<void>
}

/** What a rule asks of the hub's jobs. */
export interface JobNudge {
  /** There is something to do: the next round begins at once, or right after the one in progress. */
  nudge(name: string): void
}
