import {
  type ClipProof,
  clipProofIn,
  clipProofText,
  partsOf,
  type SignedText,
  signedParts,
  signedTextIn,
} from './clip-proof'

/** All that is needed to check one recording without the hub. */
export interface Proof {
  /** null: the camera's app sent none that holds; the receipt says which. */
  readonly camera: ClipProof | null
  /** The nearest statements of the same key that the hub had when it wrote this; null: it had none, or it was taken out. */
  readonly before: SignedText | null
  readonly after: SignedText | null
  readonly hub: { readonly publicKey: string; readonly receipt: SignedText }
}

const FORMAT = 'nightjar proof 1'
/** More than any that a hub writes. */
const MAX_PROOF_CHARACTERS = 20_000

/** The text of a proof's file. */
export function proofText({ camera, before, after, hub }: Proof): string {
  const parts = {
    format: FORMAT,
    camera: camera && JSON.parse(clipProofText(camera)),
    before: before && signedParts(before),
    after: after && signedParts(after),
    hub: { publicKey: hub.publicKey, receipt: signedParts(hub.receipt) },
  }
  return `${JSON.stringify(parts, null, 2)}\n`
}

/** null: it is no proof, or says more than a proof says. */
export function readProof(text: string): Proof | null {
  if (text.length > MAX_PROOF_CHARACTERS) return null
  try {
    return proofIn(JSON.parse(text))
  } catch {
    return null
  }
}

function proofIn(value: unknown): Proof | null {
  const found = partsOf(value, ['format', 'camera', 'before', 'after', 'hub'])
  if (found?.format !== FORMAT) return null
  const camera = clipProofIn(found.camera)
  const [before, after] = [signedTextIn(found.before), signedTextIn(found.after)]
  const hub = partsOf(found.hub, ['publicKey', 'receipt'])
  const receipt = signedTextIn(hub?.receipt)
  const isLost = (read: unknown, given: unknown) => read === null && given !== null
  if (isLost(camera, found.camera) || isLost(before, found.before) || isLost(after, found.after)) return null
  if (receipt === null || typeof hub?.publicKey !== 'string') return null
  return { camera, before, after, hub: { publicKey: hub.publicKey, receipt } }
}
