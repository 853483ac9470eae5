import * as z from 'zod/mini'
import { call } from './call'
import { textOrEmpty } from './wire'

/** Extension `evidence`: who recorded a clip, and when the hub had it (src/lib/proof). */
export const evidenceCalls = {
  /** What the hub signs its receipts with. Public: whoever was given a recording compares it. */
  hubKey: call({
    method: 'GET',
    path: '/evidence/key',
    signedIn: false,
    status: 200,
    answer: z.object({
      /** P-256, raw, in base64url. */
      publicKey: textOrEmpty,
      /** SHA-256 of it, in hex. */
      fingerprint: z.string(),
    }),
  }),
  proof: call({
    method: 'GET',
    path: '/videos/:videoId/proof',
    signedIn: true,
    status: 200,
    /** The text of the proof's file; null: the recording came before the hub kept any. */
    answer: z.object({ proof: z.nullable(z.string()) }),
  }),
}

const taken = z.object({ isKeySpent: z.boolean() })

/** Whether the answer to an upload says that the camera's key counts from where it was before. */
export function readSpentKey(answer: unknown): boolean {
  const read = z.safeParse(taken, answer)
  return read.success && read.data.isKeySpent
}
