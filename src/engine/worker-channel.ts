/** The part of Worker that is used, so that tests can put one end of a channel here. */
export type WorkerLike = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

export interface ChannelEvents<From> {
  onMessage(message: From): void
  /** Its files did not come, it died, or something it said could not be read; then it may live on. For the log. */
  onLost(message: string): void
}

/**
 * The page's end of a worker: `To` and `From` are the unions of its protocol. Owns the worker, which lives until `close`;
 * what was on its way then may still arrive.
 */
export class WorkerChannel<To, From> {
  readonly #worker: WorkerLike

  /** `name` is for the log: motion, recorder, naming, live. */
  constructor(worker: WorkerLike, name: string, events: ChannelEvents<From>) {
    this.#worker = worker
    // Both ends are of one build and share the protocol's file: the one place where that is taken for granted.
    worker.addEventListener('message', (event) => events.onMessage(event.data as From))
    // A script that could not be fetched gives an event without a message.
    worker.addEventListener('error', (event) => events.onLost(event.message ?? `The ${name} worker did not start.`))
    worker.addEventListener('messageerror', () => events.onLost(`A message of the ${name} worker could not be read.`))
  }

  /** For messages that hold nothing but plain values. */
  post(message: To): void {
    this.#worker.postMessage(message)
  }

  /** Hands the cargo over. false where it cannot be: a frame that was closed meanwhile, or of a kind that stays. */
  send(message: To, cargo: Transferable[]): boolean {
    try {
      this.#worker.postMessage(message, cargo)
      return true
    } catch {
      return false
    }
  }

  /** Ends the worker at once, whatever it does. */
  close(): void {
    this.#worker.terminate()
  }
}
