import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClipProof, clipProofText } from '../../../src/lib/proof/clip-proof'
import { readProof } from '../../../src/lib/proof/proof'
import { readReceipt } from '../../../src/lib/proof/receipt'
import { verify } from '../../../src/lib/proof/verify'
import type { ClipSigning } from '../../../src/outbox/signing/clip-signer'
import {
  browserWithBackup,
  FIRST_CLIP_AT,
  formOf,
  newBrowser,
  type SignedClip,
  signedClip,
} from '../../support/proven-clips'
import { addCamera, listVideos, pathOf, send } from '../support/calls'
import { postClip, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { unzip } from '../support/zip'

let hub: TestHub
let ann: SignedInUser
let fingerprint: string
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  fingerprint = (await send(hub.fastify, null, 'GET', '/evidence/key')).json<{ fingerprint: string }>().fingerprint
})
afterAll(() => hub.close())

let filler = 0
let minute = 0
/** The next clip of a camera, as its browser signs it. */
const next = (browser: ClipSigning, cameraId: string): Promise<SignedClip> =>
  signedClip(browser, { cameraId, bytes: webm(2000, filler++ % 250), startedAtMs: FIRST_CLIP_AT + minute++ * 1000 })

interface Taken {
  readonly id: string
  readonly isKeySpent?: boolean
}
const deliver = async (clip: SignedClip, fields: Record<string, string> = {}): Promise<Taken> => {
  const answer = await postClip(hub.fastify, ann, formOf(clip, fields))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Taken>()
}
const cameraIds: string[] = []
/** Each test has its own; a plan has ten at most, and recordings outlive their camera. */
const newCamera = async (name = 'Door') => {
  if (cameraIds.length === 10) await send(hub.fastify, ann, 'DELETE', `/cameras/${cameraIds.shift()}`)
  const { id } = await addCamera(hub.fastify, ann, name)
  cameraIds.push(id)
  return id
}
const fileOf = async (videoId: string) =>
  (await send(hub.fastify, ann, 'GET', `/videos/${videoId}/proof`)).json<{ proof: string | null }>().proof ?? ''
const verdictOf = async (videoId: string, bytes: Buffer) =>
  verify(new Uint8Array(bytes), await fileOf(videoId), fingerprint)
const markOf = async (videoId: string) =>
  (await listVideos(hub.fastify, ann, '?pageSize=100')).videos.find(({ id }) => id === videoId)?.proof
const receiptOf = async (videoId: string) => readReceipt(readProof(await fileOf(videoId))?.hub.receipt.text ?? '')

describe('a clip that its camera signed', () => {
  test('by a clock that is ten minutes fast is genuine, and shown when it was recorded (SENSE-14)', async () => {
    const clip = await next(newBrowser(), await newCamera())
    const { id } = await deliver(clip, { hubAheadMs: '-600000' })
    const video = (await listVideos(hub.fastify, ann, '?pageSize=100')).videos.find((each) => each.id === id)
    expect([video?.proof, Date.parse(video?.createdAt ?? '')]).toEqual(['signed', clip.startedAtMs - 600_000])
    expect(await verdictOf(id, clip.bytes)).toMatchObject({ kind: 'genuine' })
  })

  test('is stored with the statement and the receipt, which anybody can check (PROOF-02, PROOF-07)', async () => {
    const cameraId = await newCamera('Front Door')
    const clip = await next(newBrowser(), cameraId)
    const { id, isKeySpent } = await deliver(clip)
    expect(isKeySpent).toBeUndefined()
    expect(await markOf(id)).toBe('signed')
    expect(await verdictOf(id, clip.bytes)).toMatchObject({
      kind: 'genuine',
      facts: {
        hub: 'known',
        receipt: { cameraName: 'Front Door', receivedAtMs: hub.clock.now(), videoId: id, keyNumber: 1 },
      },
      order: { before: { kind: 'none' }, after: { kind: 'none' } },
    })
    const [video] = (await listVideos(hub.fastify, ann)).videos
    const { rawPayload } = await hub.fastify.inject({ url: pathOf(video?.videoUrl) })
    expect((await verdictOf(id, rawPayload)).kind).toBe('genuine')
  })

  test('that comes again is the same clip, and the first receipt stands (PROOF-07)', async () => {
    const clip = await next(newBrowser(), await newCamera())
    const { id } = await deliver(clip)
    const before = await fileOf(id)
    hub.clock.advance(60_000)
    expect(await deliver(clip)).toEqual({ id, clipId: clip.clipId })
    expect(await fileOf(id)).toBe(before)
  })

  test('is joined to those before and after, in whichever order they come (PROOF-06)', async () => {
    const [browser, cameraId] = [newBrowser(), await newCamera()]
    const clips = [await next(browser, cameraId), await next(browser, cameraId), await next(browser, cameraId)]
    const ids = new Map<SignedClip, string>()
    for (const clip of clips.toReversed()) ids.set(clip, (await deliver(clip)).id)
    const orders = await Promise.all(
      clips.map(async (clip) => {
        const verdict = await verdictOf(ids.get(clip) ?? '', clip.bytes)
        return verdict.kind === 'genuine' ? [verdict.order.before.kind, verdict.order.after.kind] : verdict.kind
      }),
    )
    expect(orders).toEqual([
      ['none', 'joined'],
      ['joined', 'joined'],
      ['joined', 'none'],
    ])
  })

  test('that is removed, or never came, is a gap beside the others and no more (PROOF-06)', async () => {
    const [browser, cameraId] = [newBrowser(), await newCamera()]
    const clips = [await next(browser, cameraId), await next(browser, cameraId), await next(browser, cameraId)]
    const [first, , third] = clips
    if (first === undefined || third === undefined) throw new Error('no clips')
    const { id } = await deliver(first)
    const { id: lastId } = await deliver(third)
    const gap = { kind: 'genuine', order: { before: { kind: 'missing', count: 1 } } }
    expect(await verdictOf(lastId, third.bytes)).toMatchObject(gap)
    expect(await verdictOf(id, first.bytes)).toMatchObject({ order: { after: { kind: 'missing', count: 1 } } })
    await send(hub.fastify, ann, 'DELETE', `/videos/${id}`)
    expect(await verdictOf(lastId, third.bytes)).toMatchObject({ order: { before: { kind: 'missing', count: 2 } } })
    expect((await send(hub.fastify, ann, 'GET', `/videos/${id}/proof`)).statusCode).toBe(404)
  })

  test('made into another format is taken as it came (PROOF-05)', async () => {
    const [browser, cameraId] = [newBrowser(), await newCamera()]
    const recorded = await next(browser, cameraId)
    const made = webm(900, 77)
    const proof = await browser.signConverted(recorded.proof, cameraId, new Blob([new Uint8Array(made)]))
    const { id } = await deliver({ ...recorded, bytes: made, proof: proof as ClipProof })
    expect(await verdictOf(id, made)).toMatchObject({ kind: 'genuine', checked: { isConverted: true } })
    expect((await verdictOf(id, recorded.bytes)).kind).toBe('changed')
  })
})

describe('a new key of a camera', () => {
  test('is told with the time of its first clip, and both go on to hold (PROOF-04)', async () => {
    const cameraId = await newCamera()
    const [before, cleared] = [newBrowser(), newBrowser()]
    const old = await next(before, cameraId)
    const { id: oldId } = await deliver(old)
    hub.clock.advance(120_000)
    const firstAtMs = hub.clock.now()
    const { id } = await deliver(await next(cleared, cameraId))
    hub.clock.advance(120_000)
    const { id: laterId } = await deliver(await next(cleared, cameraId))
    expect(await receiptOf(id)).toMatchObject({ keyNumber: 2, keySinceMs: firstAtMs })
    expect(await receiptOf(laterId)).toMatchObject({ keyNumber: 2, keySinceMs: firstAtMs })
    expect(await verdictOf(oldId, old.bytes)).toMatchObject({ kind: 'genuine', facts: { receipt: { keyNumber: 1 } } })
    const again = await next(before, cameraId)
    expect(await receiptOf((await deliver(again)).id)).toMatchObject({ keyNumber: 1 })
  })
})

describe('a proof that does not hold costs no clip: it is stored, and told as unproven with the reason (PROOF-08)', () => {
  const cases: readonly (readonly [
    problem: string,
    change: (clip: SignedClip, other: SignedClip) => [SignedClip, Record<string, string>?],
  ])[] = [
    ['unreadable', (clip) => [clip, { proof: 'not even JSON' }]],
    ['unreadable', (clip) => [clip, { proof: '' }]],
    ['unreadable', (clip) => [clip, { proof: 'x'.repeat(100_000) }]],
    ['unreadable', (clip) => [clip, { proof: 'a\0b' }]],
    ['unreadable', (clip) => [clip, { proof: clipProofText({ ...clip.proof, publicKey: 'AAAA' }) }]],
    [
      'bad-signature',
      (clip, other) => [clip, { proof: clipProofText({ ...clip.proof, publicKey: other.proof.publicKey }) }],
    ],
    [
      'bad-signature',
      (clip, other) => {
        const statement = { ...clip.proof.statement, signature: other.proof.statement.signature }
        return [clip, { proof: clipProofText({ ...clip.proof, statement }) }]
      },
    ],
    ['other-bytes', (clip, other) => [clip, { proof: clipProofText(other.proof) }]],
    ['other-bytes', (clip) => [{ ...clip, bytes: webm(2001, 3) }]],
    ['other-clip', (clip) => [clip, { clipId: randomUUID() }]],
    ['other-time', (clip) => [clip, { startedAt: new Date(clip.startedAtMs + 1).toISOString() }]],
  ]
  test.each(cases)('%s', async (problem, change) => {
    const cameraId = await newCamera()
    const clip = await next(newBrowser(), cameraId)
    const other = await next(newBrowser(), cameraId)
    const [changed, fields] = change(clip, other)
    const { id } = await deliver(changed, fields)
    expect(await markOf(id)).toBe('wrong')
    expect(await receiptOf(id)).toMatchObject({ proof: problem, statement: null })
    expect(await verdictOf(id, changed.bytes)).toMatchObject({ kind: 'received', why: problem })
  })

  test('other-camera', async () => {
    const clip = await next(newBrowser(), await newCamera('Door'))
    const { id } = await deliver({ ...clip, cameraId: await newCamera('Yard') })
    expect(await receiptOf(id)).toMatchObject({ proof: 'other-camera', cameraName: 'Yard' })
  })

  test('repeated, and the camera is told to take another key: its browser was set back (PROOF-12)', async () => {
    const cameraId = await newCamera()
    const { signing, keep, setBack } = await browserWithBackup()
    await deliver(await next(signing, cameraId))
    await keep()
    const second = await deliver(await next(signing, cameraId))
    await deliver(await next(signing, cameraId))
    await setBack()
    const taken = await deliver(await next(signing, cameraId))
    expect(taken.isKeySpent).toBe(true)
    expect(await receiptOf(taken.id)).toMatchObject({ proof: 'repeated' })
    // Where its namesake is gone, the one after tells.
    await send(hub.fastify, ann, 'DELETE', `/videos/${second.id}`)
    await setBack()
    const other = await deliver(await next(signing, cameraId))
    expect(await receiptOf(other.id)).toMatchObject({ proof: 'broken-chain' })
    expect(other.isKeySpent).toBe(true)
  })

  test('no proof at all: the receipt alone says when the hub had it (PROOF-07)', async () => {
    const bytes = webm(1500, 9)
    const answer = await postClip(hub.fastify, ann, { cameraId: await newCamera(), bytes })
    const { id } = answer.json<Taken>()
    expect(await markOf(id)).toBeUndefined()
    expect(await verdictOf(id, bytes)).toMatchObject({ kind: 'received', why: 'none' })
    expect((await verdictOf(id, webm(1500, 8))).kind).toBe('changed')
  })
})

describe('who sees a proof', () => {
  test('is who sees the recording; the key of the hub is public (PROOF-07)', async () => {
    const { id } = await deliver(await next(newBrowser(), await newCamera()))
    const bob = await hub.signIn('bob@example.org')
    expect((await send(hub.fastify, bob, 'GET', `/videos/${id}/proof`)).statusCode).toBe(404)
    expect((await send(hub.fastify, null, 'GET', `/videos/${id}/proof`)).statusCode).toBe(401)
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
  })

  test('finds it beside each recording in an export of the workspace (PROOF-15)', async () => {
    const link = await send(hub.fastify, ann, 'POST', `/workspaces/${ann.workspaceId}/export`)
    const files = unzip((await hub.fastify.inject({ url: pathOf(link.json<{ url: string }>().url) })).rawPayload)
    const clips = [...files.keys()].filter((name) => name.endsWith('.webm'))
    expect(clips.length).toBeGreaterThan(5)
    for (const name of clips) {
      const proof = files.get(name.replace(/\.webm$/, '.proof.json'))?.toString() ?? ''
      const { kind } = await verify(new Uint8Array(files.get(name) ?? []), proof, fingerprint)
      expect(['genuine', 'received']).toContain(kind)
    }
  })
})
