import { createECDH, hkdfSync } from 'node:crypto'

/** The hub's key at push services (RFC 8292), in base64url. */
export interface VapidKey {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Made from the hub's secret, so that it is made once, kept where that is kept, the same at all hubs of one database, and
 * goes along to another one.
 */
export function vapidKeyOf(seed: Buffer): VapidKey {
  const curve = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    const scalar = Buffer.from(hkdfSync('sha256', seed, '', `vapid ${attempt}`, 32))
    try {
      curve.setPrivateKey(scalar)
    } catch {
      // One in four thousand million is past the end of the curve.
      continue
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') }
  }
}
