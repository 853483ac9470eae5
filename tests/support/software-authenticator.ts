import { createHash, createPrivateKey, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type {
  CreationOptions,
  RegisteredCredential,
  RequestOptions,
  SignedCredential,
} from '../../src/contract/sign-in/passkeys'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

export interface AuthenticatorOptions {
  /** Origin of the page that asks. */
  readonly origin: string
  /** false: it says 0 for ever, as synced passkeys do. */
  readonly isCounting?: boolean
}

interface Kept {
  readonly id: Buffer
  readonly rpId: string
  readonly userHandle: string
  readonly key: KeyObject
  counter: number
}

/** A browser with an authenticator in it: ES256, no attestation, by the letter of WebAuthn level 3. */
export class SoftwareAuthenticator {
  readonly #origin: string
  readonly #isCounting: boolean
  readonly #kept: Kept[] = []

  constructor({ origin, isCounting = true }: AuthenticatorOptions) {
    this.#origin = origin
    this.#isCounting = isCounting
  }

  create({ challenge, rp, user }: Pick<CreationOptions, 'challenge' | 'rp' | 'user'>): RegisteredCredential {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const kept: Kept = { id: randomBytes(32), rpId: rp.id, userHandle: user.id, key: privateKey, counter: 0 }
    this.#kept.push(kept)
    const flags = USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(kept.id.length)
    const authData = Buffer.concat([this.#head(kept, flags), Buffer.alloc(16), idLength, kept.id, coseKey(publicKey)])
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return {
      ...this.#names(kept),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Signs with the newest passkey for the host name that asks. */
  get({ challenge, rpId }: RequestOptions): SignedCredential {
    const kept = this.#kept.findLast((candidate) => candidate.rpId === rpId)
    if (kept === undefined) throw new Error(`There is no passkey for ${rpId}.`)
    const authenticatorData = this.#head(kept, USER_PRESENT | USER_VERIFIED)
    const clientData = this.#clientData('webauthn.get', challenge)
    const signature = createSign('sha256')
      .update(authenticatorData)
      .update(createHash('sha256').update(clientData).digest())
      .sign(kept.key)
    return {
      ...this.#names(kept),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: kept.userHandle,
      },
    }
  }

  /** The same passkeys on another machine, as they are now. */
  copy(): SoftwareAuthenticator {
    const copy = new SoftwareAuthenticator({ origin: this.#origin, isCounting: this.#isCounting })
    for (const kept of this.#kept)
      copy.#kept.push({ ...kept, key: createPrivateKey(kept.key.export({ type: 'pkcs8', format: 'pem' })) })
    return copy
  }

  #names({ id }: Kept) {
    const name = id.toString('base64url')
    return { id: name, rawId: name, type: 'public-key' } as const
  }

  /** Hash of the host name, flags and counter. */
  #head(kept: Kept, flags: number): Buffer {
    if (this.#isCounting) kept.counter += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(kept.counter)
    return Buffer.concat([createHash('sha256').update(kept.rpId).digest(), Buffer.from([flags]), counter])
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }
}

/** An EC2 key of P-256 for ES256 (RFC 9053). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type Cbor = number | string | Buffer | Map<number, Cbor> | Map<string, Cbor>

/** As much of RFC 8949 as passkeys need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  const entries = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])
  return Buffer.concat([cborHead(5, value.size), ...entries])
}

function cborHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff])
}
