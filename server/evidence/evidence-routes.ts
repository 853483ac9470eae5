import { evidenceCalls } from '../../src/contract/evidence'
import type { Handler, Route } from '../http/contract'
import { notFound } from '../lib/errors'
import { proofFileOf } from './clip-proofs'
import { hasVideo } from './proof-rows'
import type { EvidenceServices } from './services'

export function evidenceRoutes(route: Route<EvidenceServices>): void {
  route(evidenceCalls.hubKey, hubKey)
  route(evidenceCalls.proof, proof)
}

const hubKey: Handler<typeof evidenceCalls.hubKey, EvidenceServices> = async (services) => {
  const { publicKey, fingerprint } = services.hubKey
  return { publicKey, fingerprint }
}

const proof: Handler<typeof evidenceCalls.proof, EvidenceServices> = async ({ db }, { member, params }) => {
  if (!(await hasVideo(db, member.workspaceId, params.videoId))) throw notFound('video')
  return { proof: await proofFileOf(db, params.videoId) }
}
