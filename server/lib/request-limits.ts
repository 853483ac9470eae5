import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import * as z from 'zod/mini'
import { HOUR_MS, MINUTE_MS } from '../../src/lib/durations'
import type { CountOfAll } from '../peers/peers'

/** Options of a route that stop floods from one client address, before a body is read. Guessing is stopped by limits of the route's own. */
export const floodLimit = { config: { rateLimit: { max: 300, timeWindow: MINUTE_MS } } } as const

/** Options of a route that answers one client address no more than so many requests. */
export const perHour = (max: number) => ({ config: { rateLimit: { max, timeWindow: HOUR_MS } } })

/** Addresses that are counted at the same time for one route. */
const MOST_KEYS = 5_000

/** What the plugin hands down for each route. */
const ofRoute = z.object({
  routeInfo: z.object({ method: z.union([z.string(), z.array(z.string())]), url: z.string() }),
})

type Callback = Parameters<FastifyRateLimitStore['incr']>[1]

/** Counts requests of an address at all hubs together; while they do not reach each other, at this one. */
export function sharedRequestLimits(countOfAll: CountOfAll): FastifyRateLimitStoreCtor {
  return class implements FastifyRateLimitStore {
    readonly #store = new RequestLimits(countOfAll, '')

    incr(key: string, callback: Callback, windowMs: number): void {
      this.#store.incr(key, callback, windowMs)
    }

    child(options: Parameters<FastifyRateLimitStore['child']>[0]): FastifyRateLimitStore {
      return this.#store.child(options)
    }
  }
}

class RequestLimits implements FastifyRateLimitStore {
  readonly #countOfAll: CountOfAll
  readonly #place: string
  readonly #counts = new Map<string, number>()
  #windowStartMs = 0

  constructor(countOfAll: CountOfAll, place: string) {
    this.#countOfAll = countOfAll
    this.#place = place
  }

  incr(key: string, callback: Callback, windowMs: number): void {
    const nowMs = Date.now()
    const startMs = nowMs - (nowMs % windowMs)
    const ttl = startMs + windowMs - nowMs
    const own = this.#count(key, startMs)
    this.#countOfAll(`requests:${this.#place}:${startMs}:${key}`, 1, windowMs).then(
      (all) => callback(null, { current: Math.max(own, all ?? 0), ttl }),
      () => callback(null, { current: own, ttl }),
    )
  }

  child(options: unknown): FastifyRateLimitStore {
    const { method, url } = ofRoute.parse(options).routeInfo
    return new RequestLimits(this.#countOfAll, `${String(method)} ${url}`)
  }

  #count(key: string, startMs: number): number {
    if (startMs !== this.#windowStartMs) this.#counts.clear()
    this.#windowStartMs = startMs
    const [oldest] = this.#counts.keys()
    const count = (this.#counts.get(key) ?? 0) + 1
    if (count === 1 && this.#counts.size >= MOST_KEYS && oldest !== undefined) this.#counts.delete(oldest)
    this.#counts.set(key, count)
    return count
  }
}
