import type { ClipProof, SignedText } from '../../lib/proof/clip-proof'
import {
  type ClipStatement,
  clipStatementText,
  conversionText,
  readClipStatement,
} from '../../lib/proof/clip-statement'
import { base64Url, bytesOfText } from '../../lib/proof/encoding'
import { KEY_ALGORITHM, SIGNATURE_ALGORITHM, sha256Of } from '../../lib/proof/signatures'
import { type CameraKey, KeyStore } from './key-store'

/** What is signed of a clip. */
export interface ClipToSign {
  readonly id: string
  readonly cameraId: string
  readonly startedAtMs: number
  readonly content: Blob
}

/** Signs clips with the keys of this browser's cameras. */
export interface ClipSigning {
  /** The next statement of the clip's camera; null: the browser keeps no keys. Rejects where its disk fails. */
  sign(clip: ClipToSign): Promise<ClipProof | null>
  /** The same proof, for the clip as it was made into another format; null: the key is there no more. */
  signConverted(proof: ClipProof, cameraId: string, content: Blob): Promise<ClipProof | null>
  /** The hub knows other statements of these numbers: the camera goes on with a new key. */
  retire(proof: ClipProof, cameraId: string): Promise<void>
}

/** Signatures of several tabs for one camera at the same moment: each try, one of them gets through. */
const TRIES = 20

/** Signs with keys that are kept in IndexedDB and cannot leave it. */
export function clipSigning(databaseName = 'nightjar-camera-keys'): ClipSigning {
  const keys = new KeyStore(databaseName)
  return {
    async sign(clip) {
      if (!hasKeys()) return null
      const said = {
        clipId: clip.id,
        cameraId: clip.cameraId,
        recordedAtMs: clip.startedAtMs,
        ...(await bytesOf(clip)),
      }
      for (let tries = 0; tries < TRIES; tries++) {
        const key = (await keys.find(clip.cameraId)) ?? (await keys.keepFirst(await newKey(clip.cameraId)))
        const proof = await signedBy(key, said)
        if (await keys.advance(key, await sha256Of(bytesOfText(proof.statement.text)))) return proof
      }
      throw new Error('Other tabs sign for this camera all the time.')
    },
    async signConverted(proof, cameraId, content) {
      const key = await keys.find(cameraId)
      const statement = readClipStatement(proof.statement.text)
      if (key === null || statement?.key !== key.fingerprint) return null
      const of = await sha256Of(bytesOfText(proof.statement.text))
      const text = conversionText({ of, key: key.fingerprint, ...(await bytesOf({ content })) })
      return { ...proof, conversion: await signText(key, text) }
    },
    async retire(proof, cameraId) {
      const statement = readClipStatement(proof.statement.text)
      if (statement !== null) await keys.remove(cameraId, statement.key)
    },
  }
}

/** Missing on pages that are not secure. */
function hasKeys(): boolean {
  return (crypto.subtle as SubtleCrypto | undefined) !== undefined
}

/** All at once: WebCrypto hashes nothing by parts. A clip has a few megabytes, and is hashed beside the page's thread. */
async function bytesOf({ content }: Pick<ClipToSign, 'content'>): Promise<{ sha256: string; sizeBytes: number }> {
  return { sha256: await sha256Of(await content.arrayBuffer()), sizeBytes: content.size }
}

async function newKey(cameraId: string): Promise<CameraKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(KEY_ALGORITHM, false, ['sign', 'verify'])
  const raw = await crypto.subtle.exportKey('raw', publicKey)
  return {
    cameraId,
    privateKey,
    publicKey: base64Url(new Uint8Array(raw)),
    fingerprint: await sha256Of(raw),
    sequence: 0,
    previous: null,
  }
}

async function signedBy(
  key: CameraKey,
  said: Omit<ClipStatement, 'sequence' | 'previous' | 'key'>,
): Promise<ClipProof> {
  const place = { sequence: key.sequence + 1, previous: key.previous, key: key.fingerprint }
  const statement = await signText(key, clipStatementText({ ...said, ...place }))
  return { publicKey: key.publicKey, statement, conversion: null }
}

async function signText({ privateKey }: CameraKey, text: string): Promise<SignedText> {
  const signature = await crypto.subtle.sign(SIGNATURE_ALGORITHM, privateKey, bytesOfText(text))
  return { text, signature: base64Url(new Uint8Array(signature)) }
}
