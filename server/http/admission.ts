import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { Call } from '../../src/contract/call'
import { calls } from '../../src/contract/calls'
import { API_PREFIX, MAX_CLIP_BYTES, MAX_IMAGE_BYTES } from '../../src/contract/limits'
import type { Clock } from '../lib/clock'
import { type HubError, tooBusy } from '../lib/errors'
import { onHangUp } from '../lib/hang-up'
import type { LoopLag } from './loop-lag'

/** What may be refused, that which is missed least first. Sign-in, health, live view and all else never is. */
export const sheddable = ['snapshot', 'list', 'clip'] as const
export type Sheddable = (typeof sheddable)[number]

interface Limits {
  /** Of the loop, above which none is taken. A clip comes in by some 25 turns of it, so that snapshots go well before it suffers. */
  readonly lagMs: number
  /** That are under way at once: over slow lines a thousand cameras have a hundred. */
  readonly places: number
  /** Of those together, as their senders announce them. */
  readonly bytes: number
  /** What one that announces no length may turn out to be. */
  readonly mostBytes: number
}

const admissionLimits: Readonly<Record<Sheddable, Limits>> = {
  snapshot: { lagMs: 80, places: 256, bytes: 64 * 1024 ** 2, mostBytes: MAX_IMAGE_BYTES },
  list: { lagMs: 500, places: 256, bytes: Number.POSITIVE_INFINITY, mostBytes: 0 },
  clip: { lagMs: 2_000, places: 256, bytes: 16 * MAX_CLIP_BYTES, mostBytes: MAX_CLIP_BYTES },
}

/** So many of a kind are taken in any case between two looks at the loop, some 100 ms: a hub with little to do that is late waits for a busy machine, and refusing helps nobody. */
const FEW = 8

/**
 * One workspace has a quarter of the places and bytes at most, or its slow lines would keep all others out. Several that have all
 * between them give way to one that has less, as they may send nothing (SEC-04).
 */
const SHARE = 4

/** Clients that were refused together come back one by one: after so long, and up to as much again. */
const LEAST_WAIT_MS = 5_000

const { screenshots, videos, events, eventSearch, review } = calls
const callsOfKind: Readonly<Record<Sheddable, readonly Call[]>> = {
  snapshot: [screenshots.upload],
  list: [screenshots.list, videos.list, events.list, eventSearch.search, review.read],
  clip: [videos.upload],
}
const kindOfRoute: ReadonlyMap<string, Sheddable> = new Map(
  sheddable.flatMap((kind) => callsOfKind[kind].map(({ method, path }) => [`${method} ${API_PREFIX}${path}`, kind])),
)

/** How late the hub comes to what is due, and what is under way; read when somebody asks. */
export interface HubLoad {
  readonly lagMs: number
  placesTaken(kind: Sheddable): number
}

interface AdmissionOptions {
  readonly clock: Clock
  readonly lag: LoopLag | null
  /** Of the hub, which share its bytes: connections are dealt to them evenly. */
  readonly processes: number
  readonly metrics: {
    noteRefused(kind: Sheddable): void
    addLoad(load: HubLoad): void
  }
}

/**
 * Takes no more than can be done in time: above it a request is refused at once, with the moment to come back, so that
 * those that are taken stay quick and none runs into its client's limit (SCALE-12). What the loop's lag says is asked
 * before sign-in, which costs; a place is given after it, as strangers must not hold any.
 */
export const admission = plugin(
  async (fastify: FastifyInstance, { clock, lag, processes, metrics }: AdmissionOptions) => {
    const placesFor = (kind: Sheddable) => {
      const { places, bytes } = admissionLimits[kind]
      return new Places({ places, bytes: bytes / processes })
    }
    const places = { snapshot: placesFor('snapshot'), list: placesFor('list'), clip: placesFor('clip') }
    metrics.addLoad({
      get lagMs() {
        return lag?.meanMs ?? 0
      },
      placesTaken: (kind) => places[kind].taken,
    })
    fastify.addHook('onClose', async () => lag?.close())
    const refusalOf = (kind: Sheddable): HubError => {
      metrics.noteRefused(kind)
      const nowMs = clock.now()
      return tooBusy(nowMs, nowMs + Math.ceil(LEAST_WAIT_MS * (1 + Math.random())))
    }
    let taken = { snapshot: 0, list: 0, clip: 0 }
    let looks = 0
    // Of a loop that nobody watches nothing is known, and nothing is refused for it.
    const isLate = (kind: Sheddable, { looks: seen, meanMs }: LoopLag): boolean => {
      if (looks !== seen) taken = { snapshot: 0, list: 0, clip: 0 }
      looks = seen
      if (taken[kind] >= FEW && meanMs > admissionLimits[kind].lagMs) return true
      taken[kind] += 1
      return false
    }
    fastify.addHook('onRequest', (request, _reply, done) => {
      lag?.watch()
      const kind = lag && kindOf(request)
      done(lag && kind && isLate(kind, lag) ? refusalOf(kind) : undefined)
    })
    fastify.addHook('preParsing', (request, reply, payload, done) => {
      const kind = kindOf(request)
      if (kind === null) return done(null, payload)
      const announced = request.headers['content-length']
      const bytes = announced === undefined ? admissionLimits[kind].mostBytes : Number(announced)
      const { raw } = request
      // What came with the head waits to be read.
      const beforeBytes = raw.socket.bytesRead - raw.readableLength
      const leave = places[kind].enter({
        workspaceId: request.member?.workspaceId ?? '',
        bytes,
        movedBytes: () => (raw.complete ? null : raw.socket.bytesRead - beforeBytes),
        end: () => {
          metrics.noteRefused(kind)
          raw.destroy()
        },
      })
      if (leave === null) return done(refusalOf(kind))
      onHangUp(reply, leave)
      done(null, payload)
    })
  },
  { name: 'admission' },
)

function kindOf({ method, routeOptions: { url } }: FastifyRequest): Sheddable | null {
  return kindOfRoute.get(`${method} ${url}`) ?? null
}

interface Taken {
  readonly places: number
  readonly bytes: number
}

const nothing: Taken = { places: 0, bytes: 0 }

interface Entry {
  readonly workspaceId: string
  /** As announced. */
  readonly bytes: number
  /** So far; null: it is here whole, and only the hub's own work is left. */
  readonly movedBytes: () => number | null
  /** Breaks it off. */
  readonly end: () => void
}

/** Requests of one kind that are under way. */
class Places {
  readonly #limits: Taken
  readonly #entries = new Set<Entry>()
  readonly #ofWorkspace = new Map<string, Taken>()
  #all = nothing

  constructor(limits: Taken) {
    this.#limits = limits
  }

  get taken(): number {
    return this.#all.places
  }

  /** What gives the place back; null: there is none. */
  enter(asked: Entry): (() => void) | null {
    const share = { places: this.#limits.places / SHARE, bytes: this.#limits.bytes / SHARE }
    // Who announces more than any may send, or nonsense, is for the route to refuse.
    const entry = { ...asked, bytes: Math.min(Math.max(0, asked.bytes || 0), share.bytes) }
    if (isFull(this.#of(entry.workspaceId), entry.bytes, share) || !this.#makeRoom(entry)) return null
    this.#add(entry)
    return () => this.#remove(entry)
  }

  /** Where all is taken, those that moved least give way to a workspace that has less than theirs. */
  #makeRoom(entry: Entry): boolean {
    const ended: Entry[] = []
    while (isFull(this.#all, entry.bytes, this.#limits)) {
      const slowest = this.#slowestOfMore(entry)
      if (slowest === null) {
        for (const one of ended) this.#add(one)
        return false
      }
      this.#remove(slowest)
      ended.push(slowest)
    }
    for (const one of ended) one.end()
    return true
  }

  /** Of the workspaces that have more than this one would. */
  #slowestOfMore({ workspaceId, bytes }: Entry): Entry | null {
    const own = this.#of(workspaceId)
    const would = { places: own.places + 1, bytes: own.bytes + bytes }
    const short = this.#all.places >= this.#limits.places ? 'places' : 'bytes'
    let slowest: { readonly entry: Entry; readonly bytes: number } | null = null
    for (const entry of this.#entries) {
      if (this.#of(entry.workspaceId)[short] <= would[short]) continue
      const moved = entry.movedBytes()
      if (moved !== null && (slowest === null || moved < slowest.bytes)) slowest = { entry, bytes: moved }
    }
    return slowest?.entry ?? null
  }

  #of(workspaceId: string): Taken {
    return this.#ofWorkspace.get(workspaceId) ?? nothing
  }

  #add(entry: Entry): void {
    this.#entries.add(entry)
    this.#count(entry.workspaceId, 1, entry.bytes)
  }

  /** Once: what gave way hangs up later. */
  #remove(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#count(entry.workspaceId, -1, -entry.bytes)
  }

  #count(workspaceId: string, places: number, bytes: number): void {
    const own = this.#of(workspaceId)
    this.#all = { places: this.#all.places + places, bytes: this.#all.bytes + bytes }
    if (own.places + places === 0) this.#ofWorkspace.delete(workspaceId)
    else this.#ofWorkspace.set(workspaceId, { places: own.places + places, bytes: own.bytes + bytes })
  }
}

function isFull(taken: Taken, bytes: number, limits: Taken): boolean {
  return taken.places >= limits.places || taken.bytes + bytes > limits.bytes
}
