import type { Clock } from '../lib/clock'
import { createLinkSignatures } from '../lib/signed-links'

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

/** Who is exporting: one at a time for a workspace. */
export class ExportPlaces {
  readonly #taken = new Set<string>()

  isFree(workspaceId: string): boolean {
    return this.#taken.size < EXPORTS_AT_ONCE && !this.#taken.has(workspaceId)
  }

  /** null: there is no place. Whoever takes one gives it back by calling the result, once. */
  take(workspaceId: string): (() => void) | null {
    if (!this.isFree(workspaceId)) return null
    this.#taken.add(workspaceId)
    return () => void this.#taken.delete(workspaceId)
  }
}
