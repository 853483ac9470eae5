/** A key that a camera's browser signs with. It goes with the camera's row (migration 0025). */
export interface CameraKeyTable {
  camera_id: string
  /** SHA-256 of the public key, in hex. */
  fingerprint: string
  /** Counts the keys of the camera from 1: a browser that was cleared makes another. */
  number: number
  /** When the hub had the first clip that it signed. */
  first_seen_at: number
}

/** What is known of where a recording is from. It goes with the recording. */
export interface ClipProofTable {
  video_id: string
  camera_id: string
  /** `ProofState` (src/lib/proof/receipt.ts). */
  state: string
  /** Fingerprint of the key that signed; null, as the next three: nothing holds. */
  key_fingerprint: string | null
  sequence: number | null
  statement_hash: string | null
  /** As the camera sent it. */
  camera_proof: string | null
  /** The hub's key then. */
  hub_key: string
  receipt: string
  receipt_signature: string
}
