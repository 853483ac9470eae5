import type { IncomingMessage } from 'node:http'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
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

/** Of who is not signed in, each of whose bodies is held until it is whole. A passkey's answer has 4 kB. */
export const STRANGERS_BYTES = 16 * 1024

/**
 * Bodies that are longer than a stranger's, while they come: each is in memory until it is whole, and whoever sends slowly has many
 * on their way (SEC-04).
 */
export class HeldBodies {
  readonly #mostOfOne: number
  /** By sender, the one that began first is first. */
  readonly #held = new Map<string, Set<IncomingMessage>>()

  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne
  }

  /** Where the sender has as many as there may be, the one that began first breaks off: an honest one comes in a moment. */
  hold(sender: string, { raw }: Pick<FastifyRequest, 'raw'>): void {
    // One that is gone has said so before.
    if (raw.destroyed || !isLong(raw)) return
    const own = this.#held.get(sender) ?? new Set<IncomingMessage>()
    const [first] = own
    if (own.size >= this.#mostOfOne && first !== undefined) {
      own.delete(first)
      first.destroy()
    }
    this.#held.set(sender, own.add(raw))
    const leave = () => {
      own.delete(raw)
      if (own.size === 0 && this.#held.get(sender) === own) this.#held.delete(sender)
    }
    raw.once('end', leave)
    raw.once('close', leave)
  }
}

/** Of what announces no length nobody knows. */
function isLong({ headers }: IncomingMessage): boolean {
  const announced = headers['content-length']
  return announced === undefined ? headers['transfer-encoding'] !== undefined : !(Number(announced) <= STRANGERS_BYTES)
}
