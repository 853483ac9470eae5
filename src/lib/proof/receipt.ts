import { type ClipProblem, clipProblems } from './clip-problem'
import { isCount, isHash, isHashOrNone, isId, isTime, linesOf, NONE, valuesIn } from './signed-lines'

/** What came with a clip: a proof that held, none, or one that did not hold. */
export type ProofState = 'signed' | 'none' | ClipProblem

/** What a hub says of a clip when it has it. */
export interface Receipt {
  /** Fingerprint of the hub's key. */
  readonly hub: string
  readonly videoId: string
  readonly cameraId: string
  /** What the camera was called then. */
  readonly cameraName: string
  /** By the hub's clock. */
  readonly receivedAtMs: number
  /** Of the bytes that came. */
  readonly sha256: string
  readonly sizeBytes: number
  readonly proof: ProofState
  /** SHA-256 of the camera's statement; null: there is none that holds. */
  readonly statement: string | null
  /** When the hub first had a clip that was signed with this key of the camera; null: no statement holds. */
  readonly keySinceMs: number | null
  /** Counts the keys of the camera from 1; 0: no statement holds. */
  readonly keyNumber: number
}

const TITLE = 'nightjar hub receipt 1'
const names = [
  ...(['hub', 'video', 'camera', 'named', 'received', 'sha256', 'size'] as const),
  ...(['proof', 'statement', 'key-since', 'key-number'] as const),
]

export function receiptText(receipt: Receipt): string {
  return linesOf(TITLE, [
    ['hub', receipt.hub],
    ['video', receipt.videoId],
    ['camera', receipt.cameraId],
    ['named', receipt.cameraName.replaceAll(/\p{Cc}/gu, ' ')],
    ['received', new Date(receipt.receivedAtMs).toISOString()],
    ['sha256', receipt.sha256],
    ['size', String(receipt.sizeBytes)],
    ['proof', receipt.proof],
    ['statement', receipt.statement ?? NONE],
    ['key-since', receipt.keySinceMs === null ? NONE : new Date(receipt.keySinceMs).toISOString()],
    ['key-number', String(receipt.keyNumber)],
  ])
}

/** null: it is no receipt. */
export function readReceipt(text: string): Receipt | null {
  const said = valuesIn(TITLE, names, text)
  if (said === null) return null
  const proof = proofStateOf(said.proof)
  const isWhole =
    [said.hub, said.sha256].every(isHash) &&
    [said.video, said.camera].every(isId) &&
    [said.size, said['key-number']].every(isCount) &&
    isTime(said.received) &&
    isHashOrNone(said.statement) &&
    (said['key-since'] === NONE || isTime(said['key-since']))
  const isSigned = proof === 'signed'
  if (!isWhole || proof === null || isSigned !== (said.statement !== NONE)) return null
  if (isSigned !== (said['key-since'] !== NONE)) return null
  return {
    hub: said.hub,
    videoId: said.video,
    cameraId: said.camera,
    cameraName: said.named,
    sha256: said.sha256,
    proof,
    receivedAtMs: Date.parse(said.received),
    sizeBytes: Number(said.size),
    statement: isSigned ? said.statement : null,
    keySinceMs: isSigned ? Date.parse(said['key-since']) : null,
    keyNumber: Number(said['key-number']),
  }
}

function proofStateOf(text: string): ProofState | null {
  if (text === 'signed' || text === 'none') return text
  return clipProblems.find((problem) => problem === text) ?? null
}
