import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { hubKeyOf } from '../../../server/evidence/hub-key'
import { base64Url, bytesOfText } from '../../../src/lib/proof/encoding'
import { readProof } from '../../../src/lib/proof/proof'
import { KEY_ALGORITHM, SIGNATURE_ALGORITHM } from '../../../src/lib/proof/signatures'
import { verdictWords } from '../../../src/lib/proof/verdict-words'
import { type Verdict, verify } from '../../../src/lib/proof/verify'
import { copiedInto, picturesIn } from '../../support/copied-clips'
import { madeClip } from '../../support/made-clips'
import {
  browserWithBackup,
  FIRST_CLIP_AT,
  hubKey,
  newBrowser,
  proofFile,
  type SignedClip,
  signedClip,
} from '../../support/proven-clips'
import { seededRandom } from '../../support/random'

const door = randomUUID()
const yard = randomUUID()
let clips: SignedClip[]
let clip: SignedClip
let proof: string

beforeAll(async () => {
  const browser = newBrowser()
  clips = []
  for (const [index, durationSec] of [1, 2, 3, 4].entries()) {
    const bytes = Buffer.from(await (await madeClip({ durationSec })).arrayBuffer())
    clips.push(await signedClip(browser, { cameraId: door, bytes, startedAtMs: FIRST_CLIP_AT + index * 60_000 }))
  }
  clip = at(1)
  proof = await proofFile(clip, { before: at(0).proof.statement, after: at(2).proof.statement })
})

function at(index: number): SignedClip {
  const found = clips[index]
  if (found === undefined) throw new Error(`There is no clip ${index}.`)
  return found
}
const check = (bytes: Uint8Array, text = proof, known: string | null = hubKey.fingerprint) =>
  verify(new Uint8Array(bytes), text, known)
const words = (verdict: Verdict) => verdictWords(verdict, (ms) => new Date(ms).toISOString())

describe('an honest recording (PROOF-09)', () => {
  test('is genuine, whole and in its place', async () => {
    const verdict = await check(clip.bytes)
    expect(verdict).toMatchObject({
      kind: 'genuine',
      facts: { hub: 'known' },
      checked: { isConverted: false, statement: { sequence: 2, cameraId: door, recordedAtMs: FIRST_CLIP_AT + 60_000 } },
      order: { before: { kind: 'joined' }, after: { kind: 'joined' } },
    })
    expect(words(verdict)).toMatchObject({ tone: 'good', title: 'Genuine and whole' })
    expect(words(verdict).sentence).toBe(
      'It is byte for byte what its camera recorded and signed. The ones before and after it are joined to it without a gap.',
    )
  })

  test('of which nothing says whose hub it was is for the reader to compare (PROOF-10)', async () => {
    const said = words(await check(clip.bytes, proof, null))
    expect(said.tone).toBe('fair')
    expect(said.facts).toContainEqual(['Key of the hub', hubKey.fingerprint])
  })

  test('with a gap beside it stays genuine: the gap is told, and is no forgery (PROOF-06)', async () => {
    const last = at(3)
    const verdict = await check(last.bytes, await proofFile(last, { before: at(0).proof.statement }))
    expect(verdict).toMatchObject({
      kind: 'genuine',
      order: { before: { kind: 'missing', count: 2 }, after: { kind: 'none' } },
    })
    expect(words(verdict).sentence).toContain('Not in this proof: 2 before it; why, a proof does not say.')
    expect(await check(at(2).bytes, await proofFile(at(2)))).toMatchObject({
      order: { before: { kind: 'missing', count: 2 } },
    })
    const alone = await check(at(0).bytes, await proofFile(at(0), { after: last.proof.statement }))
    expect(words(alone).sentence).toContain('Not in this proof: 2 after it;')
  })
})

test.each([
  [0, ['after'], 'It is the first that this key signed; of a later one this proof says nothing.'],
  [1, ['after'], 'It follows the one before; of a later one this proof says nothing.'],
  [1, ['before'], 'Not in this proof: the one before it; why, a proof does not say.'],
  [2, ['before', 'after'], 'Not in this proof: 2 before it; why, a proof does not say.'],
] as const)(
  'a proof of clip %i whose %j was taken out does not say that the hub had none (PROOF-06)',
  async (index, sides, place) => {
    const [earlier, later] = [clips[index - 1], at(index + 1)]
    const whole = await proofFile(at(index), { before: earlier?.proof.statement ?? null, after: later.proof.statement })
    const left = { ...JSON.parse(whole), ...Object.fromEntries(sides.map((side) => [side, null])) }
    const { tone, sentence } = words(await check(at(index).bytes, JSON.stringify(left)))
    expect([tone, sentence]).toEqual(['good', `It is byte for byte what its camera recorded and signed. ${place}`])
  },
)

describe('every change is caught (PROOF-11)', () => {
  const random = seededRandom(25)
  const flipped = (bytes: Uint8Array) => {
    const changed = Uint8Array.from(bytes)
    const place = random.between(0, bytes.length * 8 - 1)
    changed[place >> 3] = (changed[place >> 3] ?? 0) ^ (1 << (place & 7))
    return changed
  }

  test('1,000 single bits of the recording', async () => {
    const kinds = new Set<string>()
    for (let round = 0; round < 1000; round++) kinds.add((await check(flipped(clip.bytes))).kind)
    expect([...kinds]).toEqual(['changed'])
  })

  test('1,000 single bits of the proof', async () => {
    const bytes = Buffer.from(proof)
    const passed: string[] = []
    for (let round = 0; round < 1000; round++) {
      const text = new TextDecoder().decode(flipped(bytes))
      if ((await check(clip.bytes, text)).kind === 'genuine') passed.push(text)
    }
    expect(passed).toEqual([])
  })

  test('the same signature or key written in another way', async () => {
    const parts = JSON.parse(proof)
    // The last letter of 64 or 65 bytes has bits that stand for nothing.
    const rewritten = (text: string) => {
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      const last = letters.indexOf(text.slice(-1))
      return text.slice(0, -1) + letters[last ^ 1]
    }
    const { camera, hub } = parts
    const texts = [
      { ...parts, camera: { ...camera, publicKey: rewritten(camera.publicKey) } },
      {
        ...parts,
        camera: { ...camera, statement: { ...camera.statement, signature: rewritten(camera.statement.signature) } },
      },
      { ...parts, hub: { ...hub, publicKey: rewritten(hub.publicKey) } },
      { ...parts, hub: { ...hub, receipt: { ...hub.receipt, signature: rewritten(hub.receipt.signature) } } },
    ]
    for (const text of texts) {
      expect(Buffer.from(text.hub.publicKey, 'base64url').equals(Buffer.from(hub.publicKey, 'base64url'))).toBe(true)
      expect((await check(clip.bytes, JSON.stringify(text))).kind).toBe('proof-wrong')
    }
  })

  test('the same words in the mouth of another key', async () => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify'])
    const { text } = clip.proof.statement
    const signed = await crypto.subtle.sign(SIGNATURE_ALGORITHM, privateKey, bytesOfText(text))
    const raw = await crypto.subtle.exportKey('raw', publicKey)
    const statement = { text, signature: base64Url(new Uint8Array(signed)) }
    const stolen = { publicKey: base64Url(new Uint8Array(raw)), statement, conversion: null }
    expect(await check(clip.bytes, await proofFile({ ...clip, proof: stolen }))).toEqual({
      kind: 'proof-wrong',
      part: 'camera',
    })
  })

  test('cuts at either end and within, and what is added', async () => {
    const { bytes } = clip
    const middle = bytes.length >> 1
    const cuts = [1, 2, 100, middle].flatMap((count) => [
      bytes.subarray(0, -count),
      bytes.subarray(count),
      Buffer.concat([bytes.subarray(0, middle), bytes.subarray(middle + count)]),
      Buffer.concat([bytes, Buffer.alloc(count)]),
    ])
    for (const cut of cuts) expect((await check(cut)).kind).toBe('changed')
    expect(await check(bytes.subarray(1))).toMatchObject({ how: 'shorter' })
    expect(await check(Buffer.concat([bytes, Buffer.of(0)]))).toMatchObject({ how: 'longer' })
    expect((await check(Buffer.of())).kind).toBe('changed')
  })

  test('1,000 cuts of any length at any place', async () => {
    const { bytes } = clip
    const kinds = new Set<string>()
    for (let round = 0; round < 1000; round++) {
      const from = random.between(0, bytes.length - 1)
      const until = random.between(from + 1, bytes.length)
      kinds.add((await check(Buffer.concat([bytes.subarray(0, from), bytes.subarray(until)]))).kind)
    }
    expect([...kinds]).toEqual(['changed'])
  })

  test('1,000 swaps, of two stretches of a recording or of what two recordings have in one place', async () => {
    const kinds = new Set<string>()
    let rounds = 0
    while (rounds < 1000) {
      const swapped = rounds % 2 === 0 ? swappedWithin(clip.bytes) : swappedFrom(clip.bytes, at(2).bytes)
      // Pictures repeat: what is the same afterwards is no swap.
      if (swapped.equals(clip.bytes)) continue
      expect(swapped).toHaveLength(clip.bytes.length)
      kinds.add((await check(swapped)).kind)
      rounds++
    }
    expect([...kinds]).toEqual(['changed'])
  })

  function swappedWithin(bytes: Buffer): Buffer {
    const length = random.between(1, bytes.length >> 2)
    const first = random.between(0, bytes.length - 2 * length)
    const second = random.between(first + length, bytes.length - length)
    return Buffer.concat([
      bytes.subarray(0, first),
      bytes.subarray(second, second + length),
      bytes.subarray(first + length, second),
      bytes.subarray(first, first + length),
      bytes.subarray(second + length),
    ])
  }

  function swappedFrom(bytes: Buffer, other: Buffer): Buffer {
    const from = random.between(0, bytes.length - 1)
    const until = random.between(from + 1, bytes.length)
    return Buffer.concat([bytes.subarray(0, from), other.subarray(from, until), bytes.subarray(until)])
  }

  test.each([
    ['webm', 'webm'],
    ['webm', 'mp4'],
    ['mp4', 'mp4'],
    ['mp4', 'webm'],
  ] as const)('the same pictures, copied from %s into %s', async (from, to) => {
    const recorded = Buffer.from(await (await madeClip({ container: from, audio: 'opus' })).arrayBuffer())
    const signed = await signedClip(newBrowser(), { cameraId: door, bytes: recorded })
    const text = await proofFile(signed)
    const copied = await copiedInto(recorded, to)
    expect(await picturesIn(copied)).toEqual(await picturesIn(recorded))
    expect((await check(recorded, text)).kind).toBe('genuine')
    expect((await check(copied, text)).kind).toBe('changed')
  })

  test('another recording in its place, and another proof', async () => {
    for (const other of clips.filter((one) => one !== clip)) {
      expect((await check(other.bytes)).kind).toBe('changed')
      expect((await check(clip.bytes, await proofFile(other))).kind).toBe('changed')
    }
  })

  test('another camera, or another browser, in its place', async () => {
    for (const [browser, cameraId] of [
      [newBrowser(), door],
      [newBrowser(), yard],
    ] as const) {
      const other = await signedClip(browser, { cameraId, bytes: clip.bytes, startedAtMs: clip.startedAtMs })
      const parts = JSON.parse(proof)
      const foreign = JSON.parse(await proofFile(other))
      expect(await check(clip.bytes, JSON.stringify({ ...parts, camera: foreign.camera }))).toMatchObject({
        kind: 'proof-wrong',
        part: 'parts',
      })
      expect((await check(clip.bytes, JSON.stringify({ ...parts, hub: foreign.hub }))).kind).toBe('proof-wrong')
      expect(
        (
          await check(
            clip.bytes,
            JSON.stringify({ ...parts, camera: { ...parts.camera, publicKey: other.proof.publicKey } }),
          )
        ).kind,
      ).toBe('proof-wrong')
    }
  })

  test('another order of recordings', async () => {
    const said = (index: number) => at(index).proof.statement
    const [first, second, third, fourth] = [said(0), said(1), said(2), said(3)]
    const orders = [
      { before: third, after: first },
      { before: second },
      { after: second },
      { before: fourth },
      { after: first },
    ]
    for (const around of orders) {
      expect(await check(clip.bytes, await proofFile(clip, around))).toMatchObject({
        kind: 'proof-wrong',
        part: 'order',
      })
    }
    // A browser that was copied counts on alone, with the same key.
    const { signing, keep, setBack } = await browserWithBackup()
    const record = (filler: number) => signedClip(signing, { cameraId: door, bytes: Buffer.of(filler) })
    await record(1)
    await keep()
    const [own, next] = [await record(2), await record(3)]
    await setBack()
    const [, strange] = [await record(4), await record(5)]
    const beside = async (other: SignedClip) => check(own.bytes, await proofFile(own, { after: other.proof.statement }))
    expect((await beside(next)).kind).toBe('genuine')
    expect(await beside(strange)).toMatchObject({ kind: 'proof-wrong', part: 'order' })
  })

  test('a hub that is not the one that was named (PROOF-10)', async () => {
    const other = hubKeyOf(Buffer.alloc(32, 7))
    const forged = await proofFile(clip, {}, other)
    expect((await check(clip.bytes, forged)).kind).toBe('other-hub')
    const parts = JSON.parse(forged)
    const mixed = { ...parts, hub: { ...parts.hub, publicKey: hubKey.publicKey } }
    expect(await check(clip.bytes, JSON.stringify(mixed))).toEqual({ kind: 'proof-wrong', part: 'hub' })
  })

  test.each([
    '',
    '{}',
    'null',
    '[]',
    '"nightjar proof 1"',
    '{"format":"nightjar proof 1"}',
    '['.repeat(5000),
    `{"format":"${'x'.repeat(30_000)}"}`,
  ])('what is no proof: %#', async (text) => {
    expect(await check(clip.bytes, text)).toEqual({ kind: 'no-proof' })
  })

  test('a proof with more in it than a proof has', async () => {
    expect(readProof(proof)).not.toBeNull()
    for (const extra of [{ note: 'trust me' }, { format: 'nightjar proof 2' }]) {
      expect(await check(clip.bytes, JSON.stringify({ ...JSON.parse(proof), ...extra }))).toEqual({ kind: 'no-proof' })
    }
  })
})

describe('a recording that its browser made into another format (PROOF-05)', () => {
  test('is genuine as it was delivered, and as nothing else', async () => {
    const browser = newBrowser()
    const recorded = await signedClip(browser, { cameraId: door, bytes: Buffer.from('as it was recorded') })
    const made = Buffer.from('as it was delivered')
    const proof = await browser.signConverted(recorded.proof, door, new Blob([new Uint8Array(made)]))
    if (proof === null) throw new Error('The key is gone.')
    const text = await proofFile({ ...recorded, bytes: made, proof })
    const verdict = await check(made, text)
    expect(verdict).toMatchObject({ kind: 'genuine', checked: { isConverted: true } })
    expect(words(verdict).sentence).toContain('recorded it, made it into this format and signed both')
    expect((await check(recorded.bytes, text)).kind).toBe('changed')
    const without = JSON.parse(text)
    without.camera.conversion = null
    expect((await check(made, JSON.stringify(without))).kind).toBe('proof-wrong')
    const other = await signedClip(browser, { cameraId: door, bytes: Buffer.from('another') })
    const borrowed = { ...JSON.parse(text), camera: { ...JSON.parse(text).camera, statement: other.proof.statement } }
    expect((await check(made, JSON.stringify(borrowed))).kind).toBe('proof-wrong')
  })
})
