/**
 * Whether other hubs can be told anything: there are none to tell; they are reached; the server between them is away, and
 * each hub is on its own until it is back.
 */
export type PeersState = 'alone' | 'together' | 'away'

/**
 * What several hubs of one database tell each other of the moment: nothing here must be kept, all of it may be lost.
 * No call waits longer than a fraction of a second, and none rejects: where nobody can tell, the answer is null, and a hub
 * does as one alone does. Whoever makes it calls `close`.
 */
export interface Peers {
  /** Of this process. */
  readonly hubId: string
  readonly state: PeersState
  /** Of messages that have not left yet. */
  readonly waitingBytes: number
  /** For all hubs to find, for so long. */
  put(key: string, value: Buffer, keptMs: number): void
  find(key: string): Promise<Buffer | null>
  drop(key: string): void
  /** How many all hubs counted under this key, this one included; it is forgotten after so long. */
  count(key: string, by: 1 | -1, keptMs: number): Promise<number | null>
  /** Whether this hub has, or keeps, what only one may have, for so long. */
  hold(key: string, keptMs: number): Promise<boolean | null>
  release(key: string): void
  /** To all hubs that listen, this one included, in the order of sending. */
  send(topic: string, message: Buffer | string): void
  /** Until what it answers with is called. */
  hear(topic: string, listener: (message: Buffer) => void): () => void
  /** Calls whenever `state` changed. */
  watch(listener: (state: PeersState) => void): void
  close(): Promise<void>
}

export interface PeersLog {
  info(sentence: string): void
  warn(facts: object, sentence: string): void
}

/** How many all hubs counted; null: this one counts for itself. */
export type CountOfAll = Peers['count']
