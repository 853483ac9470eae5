import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, test } from 'vitest'
import { readClipStatement } from '../../src/lib/proof/clip-statement'
import { bytesOfText } from '../../src/lib/proof/encoding'
import { sha256Of } from '../../src/lib/proof/signatures'
import { clipSigning } from '../../src/outbox/signing/clip-signer'

let databases = 0
const newName = () => `signing-${databases++}`
const clip = (number: number, cameraId = 'front') => ({
  id: `clip-${number}`,
  cameraId,
  startedAtMs: 1000 * number,
  content: new Blob([`film ${number}`]),
})

async function keysIn(name: string): Promise<{ privateKey: CryptoKey; publicKey: string; sequence: number }[]> {
  const db = await openDB(name, 1)
  const keys = await db.getAll('keys')
  db.close()
  return keys
}

test('the key of a camera is made once, and cannot leave the browser (PROOF-03)', async () => {
  const name = newName()
  const first = await clipSigning(name).sign(clip(1))
  const second = await clipSigning(name).sign(clip(2))
  expect(first?.publicKey).toBe(second?.publicKey)
  expect((await clipSigning(name).sign(clip(1, 'yard')))?.publicKey).not.toBe(first?.publicKey)
  const [key] = await keysIn(name)
  if (key === undefined) throw new Error('There is no key.')
  expect([key.privateKey.extractable, key.privateKey.usages]).toEqual([false, ['sign']])
  for (const format of ['jwk', 'pkcs8'] as const) {
    await expect(crypto.subtle.exportKey(format, key.privateKey)).rejects.toThrow()
  }
})

test('tabs that sign at the same moment make one chain without a gap (PROOF-06)', async () => {
  const name = newName()
  const tabs = [clipSigning(name), clipSigning(name), clipSigning(name)]
  const proofs = await Promise.all(Array.from({ length: 9 }, (_, count) => tabs[count % 3]?.sign(clip(count))))
  const texts = proofs.map((proof) => proof?.statement.text ?? '')
  const byNumber = new Map(texts.map((text) => [readClipStatement(text)?.sequence, text]))
  expect([...byNumber.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  for (let number = 2; number <= 9; number++) {
    const before = await sha256Of(bytesOfText(byNumber.get(number - 1) ?? ''))
    expect(readClipStatement(byNumber.get(number) ?? '')?.previous).toBe(before)
  }
})

test('a key that is put away is followed by another, and only if it is still the camera’s (PROOF-12)', async () => {
  const name = newName()
  const signing = clipSigning(name)
  const first = await signing.sign(clip(1))
  if (first === null) throw new Error('Nothing is signed.')
  await signing.retire(first, 'front')
  const second = await signing.sign(clip(2))
  expect(readClipStatement(second?.statement.text ?? '')).toMatchObject({ sequence: 1, previous: null })
  expect(second?.publicKey).not.toBe(first.publicKey)
  // Told once more of the old one.
  await signing.retire(first, 'front')
  expect((await signing.sign(clip(3)))?.publicKey).toBe(second?.publicKey)
  expect(await signing.signConverted(first, 'front', new Blob(['x']))).toBeNull()
})
