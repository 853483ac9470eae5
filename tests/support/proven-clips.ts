import { randomBytes, randomUUID } from 'node:crypto'
import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { type HubKey, hubKeyOf } from '../../server/evidence/hub-key'
import { type ClipProof, clipProofText } from '../../src/lib/proof/clip-proof'
import { bytesOfText } from '../../src/lib/proof/encoding'
import { type Proof, proofText } from '../../src/lib/proof/proof'
import { receiptText } from '../../src/lib/proof/receipt'
import { sha256Of } from '../../src/lib/proof/signatures'
import { type ClipSigning, clipSigning } from '../../src/outbox/signing/clip-signer'

let browsers = 0

/** A browser with a disk of its own: its cameras have keys of their own. */
export function newBrowser(): ClipSigning {
  return clipSigning(`camera-keys-${browsers++}`)
}

/** A browser whose disk can be set back to an earlier day, as a backup of its profile does. */
export async function browserWithBackup(): Promise<{
  readonly signing: ClipSigning
  setBack(): Promise<void>
  keep(): Promise<void>
}> {
  const name = `camera-keys-${browsers++}`
  const signing = clipSigning(name)
  let kept: unknown[] = []
  const disk = async () => openDB(name, 1)
  return {
    signing,
    async keep() {
      const db = await disk()
      kept = await db.getAll('keys')
      db.close()
    },
    async setBack() {
      const db = await disk()
      for (const row of kept) await db.put('keys', row)
      db.close()
    },
  }
}

export interface SignedClip {
  readonly clipId: string
  readonly cameraId: string
  readonly startedAtMs: number
  readonly bytes: Buffer
  readonly proof: ClipProof
}

export const FIRST_CLIP_AT = Date.parse('2026-03-10T11:00:00.000Z')

/** A clip as a camera of this browser records and signs it. */
export async function signedClip(
  browser: ClipSigning,
  { cameraId, bytes, startedAtMs = FIRST_CLIP_AT }: { cameraId: string; bytes: Buffer; startedAtMs?: number },
): Promise<SignedClip> {
  const clipId = randomUUID()
  const content = new Blob([new Uint8Array(bytes)])
  const proof = await browser.sign({ id: clipId, cameraId, startedAtMs, content })
  if (proof === null) throw new Error('This browser signs nothing.')
  return { clipId, cameraId, startedAtMs, bytes, proof }
}

/** The form of its upload; other fields where a test wants them. */
export function formOf(
  { clipId, cameraId, startedAtMs, bytes, proof }: SignedClip,
  fields: Record<string, string> = {},
) {
  const startedAt = new Date(startedAtMs).toISOString()
  return { cameraId, bytes, fields: { clipId, startedAt, proof: clipProofText(proof), ...fields } }
}

export const hubKey: HubKey = hubKeyOf(randomBytes(32))

/** A proof as a hub writes it, without the hub. */
export async function proofFile(clip: SignedClip, around: Partial<Pick<Proof, 'before' | 'after'>> = {}, key = hubKey) {
  const receipt = key.sign(
    receiptText({
      hub: key.fingerprint,
      videoId: randomUUID(),
      cameraId: clip.cameraId,
      cameraName: 'Door',
      receivedAtMs: clip.startedAtMs + 20_000,
      sha256: await sha256Of(new Uint8Array(clip.bytes)),
      sizeBytes: clip.bytes.length,
      proof: 'signed',
      statement: await sha256Of(bytesOfText(clip.proof.statement.text)),
      keySinceMs: FIRST_CLIP_AT,
      keyNumber: 1,
    }),
  )
  const hub = { publicKey: key.publicKey, receipt }
  return proofText({ camera: clip.proof, before: null, after: null, ...around, hub })
}
