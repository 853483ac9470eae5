import { MINUTE_MS } from '../lib/durations'
import type { After } from '../lib/time-limit'
import { keyOf, pageKeyOf } from './requests'
import {
  type AppFiles,
  emptyMemory,
  type KeptVersion,
  type Memory,
  nextVersion,
  readMemory,
  tidied,
  withoutArrival,
  withPage,
  withStart,
  withVersion,
} from './versions'

export interface KeptAppPorts {
  readonly caches: Pick<CacheStorage, 'open'>
  readonly fetch: typeof fetch
  /** What the build of this worker is made of. */
  readonly app: AppFiles
  readonly nowMs: () => number
  readonly after: After
  /** Ids of all open pages of this site. */
  readonly openPages: () => Promise<readonly string[]>
  /** One after the other, also where another worker of this site, which is being installed, does the same. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

const CACHE = 'nightjar-app'
const MEMORY = '/service-worker/memory'

/** Asked of the hub under this address, since what it offers stands in that answer's head. */
const PAGE = '/login'

/** A file of an install may take so long; then it is tried again with the next look for a version. */
const FILE_LIMIT_MS = MINUTE_MS
const FETCHES_AT_ONCE = 4

/** A disk that has not answered by then may never. */
const DISK_PATIENCE_MS = 3_000

/** What begins with a page of the app. */
export interface AnsweredPage {
  readonly response: Response
  /** What has to show now; null: the page came from the hub, or this cannot be followed. */
  readonly version: string | null
}

/** A file as it is kept here, or under which name it would be. */
interface LookedFor {
  readonly kept: Response | undefined
  readonly key: string
  /** It is kept once it was loaded. */
  readonly isLate: boolean
}

/**
 * The app as this browser keeps it: all versions in one cache, in which equal files are there once, as the name of each
 * holds a hash of its content. So a page gets the files that it was built with for as long as they are here, whatever
 * else came meanwhile; only which page is given out is a matter of versions.
 */
export class KeptApp {
  readonly #ports: KeptAppPorts

  constructor(ports: KeptAppPorts) {
    this.#ports = ports
  }

  /** Fetches what is not here yet; rejects where something does not come, and then nothing of it stays. */
  async install(): Promise<void> {
    const { app } = this.#ports
    const cache = await this.#cache()
    try {
      await this.#change((memory) => ({ ...memory, arriving: app }))
      await this.#keepPage(app.version)
      const waiting = [...app.files]
      const work = async () => {
        for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
          const key = keyOf(file, app.version)
          if ((await cache.match(key, anyHead)) === undefined) await cache.put(key, await this.#fetchFile(file))
        }
      }
      await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, work))
    } catch (problem) {
      // Where the disk is full, this fails as well.
      await this.#change((memory) => withoutArrival(memory, app.version)).then(() => this.#sweep(), nothing)
      throw problem
    }
  }

  /** The version is complete; from now on pages begin with it. */
  async activate(): Promise<void> {
    await this.#change((memory) => withVersion(memory, this.#ports.app))
  }

  /**
   * A page of the app: the kept one at once, so that it shows also while the hub is away (SHELL-02). A disk that is full,
   * broken or silent is no reason for none.
   */
  async answerPage(request: Request, pageId: string): Promise<AnsweredPage> {
    const looked = this.#keptPage().catch(nothing)
    const kept = await this.#inTime(looked)
    if (kept === undefined) {
      const late = looked.then((found) => found?.response)
      return { response: await this.#fromHub(request, late), version: null }
    }
    const { response, version } = kept
    const noted = this.#change((memory) => withPage(memory, pageId, version, this.#ports.nowMs())).catch(nothing)
    // What cannot note that a page begins cannot note that it shows either: nobody may wait for that.
    return { response, version: (await this.#inTime(noted)) === undefined ? null : version }
  }

  /** A file of any kept version. */
  async answerFile(request: Request): Promise<Response> {
    const looked = this.#lookFor(new URL(request.url).pathname)
    const found = await this.#inTime(looked)
    if (found?.kept !== undefined) return found.kept
    const response = await this.#fromHub(
      request,
      looked.then(({ kept }) => kept),
    )
    // A disk without room for it is no reason to do without it now.
    if (found?.isLate && isWhole(response)) void this.#put(found.key, response.clone()).catch(nothing)
    return response
  }

  /** A page shows. Answers with the version that the next one gets. */
  async noteStart(pageId: string, version: string): Promise<string | null> {
    const openPages = await this.#ports.openPages()
    await this.#change((before) => {
      const nowMs = this.#ports.nowMs()
      return tidied(withStart(before, pageId, version, nowMs), openPages, nowMs)
    })
    await this.#sweep()
    // Read once more: another version may have come meanwhile, and told of itself already.
    return (await this.next())?.version ?? null
  }

  /** The version that the next page gets. */
  async next(): Promise<KeptVersion | null> {
    return nextVersion(await this.#read())
  }

  /** Whether a page of this version has never shown. */
  async isOnTrial(version: string): Promise<boolean> {
    const { versions } = await this.#read()
    return versions.some((kept) => kept.version === version && !kept.hasStarted)
  }

  /** Takes over what the hub says of its page now, such as its security policy, where it is still this version's. */
  async refreshPage(version: string): Promise<void> {
    await this.#keepPage(version).catch(nothing)
  }

  async #keepPage(version: string): Promise<void> {
    const response = await this.#fetchFile(PAGE)
    const text = await response.clone().text()
    if (!text.includes(`content="${version}"`)) throw new Error(`The hub's page is not of version ${version}.`)
    await this.#put(pageKeyOf(version), response)
  }

  async #fetchFile(path: string): Promise<Response> {
    // A file whose name holds its content may come from where it is.
    const cache = path.startsWith('/assets/') ? 'default' : 'no-cache'
    const response = await this.#ports.fetch(path, { cache, signal: AbortSignal.timeout(FILE_LIMIT_MS) })
    if (!isWhole(response)) throw new Error(`The hub answered ${response.status} for ${path}.`)
    return response
  }

  async #lookFor(pathname: string): Promise<LookedFor> {
    const asset = await this.#match(pathname)
    if (asset !== undefined) return { kept: asset, key: pathname, isLate: false }
    const memory = await this.#read().catch(() => emptyMemory)
    const key = keyOf(pathname, nextVersion(memory)?.version ?? '')
    const kept = key === pathname ? undefined : await this.#match(key)
    return { kept, key, isLate: memory.versions.some(({ lateFiles }) => lateFiles.includes(pathname)) }
  }

  /** `late`: what the disk may still say. Only where the hub is away too it is waited for. */
  async #fromHub(request: Request, late: Promise<Response | undefined>): Promise<Response> {
    try {
      return await this.#ports.fetch(request)
    } catch (problem) {
      const kept = await late
      if (kept === undefined) throw problem
      return kept
    }
  }

  /** undefined: the disk has not answered in time. */
  #inTime<T>(asked: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const cancel = this.#ports.after(DISK_PATIENCE_MS, () => resolve(undefined))
      asked.then(resolve, reject).finally(cancel)
    })
  }

  #cache(): Promise<Cache> {
    return this.#ports.caches.open(CACHE)
  }

  /** What cannot be read is not here. */
  async #match(key: string): Promise<Response | undefined> {
    try {
      return await (await this.#cache()).match(key, anyHead)
    } catch {
      return undefined
    }
  }

  async #put(key: string, response: Response): Promise<void> {
    await (await this.#cache()).put(key, response)
  }

  async #keptPage(): Promise<{ readonly response: Response; readonly version: string } | undefined> {
    const next = nextVersion(await this.#read())
    const response = next === null ? undefined : await this.#match(pageKeyOf(next.version))
    return next === null || response === undefined ? undefined : { response, version: next.version }
  }

  async #read(): Promise<Memory> {
    const kept = await (await this.#cache()).match(MEMORY, anyHead)
    return kept === undefined ? emptyMemory : readMemory(await kept.text())
  }

  #change(work: (memory: Memory) => Memory): Promise<Memory> {
    return this.#ports.inTurn(async () => {
      const memory = work(await this.#read())
      await this.#put(MEMORY, new Response(JSON.stringify(memory)))
      return memory
    })
  }

  /** Removes the files of versions that are not kept; no other begins to arrive meanwhile. */
  #sweep(): Promise<void> {
    return this.#ports.inTurn(async () => {
      const { versions, arriving } = await this.#read()
      const needed = new Set([
        MEMORY,
        ...[...versions, ...(arriving === null ? [] : [arriving])].flatMap(({ version, files, lateFiles }) => [
          pageKeyOf(version),
          ...[...files, ...lateFiles].map((file) => keyOf(file, version)),
        ]),
      ])
      const cache = await this.#cache()
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url)
        if (!needed.has(`${pathname}${search}`)) await cache.delete(request, anyHead)
      }
    })
  }
}

/** The hub's files are the same whoever asks. */
const anyHead = { ignoreVary: true } as const

function isWhole(response: Response): boolean {
  return response.status === 200 && !response.redirected
}

const nothing = (): undefined => undefined
