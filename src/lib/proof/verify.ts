import { type Order, orderOf } from './chain'
import { type CheckedStatement, checkClipProof } from './checked-proof'
import type { ClipProblem } from './clip-problem'
import { type Proof, readProof } from './proof'
import { type Receipt, readReceipt } from './receipt'
import { fingerprintOf, isSignedBy, sha256Of } from './signatures'

/** Whose receipt it is, as far as whoever checks can tell. */
export type HubIs = 'known' | 'unknown'

/** What the hub says of the recording, and of whom. */
export interface HubFacts {
  readonly receipt: Receipt
  readonly hub: HubIs
}

/** What can be said of a file and a proof. */
export type Verdict =
  /** What the camera recorded, whole. */
  | { readonly kind: 'genuine'; readonly facts: HubFacts; readonly checked: CheckedStatement; readonly order: Order }
  /** What the hub got, whole; no camera vouches for it. */
  | { readonly kind: 'received'; readonly facts: HubFacts; readonly why: 'none' | ClipProblem }
  /** Another file than the one that the proof is of. */
  | { readonly kind: 'changed'; readonly how: 'shorter' | 'longer' | 'as-long'; readonly facts: HubFacts }
  /** The proof itself was changed, or put together of several. */
  | { readonly kind: 'proof-wrong'; readonly part: 'camera' | 'hub' | 'order' | 'parts' }
  /** All of it agrees, and the receipt is of another hub than the one that was named. */
  | { readonly kind: 'other-hub'; readonly facts: HubFacts }
  | { readonly kind: 'no-proof' }

/** `knownHub`: fingerprint of the hub's key, from where whoever checks trusts it; null: nowhere. */
export async function verify(
  content: Uint8Array<ArrayBuffer> | ArrayBuffer,
  proofFile: string,
  knownHub: string | null,
): Promise<Verdict> {
  const proof = readProof(proofFile)
  if (proof === null) return { kind: 'no-proof' }
  const said = await readSaid(proof)
  if (said.kind === 'proof-wrong') return said
  const { receipt, camera } = said
  const facts: HubFacts = { receipt, hub: knownHub === null ? 'unknown' : 'known' }
  if ((await sha256Of(content)) !== receipt.sha256) {
    return { kind: 'changed', how: lengthBeside(content.byteLength, receipt.sizeBytes), facts }
  }
  if (knownHub !== null && knownHub !== receipt.hub) return { kind: 'other-hub', facts }
  if (camera.kind === 'unsigned') return { kind: 'received', facts, why: camera.why }
  return { kind: 'genuine', facts, checked: camera.checked, order: camera.order }
}

type Wrong = Extract<Verdict, { kind: 'proof-wrong' }>

/** What hub and camera say, where each said it and they agree; nothing of the recording itself. */
export async function readSaid(
  proof: Proof,
): Promise<{ readonly kind: 'said'; readonly receipt: Receipt; readonly camera: Exclude<CameraSide, Wrong> } | Wrong> {
  const receipt = await receiptOf(proof)
  if (receipt === null) return { kind: 'proof-wrong', part: 'hub' }
  const camera = await cameraSide(proof, receipt)
  return camera.kind === 'proof-wrong' ? camera : { kind: 'said', receipt, camera }
}

function lengthBeside(bytes: number, wantedBytes: number): 'shorter' | 'longer' | 'as-long' {
  if (bytes === wantedBytes) return 'as-long'
  return bytes < wantedBytes ? 'shorter' : 'longer'
}

async function receiptOf({ hub }: Proof): Promise<Receipt | null> {
  const receipt = readReceipt(hub.receipt.text)
  if (receipt === null || (await fingerprintOf(hub.publicKey)) !== receipt.hub) return null
  return (await isSignedBy(hub.publicKey, hub.receipt.text, hub.receipt.signature)) ? receipt : null
}

type CameraSide =
  | { readonly kind: 'signed'; readonly checked: CheckedStatement; readonly order: Order }
  | { readonly kind: 'unsigned'; readonly why: 'none' | ClipProblem }
  | Wrong

/** What the camera said, where it agrees with what the hub's receipt says of that. */
async function cameraSide({ camera, before, after }: Proof, receipt: Receipt): Promise<CameraSide> {
  const parts: Wrong = { kind: 'proof-wrong', part: 'parts' }
  if (receipt.proof !== 'signed') {
    const isAlone = camera === null && before === null && after === null
    return isAlone ? { kind: 'unsigned', why: receipt.proof } : parts
  }
  if (camera === null) return parts
  const found = await checkClipProof(camera)
  if (found.kind === 'wrong') return { kind: 'proof-wrong', part: 'camera' }
  const { checked } = found
  const isOfReceipt =
    receipt.statement === checked.hash &&
    receipt.cameraId === checked.statement.cameraId &&
    receipt.sha256 === checked.sha256 &&
    receipt.sizeBytes === checked.sizeBytes
  if (!isOfReceipt) return parts
  const order = await orderOf(camera.publicKey, checked, { before, after })
  return order === null ? { kind: 'proof-wrong', part: 'order' } : { kind: 'signed', checked, order }
}
