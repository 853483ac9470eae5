import { readSaid } from '../../src/lib/proof/verify'
import type { Db, VideoTable } from '../db/schema'
import { ownProofOf } from './clip-proofs'
import { findProof } from './proof-rows'

/** Whether what is kept as a recording's proof holds and is its own; true where there is none. */
export async function isProofOf(db: Db, video: Pick<VideoTable, 'id' | 'sha256' | 'size_bytes'>): Promise<boolean> {
  const row = await findProof(db, video.id)
  if (row === undefined) return true
  const said = await readSaid(ownProofOf(row))
  if (said.kind === 'proof-wrong') return false
  const { videoId, sha256, sizeBytes, proof } = said.receipt
  return videoId === video.id && sha256 === video.sha256 && sizeBytes === video.size_bytes && proof === row.state
}
