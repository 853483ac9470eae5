import type { Role } from '../../src/contract/members'
import { MINUTE_MS } from '../../src/lib/durations'
import type { Authentication } from '../http/auth'
import type { Clock } from '../lib/clock'
import { createLinkSignatures } from '../lib/signed-links'
import type { Peers } from '../peers/peers'
import type { ApiTokens } from '../sign-in/api-tokens'

export const EXPORT_PREFIX = '/export'

/** Who asked for the zip of which workspace: a device that is signed in, or a program. */
export interface ExportAsker {
  readonly workspaceId: string
  readonly by: 'person' | 'program'
  /** Of the session, or of the API token. */
  readonly accessId: string
}

/** For whom a zip is made: a program is told of no people, and the owner alone of addresses by which anybody can post. */
export interface ExportRecipient extends ExportAsker {
  readonly kind: Role | 'program'
}

/** What whoever asked is now; null: signed out, revoked or no member any more, they get nothing. */
export async function recipientNow(
  { sessionLookup, apiTokens }: ExportAccess,
  asker: ExportAsker,
): Promise<ExportRecipient | null> {
  const { workspaceId, by, accessId } = asker
  if (by === 'program') {
    const tier = await apiTokens.tierNow(accessId, 'read')
    return tier === null ? null : { workspaceId, by, accessId, kind: by }
  }
  const role = (await sessionLookup.member(accessId, workspaceId))?.role ?? null
  return role === null ? null : { workspaceId, by, accessId, kind: role }
}

/** Who can tell whether somebody may still have it. */
export interface ExportAccess extends Pick<Authentication, 'sessionLookup'> {
  readonly apiTokens: Pick<ApiTokens, 'tierNow'>
}

/** Links to the zip of a whole workspace, good for 5 to 10 minutes to begin the download, and for who asked alone. */
export interface ExportLinks {
  sign(asker: ExportAsker): string
  isValid(asker: ExportAsker, expires: string, signature: string): boolean
}

/** The subject begins like no key of a recording, so that neither link passes for the other. */
const subjectOf = ({ workspaceId, by, accessId }: ExportAsker) => `export/${workspaceId}/${by}/${accessId}`

export function createExportLinks(key: Buffer, clock: Clock): ExportLinks {
  const signatures = createLinkSignatures(key, clock)
  return {
    sign: (asker) => {
      const { workspaceId, by, accessId } = asker
      const query = new URLSearchParams({ by, access: accessId, ...signatures.sign(subjectOf(asker)) })
      return `${EXPORT_PREFIX}/${workspaceId}?${query}`
    },
    isValid: (asker, expires, signature) => signatures.isValid(subjectOf(asker), expires, signature),
  }
}

/** Exports of one hub at the same time: each keeps a file and a connection open for as long as its reader likes. */
const EXPORTS_AT_ONCE = 4

/** A download that moves less than this in such a time, some 110 kbit/s, keeps no place that somebody else asks for. */
const LEAST_BYTES = 4 * 1024 ** 2
const LOOKED_AT_MS = 5 * MINUTE_MS

/** A hub that ended without giving its places back has them no longer than this. */
const HELD_MS = 30_000
const RENEWED_MS = 10_000

type ExportPeers = Pick<Peers, 'hubId' | 'hold' | 'release' | 'find'>

/** own: the workspace is being exported already; others: this hub exports as many others as it can. */
export type ExportRefusal = 'own' | 'others'

export type ExportPlace =
  | { readonly kind: 'taken'; readonly giveBack: () => void }
  | { readonly kind: 'refused'; readonly why: ExportRefusal }

/** A download as its place sees it. */
export interface ExportReader {
  /** So far. */
  readonly movedBytes: () => number
  /** Called where somebody else gets the place: it is given back by then. */
  readonly end: () => void
}

interface Running {
  readonly reader: ExportReader
  /** When it was looked at last, and what it had moved by then. */
  readonly sinceMs: number
  readonly sinceBytes: number
}

/** Who is exporting: one at a time for a workspace, at all hubs together where they reach each other. */
export class ExportPlaces {
  readonly #clock: Clock
  readonly #peers: ExportPeers
  readonly #running = new Map<string, Running>()

  constructor(clock: Clock, peers: ExportPeers) {
    this.#clock = clock
    this.#peers = peers
  }

  /** null: a place is free. Who asks waits for one: where slow readers have all, or one has the workspace's own, the slowest is ended. */
  async refusalFor(workspaceId: string): Promise<ExportRefusal | null> {
    const refusal = this.#refusalHere(workspaceId)
    if (refusal !== null) return refusal
    const holder = await this.#peers.find(placeOf(workspaceId))
    return holder === null || String(holder) === this.#peers.hubId ? null : 'own'
  }

  /** Whoever takes a place gives it back, once. */
  async take(workspaceId: string, reader: ExportReader): Promise<ExportPlace> {
    const refusal = this.#refusalHere(workspaceId)
    if (refusal !== null) return { kind: 'refused', why: refusal }
    // Before the others are asked: two at this hub shall not both wait for the answer.
    this.#look(workspaceId, reader)
    const hold = () => this.#peers.hold(placeOf(workspaceId), HELD_MS)
    if ((await hold()) === false) {
      this.#running.delete(workspaceId)
      return { kind: 'refused', why: 'own' }
    }
    const renewal = setInterval(() => void hold(), RENEWED_MS).unref()
    const giveBack = () => {
      clearInterval(renewal)
      // One that was ended has none any more, and its workspace may have taken another.
      if (this.#running.get(workspaceId)?.reader === reader) this.#free(workspaceId)
    }
    return { kind: 'taken', giveBack }
  }

  #refusalHere(workspaceId: string): ExportRefusal | null {
    const own = this.#running.get(workspaceId)
    if (own !== undefined) this.#endSlowest([[workspaceId, own]])
    if (this.#running.has(workspaceId)) return 'own'
    if (this.#running.size >= EXPORTS_AT_ONCE) this.#endSlowest(this.#running)
    return this.#running.size >= EXPORTS_AT_ONCE ? 'others' : null
  }

  /** Only as its place is asked for: else a slow line has as long as it takes. */
  #endSlowest(among: Iterable<readonly [string, Running]>): void {
    const nowMs = this.#clock.now()
    let slowest: { readonly workspaceId: string; readonly reader: ExportReader; readonly bytes: number } | null = null
    for (const [workspaceId, { reader, sinceMs, sinceBytes }] of among) {
      if (nowMs - sinceMs < LOOKED_AT_MS) continue
      const bytes = reader.movedBytes() - sinceBytes
      if (bytes >= LEAST_BYTES) this.#look(workspaceId, reader)
      else if (slowest === null || bytes < slowest.bytes) slowest = { workspaceId, reader, bytes }
    }
    if (slowest === null) return
    this.#free(slowest.workspaceId)
    slowest.reader.end()
  }

  #look(workspaceId: string, reader: ExportReader): void {
    this.#running.set(workspaceId, { reader, sinceMs: this.#clock.now(), sinceBytes: reader.movedBytes() })
  }

  #free(workspaceId: string): void {
    this.#running.delete(workspaceId)
    this.#peers.release(placeOf(workspaceId))
  }
}

function placeOf(workspaceId: string): string {
  return `export:${workspaceId}`
}
