import { afterEach, expect, test, vi } from 'vitest'
import { readRegistration } from '../../../server/sign-in/passkeys/webauthn'
import { passkeyCalls } from '../../../src/contract/sign-in/passkeys'
import { SoftwareAuthenticator } from '../../support/software-authenticator'

const HERE = 'http://localhost'
const challenge = 'AAAA'
const party = { id: 'localhost', origin: HERE }
const KEY_ID = 'BwcHBwcHBwcHBwcHBwcHBw'
/**
 * `android-key`, all made up: a root, and a leaf that it signed, whose list of revoked certificates is at
 * http://127.0.0.1:9/inside. The library asks there as soon as the leaf names the hash of this client data.
 */
const FORGED =
  'o2NmbXRrYW5kcm9pZC1rZXlnYXR0U3RtdKNjYWxnJmNzaWdIAAAAAAAAAABjeDVjglkBfzCCAXswggEhoAMCAQICAQIwCgYIKoZIzj0EAwIwDDEKMAgGA1UEAxMBUjAeFw0yMDAxMDEwMDAwMDBaFw00OTEyMzEwMDAwMDBaMAwxCjAIBgNVBAMTAUwwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASp-GEJAX4RW6soorXw9QosCrG37fDF2KBps5q9BV6CnqJMSc9quK-wk28h23ajNNOe5yJA3OTXQXdjrvNoMKfno3QwcjAqBgNVHR8EIzAhMB-gHaAbhhlodHRwOi8vMTI3LjAuMC4xOjkvaW5zaWRlMEQGCisGAQQB1nkCAREENjA0AgEECgEBAgEECgEBBCAhKAbKjJjnt2ZF3tYSnox98tJBK1vx90QE-jWJxo__yAQAMAAwADAKBggqhkjOPQQDAgNIADBFAiEArPenNgpFuVydMWqD62Ivr9YdHkgh_Dg_SWIEbLWESJoCIChz1IxvNY4caM_Qi_3aM2tFyCnwTvyTPYXAAYN6iHyXWQEMMIIBCDCBr6ADAgECAgEBMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAVIwHhcNMjAwMTAxMDAwMDAwWhcNNDkxMjMxMDAwMDAwWjAMMQowCAYDVQQDEwFSMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEAHbiGpqtBgiZjKm0eha89xSgs_-EMb4f24rGO-hoH0L8fsi97Jy1AYPvRgc5QmaEV3eewC4yt10uhqm9BDYE16MCMAAwCgYIKoZIzj0EAwIDSAAwRQIhAIMQk4I7eBVVs8QsyKqPQVEzedxRAsZlOk3BbJcU6dQSAiB2uZ7VFgpAMPtYLAS8yhhehTVbE3dtQaAoa5PmZrmkl2hhdXRoRGF0YViUSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAcHBwcHBwcHBwcHBwcHBwelAQIDJiABIVggqfhhCQF-EVurKKK18PUKLAqxt-3wxdigabOavQVegp4iWCCiTEnParivsJNvIdt2ozTTnuciQNzk10F3Y67zaDCn5w'

afterEach(() => vi.restoreAllMocks())

const made = () =>
  new SoftwareAuthenticator({ origin: HERE }).create({ challenge, rp: { id: 'localhost', name: '' }, user })
const user = { id: 'AA', name: 'ann', displayName: 'ann' }

function forged(attestationObject: string) {
  const clientData = JSON.stringify({ type: 'webauthn.create', challenge, origin: HERE, crossOrigin: false })
  const clientDataJSON = Buffer.from(clientData).toString('base64url')
  return { id: KEY_ID, rawId: KEY_ID, type: 'public-key', response: { clientDataJSON, attestationObject } } as const
}

test('an attestation that was made up has the hub call nobody (PASS-01, SEC-03)', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nobody is there'))
  const key = await readRegistration(forged(FORGED), { challenge, party })
  expect(fetched.mock.calls).toEqual([])
  expect(key).toMatchObject({ id: KEY_ID, counter: 0 })
})

test.each(['packed', 'tpm', 'apple', 'android-safetynet', 'fido-u2f', 'made-up'])(
  'an attestation of the kind %s is not read: the key is as good as without one (PASS-01)',
  async (kind) => {
    const { response, ...names } = made()
    const object = Buffer.from(response.attestationObject, 'base64url').toString('latin1')
    const named = object.replace('\x64none', `${String.fromCharCode(0x60 + kind.length)}${kind}`)
    const attestationObject = Buffer.from(named, 'latin1').toString('base64url')
    const credential = { ...names, response: { ...response, attestationObject } }
    expect(await readRegistration(credential, { challenge, party })).toMatchObject({ id: names.id })
  },
)

test('of an attestation without a key nothing comes (PASS-05)', async () => {
  const empty = Buffer.from([0xa0]).toString('base64url')
  expect(await readRegistration(forged(empty), { challenge, party })).toBeNull()
})

test.each([
  [16_384, true],
  [16_385, false],
])('an attestation of %i characters is taken in: %s (SEC-04)', (size, isTaken) => {
  const credential = made()
  const response = { ...credential.response, attestationObject: 'A'.repeat(size) }
  const body = { name: 'x', credential: { ...credential, response } }
  expect(passkeyCalls.register.body.safeParse(body).success).toBe(isTaken)
})
