/** Why the hub cannot start, as one sentence for the person at the terminal. */
export class StartupProblem extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'StartupProblem'
  }
}
