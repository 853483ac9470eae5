import type { Clock } from '../lib/clock'
import { createLinkSignatures } from '../lib/signed-links'
import type { Peers } from '../peers/peers'

export const EXPORT_PREFIX = '/export'

/** Links to the zip of a whole workspace, good for 5 to 10 minutes to begin the download. */
export interface ExportLinks {
  sign(workspaceId: string): string
  isValid(workspaceId: string, expires: string, signature: string): boolean
}

/** The subject begins like no key of a recording, so that neither link passes for the other. */
const subjectOf = (workspaceId: string) => `export/${workspaceId}`

export function createExportLinks(key: Buffer, clock: Clock): ExportLinks {
  const signatures = createLinkSignatures(key, clock)
  return {
    sign: (workspaceId) =>
      `${EXPORT_PREFIX}/${workspaceId}?${new URLSearchParams(signatures.sign(subjectOf(workspaceId)))}`,
    isValid: (workspaceId, expires, signature) => signatures.isValid(subjectOf(workspaceId), expires, signature),
  }
}

/** Exports of one hub at the same time: each keeps a file and a connection open for as long as its reader likes. */
const EXPORTS_AT_ONCE = 4

/** A hub that ended without giving its places back has them no longer than this. */
const HELD_MS = 30_000
const RENEWED_MS = 10_000

type ExportPeers = Pick<Peers, 'hubId' | 'hold' | 'release' | 'find'>

/** Who is exporting: one at a time for a workspace, at all hubs together where they reach each other. */
export class ExportPlaces {
  readonly #peers: ExportPeers
  readonly #taken = new Set<string>()

  constructor(peers: ExportPeers) {
    this.#peers = peers
  }

  async isFree(workspaceId: string): Promise<boolean> {
    if (!this.#isFreeHere(workspaceId)) return false
    const holder = await this.#peers.find(placeOf(workspaceId))
    return holder === null || String(holder) === this.#peers.hubId
  }

  /** null: there is no place. Whoever takes one gives it back by calling the result, once. */
  async take(workspaceId: string): Promise<(() => void) | null> {
    if (!this.#isFreeHere(workspaceId)) return null
    // Before the others are asked: two at this hub shall not both wait for the answer.
    this.#taken.add(workspaceId)
    const hold = () => this.#peers.hold(placeOf(workspaceId), HELD_MS)
    if ((await hold()) === false) {
      this.#taken.delete(workspaceId)
      return null
    }
    const renewal = setInterval(() => void hold(), RENEWED_MS).unref()
    return () => {
      clearInterval(renewal)
      this.#taken.delete(workspaceId)
      this.#peers.release(placeOf(workspaceId))
    }
  }

  #isFreeHere(workspaceId: string): boolean {
    return this.#taken.size < EXPORTS_AT_ONCE && !this.#taken.has(workspaceId)
  }
}

function placeOf(workspaceId: string): string {
  return `export:${workspaceId}`
}
