import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOfCheck, verifyFiles } from '../../../server/evidence/verify-files'
import { backUp } from '../../../server/hub/backup'
import { compareStores, repairStores } from '../../../server/hub/check'
import { readConfig } from '../../../server/hub/config'
import { openBlobs } from '../../../server/storage/open-blobs'
import { proofNameOf } from '../../../src/lib/proof/package'
import { verify } from '../../../src/lib/proof/verify'
import { zipOf } from '../../../src/lib/zip'
import { formOf, newBrowser, type SignedClip, signedClip } from '../../support/proven-clips'
import { addCamera, send } from '../support/calls'
import { openTestDatabase } from '../support/database'
import { postClip, webm } from '../support/forms'
import { manualClock, startTestHub } from '../support/hub'

/** A hub with three clips was backed up and closed; what is left of it. */
let dataDir: string
const clock = manualClock()
let clips: SignedClip[]
let copy: string
let proof: string
let fingerprint: string

beforeAll(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'nightjar-proofs-')), 'data')
  copy = join(dirname(dataDir), 'copy')
  const hub = await startTestHub({ dataDir, clock, tier: 'TEAM' })
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  const browser = newBrowser()
  clips = []
  for (let count = 0; count < 3; count++) {
    const clip = await signedClip(browser, { cameraId, bytes: webm(1000 + count, count) })
    clips.push(clip)
    const { id } = (await postClip(hub.fastify, ann, formOf(clip))).json<{ id: string }>()
    proof = (await send(hub.fastify, ann, 'GET', `/videos/${id}/proof`)).json<{ proof: string }>().proof
  }
  fingerprint = (await send(hub.fastify, null, 'GET', '/evidence/key')).json<{ fingerprint: string }>().fingerprint
  await backUp(dataDir, copy)
  await hub.close()
})
afterAll(() => rm(dirname(dataDir), { recursive: true, force: true }))

const last = () => new Uint8Array(clips.at(-1)?.bytes ?? [])

async function services(db: Awaited<ReturnType<typeof openTestDatabase>>) {
  const result = readConfig({ DATA_DIR: dataDir })
  if (!result.ok) throw new Error('the configuration is wrong')
  return { config: result.config, db, clock, blobs: await openBlobs(result.config, pino({ level: 'silent' })) }
}

test('a restored backup has the proofs and the key that receipts were signed with (PROOF-15)', async () => {
  const hub = await startTestHub({ dataDir: copy, clock, tier: 'TEAM' })
  const now = (await send(hub.fastify, null, 'GET', '/evidence/key')).json<{ fingerprint: string }>().fingerprint
  expect(now).toBe(fingerprint)
  const ann = await hub.signIn()
  const { videos } = (await send(hub.fastify, ann, 'GET', '/videos')).json<{ videos: { id: string; size: number }[] }>()
  const video = videos.find(({ size }) => size === last().byteLength)
  const restored = await send(hub.fastify, ann, 'GET', `/videos/${video?.id}/proof`)
  expect(restored.json<{ proof: string }>().proof).toBe(proof)
  expect((await verify(last(), proof, now)).kind).toBe('genuine')
  await hub.close()
})

test('hub:check finds a proof that was changed in the database, and leaves it as it is (PROOF-15)', async () => {
  const db = await openTestDatabase(dataDir)
  const found = async () => (await compareStores(await services(db))).differences
  expect(await found()).toEqual([])
  const rows = await db.selectFrom('clip_proofs').selectAll().orderBy('sequence').execute()
  const [first, second] = rows
  if (first === undefined || second === undefined) throw new Error('There are no proofs.')
  const set = (values: Partial<typeof first>) =>
    db.updateTable('clip_proofs').set(values).where('video_id', '=', first.video_id).execute()
  const received = /received \S+/
  const changes: Partial<typeof first>[] = [
    { receipt: first.receipt.replace(received, 'received 2020-01-01T00:00:00.000Z') },
    { camera_proof: second.camera_proof },
    { camera_proof: null },
    { state: 'none' },
    { hub_key: 'AAAA' },
    { receipt: second.receipt, receipt_signature: second.receipt_signature },
  ]
  for (const change of changes) {
    await set(change)
    const differences = await found()
    expect(differences).toEqual([{ kind: 'proof-differs', key: first.video_id }])
    const repair = await repairStores(await services(db), { videos: 3, differences })
    expect(repair).toEqual({ kind: 'done', left: differences })
    const { video_id: _, ...kept } = first
    await set(kept)
  }
  expect(await found()).toEqual([])
  await db.destroy()
})

test('the command says what the page says, of a zip, of both files, and of a clip with its proof beside it (PROOF-16)', async () => {
  const { mkdir, writeFile } = await import('node:fs/promises')
  const folder = join(dirname(dataDir), 'given')
  await mkdir(folder)
  const write = (name: string, bytes: Uint8Array) => writeFile(join(folder, name), bytes)
  const proofBytes = new TextEncoder().encode(proof)
  const zip = zipOf(
    [
      { name: 'recording-1.webm', bytes: last() },
      { name: proofNameOf('recording-1.webm'), bytes: proofBytes },
      // Beside the original, and no part of the proof.
      { name: 'recording-1.mp4', bytes: webm(50, 1) as Uint8Array<ArrayBuffer> },
    ],
    clock.now(),
  )
  await write('recording-1.zip', new Uint8Array(await zip.arrayBuffer()))
  await write('recording-1.webm', last())
  await write('recording-1.proof.json', proofBytes)
  await write('changed.webm', Uint8Array.from([...last().slice(0, -1), 0]))
  const check = async (name: string, proofName: string | null = null, key: string | null = fingerprint) => {
    const found = await verifyFiles(join(folder, name), proofName && join(folder, proofName), key)
    return found.kind === 'refused' ? found.sentence : found.files.map(textOfCheck).join('\n')
  }
  for (const given of [await check('recording-1.zip'), await check('recording-1.webm')]) {
    expect(given).toContain(
      'recording-1.webm: Genuine and whole\nIt is byte for byte what its camera recorded and signed.',
    )
  }
  expect(await check('recording-1.webm', 'recording-1.proof.json', null)).toContain(fingerprint)
  expect(await check('changed.webm', 'recording-1.proof.json')).toContain('Not the recording that this proof is of')
  expect(await check('recording-1.zip', null, '0'.repeat(64))).toContain('The receipt is of another hub')
  expect(await check('changed.webm')).toMatch(/^There is no file .*changed\.proof\.json\.$/)
  await write('empty.zip', new Uint8Array(await zipOf([], 0).arrayBuffer()))
  expect(await check('empty.zip')).toContain('holds no recording with its proof')
  await write('cut.zip', new Uint8Array(await zip.arrayBuffer()).slice(0, 200))
  expect(await check('cut.zip')).toContain('is damaged. Download it again.')
})
