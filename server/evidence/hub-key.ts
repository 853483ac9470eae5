import { createECDH, createHash, createPrivateKey, hkdfSync, sign } from 'node:crypto'
import type { SignedText } from '../../src/lib/proof/clip-proof'

/** What the hub signs receipts with. Its public part is no secret: who checks a recording compares it. */
export interface HubKey {
  /** As WebCrypto imports it raw, in base64url. */
  readonly publicKey: string
  /** SHA-256 of the public key, in hex. */
  readonly fingerprint: string
  sign(text: string): SignedText
}

/** Made from the hub's secret, as the key at push services is: nothing more to keep, to share or to move. */
export function hubKeyOf(seed: Buffer): HubKey {
  const { scalar, point } = keyPairOf(seed)
  const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const jwk = { kty: 'EC', crv: 'P-256', d: scalar.toString('base64url'), ...coordinates }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return {
    publicKey: point.toString('base64url'),
    fingerprint: createHash('sha256').update(point).digest('hex'),
    // As WebCrypto reads it: r and s side by side.
    sign: (text) => ({
      text,
      signature: sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
    }),
  }
}

function keyPairOf(seed: Buffer): { readonly scalar: Buffer; readonly point: Buffer } {
  const curve = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    const scalar = Buffer.from(hkdfSync('sha256', seed, '', `receipts ${attempt}`, 32))
    try {
      curve.setPrivateKey(scalar)
    } catch {
      // One in four thousand million is past the end of the curve.
      continue
    }
    return { scalar, point: curve.getPublicKey() }
  }
}
