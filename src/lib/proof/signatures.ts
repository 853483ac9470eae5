import { bytesOfBase64Url, bytesOfText, hexOf } from './encoding'

/** P-256: the one curve that every browser's WebCrypto has. */
export const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const
export const SIGNATURE_ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' } as const

/** A public key as WebCrypto exports it raw: 0x04, x and y. */
const KEY_BYTES = 65

/** SHA-256 in hex. Large bytes are hashed beside the thread. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** What a public key is called: the SHA-256 of its bytes. null: it is none. */
export async function fingerprintOf(publicKey: string): Promise<string | null> {
  const bytes = bytesOfBase64Url(publicKey)
  return bytes === null || bytes.length !== KEY_BYTES ? null : sha256Of(bytes)
}

/** Whether the owner of the key signed the text. */
export async function isSignedBy(publicKey: string, text: string, signature: string): Promise<boolean> {
  const [keyBytes, signed] = [bytesOfBase64Url(publicKey), bytesOfBase64Url(signature)]
  if (keyBytes === null || signed === null) return false
  try {
    const key = await crypto.subtle.importKey('raw', keyBytes, KEY_ALGORITHM, false, ['verify'])
    return await crypto.subtle.verify(SIGNATURE_ALGORITHM, key, signed, bytesOfText(text))
  } catch {
    // No point of the curve.
    return false
  }
}
