/**
 * The part of the Cache API that the worker uses, in memory; `isFull` makes it refuse what is put into it, `isBroken` all, and `silence`
 * wait.
 */
export class CacheMemory {
  isFull = false
  isBroken = false
  /** Settles once the disk answers. */
  silence: Promise<void> = Promise.resolve()
  /** Waits before it lists what it has. */
  beforeKeys: () => Promise<void> = async () => undefined
  readonly entries = new Map<string, Response>()

  readonly storage: Pick<CacheStorage, 'open'> = {
    open: async () => {
      await this.silence
      if (this.isBroken) throw new DOMException('The disk cannot be read.', 'UnknownError')
      return this.#cache()
    },
  }

  #cache(): Cache {
    const pathOf = (request: RequestInfo | URL) => {
      const { pathname, search } = new URL(request instanceof Request ? request.url : request, 'http://hub.test')
      return `${pathname}${search}`
    }
    const cache: Pick<Cache, 'match' | 'put' | 'delete' | 'keys'> = {
      match: async (request) => this.entries.get(pathOf(request))?.clone(),
      put: async (request, response) => {
        if (this.isFull) throw new DOMException('The disk is full.', 'QuotaExceededError')
        this.entries.set(pathOf(request), new Response(await response.arrayBuffer(), response))
      },
      delete: async (request) => this.entries.delete(pathOf(request)),
      keys: async () => {
        await this.beforeKeys()
        return [...this.entries.keys()].map((path) => new Request(new URL(path, 'http://hub.test')))
      },
    }
    // The worker uses no more of it.
    return cache as Cache
  }
}
