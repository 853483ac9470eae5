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
