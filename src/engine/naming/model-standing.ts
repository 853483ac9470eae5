/**
 * `passed-over`: it hung or broke as it was loaded, and the built-in detector is loaded in its place. `on-trial`: since that may
 * have been the network, the next worker is asked for it once more. `given-up`: it failed again, or as it looked.
 */
type Standing = 'wanted' | 'passed-over' | 'on-trial' | 'given-up'

/** How the operator's model fared in this tab (PERSON-04): whether the next worker is asked for it. */
export class ModelStanding {
  #standing: Standing = 'wanted'

  get isWanted(): boolean {
    return this.#standing === 'wanted' || this.#standing === 'on-trial'
  }

  noteFailed(during: 'loading' | 'ready'): void {
    this.#standing = during === 'loading' && this.#standing === 'wanted' ? 'passed-over' : 'given-up'
  }

  /** A detector was loaded, whichever. */
  noteReady(): void {
    if (this.#standing === 'passed-over') this.#standing = 'on-trial'
  }
}
