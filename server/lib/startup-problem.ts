/**
 * What ends it: somebody's hand, as for a bad variable, or time, as for a database that comes up after the hub. What may be
 * either is of time: a try too many costs a line in the log, one too few the cameras until somebody looks.
 */
export type Remedy = 'hand' | 'time'

/** What the hub ends with. 78 of sysexits.h is a bad configuration: deploy/nightjar.service does not try again after it. */
export const EXIT_CODES: Readonly<Record<Remedy, number>> = { hand: 78, time: 1 }

/** Why the hub cannot start, as one sentence for the person at the terminal. */
export class StartupProblem extends Error {
  readonly remedy: Remedy

  constructor(sentence: string, remedy: Remedy = 'hand') {
    super(sentence)
    this.name = 'StartupProblem'
    this.remedy = remedy
  }
}
