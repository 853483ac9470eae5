import type { Readable, Writable } from 'node:stream'

interface Answer {
  readonly id?: number
  readonly method?: string
  readonly sessionId?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

export interface CdpEvent {
  readonly method: string
  readonly sessionId: string | undefined
  readonly params: unknown
}

interface Pending {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * The Chrome DevTools protocol over a pipe: one JSON a message, a 0 byte after each. Playwright is not used here, since
 * it keeps every page focused and visible and turns the throttling of hidden tabs off, which is what is measured.
 */
export class CdpPipe {
  readonly #out: Writable
  readonly #pending = new Map<number, Pending>()
  readonly #listeners = new Set<(event: CdpEvent) => void>()
  #rest = Buffer.alloc(0)
  #nextId = 1

  constructor(out: Writable, incoming: Readable) {
    this.#out = out
    incoming.on('data', (chunk: Buffer) => this.#receive(chunk))
    incoming.on('close', () => this.#end())
    // The browser may die while a message is on its way; its end is told by `close`.
    out.on('error', () => undefined)
  }

  /** Rejects when the browser refuses or ends. Without a session the message goes to the browser itself. */
  send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#out.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`)
    })
  }

  /** Ends when the returned function is called. */
  onEvent(listener: (event: CdpEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #receive(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (let end = this.#rest.indexOf(0); end >= 0; end = this.#rest.indexOf(0)) {
      const message = this.#rest.subarray(0, end).toString('utf8')
      this.#rest = this.#rest.subarray(end + 1)
      // What Chromium writes into its own pipe is taken as its protocol says.
      this.#dispatch(JSON.parse(message) as Answer)
    }
  }

  #dispatch({ id, method, sessionId, params, result, error }: Answer): void {
    if (id === undefined) {
      if (method !== undefined) for (const listener of this.#listeners) listener({ method, sessionId, params })
      return
    }
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error === undefined) pending?.resolve(result)
    else pending?.reject(new Error(`Chromium: ${error.message}`))
  }

  #end(): void {
    for (const { reject } of this.#pending.values()) reject(new Error('Chromium ended.'))
    this.#pending.clear()
  }
}
