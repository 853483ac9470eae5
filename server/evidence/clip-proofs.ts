import { areJoined } from '../../src/lib/proof/chain'
import { type CheckedStatement, checkClipProof } from '../../src/lib/proof/checked-proof'
import type { ClipProblem } from '../../src/lib/proof/clip-problem'
import { type ClipProof, clipProofText, readClipProof } from '../../src/lib/proof/clip-proof'
import { readClipStatement } from '../../src/lib/proof/clip-statement'
import { type Proof, proofText } from '../../src/lib/proof/proof'
import { type ProofState, receiptText } from '../../src/lib/proof/receipt'
import type { ClipProofTable } from '../db/evidence-tables'
import type { CameraTable, Db, VideoTable } from '../db/schema'
import type { HubKey } from './hub-key'
import { findNeighbour, findProof, findProofAt, insertProof, keepCameraKey, listProofStates } from './proof-rows'

/** What came with a clip, looked at by itself. */
export type Examined =
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly problem: ClipProblem }
  | { readonly kind: 'holds'; readonly proof: ClipProof; readonly checked: CheckedStatement }

/** What the hub knows of a clip whatever its proof says. */
export interface ReceivedClip {
  readonly clipId: string
  readonly cameraId: string
  readonly sha256: string
  readonly sizeBytes: number
  /** As the form gives it; undefined where it does not. */
  readonly startedAt: string | undefined
}

/** Compares what a camera says with what came. Whatever it finds, the clip is taken. */
export async function examineProof(text: string | undefined, clip: ReceivedClip): Promise<Examined> {
  if (text === undefined) return { kind: 'none' }
  const proof = readClipProof(text)
  if (proof === null) return { kind: 'wrong', problem: 'unreadable' }
  const found = await checkClipProof(proof)
  if (found.kind === 'wrong') return found
  const problem = differenceOf(found.checked, clip)
  return problem === null ? { kind: 'holds', proof, checked: found.checked } : { kind: 'wrong', problem }
}

function differenceOf({ statement, sha256, sizeBytes }: CheckedStatement, clip: ReceivedClip): ClipProblem | null {
  if (sha256 !== clip.sha256 || sizeBytes !== clip.sizeBytes) return 'other-bytes'
  if (statement.clipId.toLowerCase() !== clip.clipId) return 'other-clip'
  if (statement.cameraId !== clip.cameraId) return 'other-camera'
  const isOtherTime = clip.startedAt !== undefined && Date.parse(clip.startedAt) !== statement.recordedAtMs
  return isOtherTime ? 'other-time' : null
}

/**
 * Writes down what is known of a clip, with the hub's receipt; answers how its proof stands. Call it inside the clip's transaction, behind the lock of
 * its workspace: what the camera signed before and after is compared too.
 */
export async function recordProof(
  db: Db,
  hubKey: HubKey,
  { video, camera }: { readonly video: VideoTable; readonly camera: CameraTable },
  examined: Examined,
): Promise<ProofState> {
  const problem = examined.kind === 'holds' ? await problemInChain(db, examined.checked) : null
  const signed = examined.kind === 'holds' && problem === null ? examined : null
  const state: ProofState =
    signed === null ? (problem ?? (examined.kind === 'wrong' ? examined.problem : 'none')) : 'signed'
  const statement = signed?.checked.statement ?? null
  const key = statement && (await keepCameraKey(db, { cameraId: camera.id, key: statement.key }, video.received_at))
  const receipt = hubKey.sign(
    receiptText({
      hub: hubKey.fingerprint,
      videoId: video.id,
      cameraId: camera.id,
      cameraName: camera.name,
      receivedAtMs: video.received_at,
      sha256: video.sha256 ?? '',
      sizeBytes: video.size_bytes,
      proof: state,
      statement: signed?.checked.hash ?? null,
      keySinceMs: key?.first_seen_at ?? null,
      keyNumber: key?.number ?? 0,
    }),
  )
  await insertProof(db, {
    video_id: video.id,
    camera_id: camera.id,
    state,
    key_fingerprint: statement?.key ?? null,
    sequence: statement?.sequence ?? null,
    statement_hash: signed?.checked.hash ?? null,
    camera_proof: signed && clipProofText(signed.proof),
    hub_key: hubKey.publicKey,
    receipt: receipt.text,
    receipt_signature: receipt.signature,
  })
  return state
}

/** Whether its place is taken, or its neighbours are not joined to it. */
async function problemInChain(db: Db, own: CheckedStatement): Promise<ClipProblem | null> {
  const { cameraId, key, sequence } = own.statement
  const at = (place: number) => findProofAt(db, { cameraId, key, sequence: place })
  if ((await at(sequence)) !== undefined) return 'repeated'
  const before = await at(sequence - 1)
  if (before?.statement_hash && !areJoined({ hash: before.statement_hash }, own)) return 'broken-chain'
  const after = statementOf(await at(sequence + 1))
  return after !== null && !areJoined(own, { statement: after }) ? 'broken-chain' : null
}

function statementOf(row: ClipProofTable | undefined) {
  const proof = cameraProofOf(row)
  return proof && readClipStatement(proof.statement.text)
}

function cameraProofOf(row: ClipProofTable | undefined): ClipProof | null {
  return row?.camera_proof ? readClipProof(row.camera_proof) : null
}

/** The file of a recording's proof; null: it came before the hub kept any. */
export async function proofFileOf(db: Db, videoId: string): Promise<string | null> {
  const row = await findProof(db, videoId)
  return row === undefined ? null : proofText(await proofOf(db, row))
}

async function proofOf(db: Db, row: ClipProofTable): Promise<Proof> {
  const { camera_id: cameraId, key_fingerprint: key, sequence } = row
  const near = async (side: 'before' | 'after') =>
    key === null || sequence === null ? undefined : findNeighbour(db, { cameraId, key, sequence }, side)
  const before = cameraProofOf(await near('before'))?.statement ?? null
  const after = cameraProofOf(await near('after'))?.statement ?? null
  return { ...ownProofOf(row), before, after }
}

/** Without those of the recordings beside it. */
export function ownProofOf(row: ClipProofTable): Proof {
  const receipt = { text: row.receipt, signature: row.receipt_signature }
  return { camera: cameraProofOf(row), before: null, after: null, hub: { publicKey: row.hub_key, receipt } }
}

/** What a list says of a recording's proof. */
export type ProofMark = 'signed' | 'wrong'

/** Those without one, and those whose camera signs nothing, are left out. */
export async function proofMarks(db: Db, videoIds: readonly string[]): Promise<ReadonlyMap<string, ProofMark>> {
  const marks = new Map<string, ProofMark>()
  for (const { video_id: id, state } of await listProofStates(db, videoIds)) {
    if (state !== 'none') marks.set(id, state === 'signed' ? 'signed' : 'wrong')
  }
  return marks
}
