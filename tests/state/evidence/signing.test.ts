import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { verify } from '../../../src/lib/proof/verify'
import { filesInZip } from '../../../src/lib/zip-reading'
import { indexedDbClipStore } from '../../../src/outbox/indexed-db-store'
import { clipSigning } from '../../../src/outbox/signing/clip-signer'
import { checkFilesAtom, checkingAtom } from '../../../src/state/evidence/verify-files'
import {
  checkProofAtom,
  leaveProofAtom,
  proofCheckAtom,
  saveWithProofAtom,
  savingProofAtom,
} from '../../../src/state/recordings/clip-proof'
import { keepRecordingAtom } from '../../../src/state/recordings/recording-settings'
import { transcodersAtom } from '../../../src/state/recordings/transcode'
import type { Services } from '../../../src/state/services'
import { listVideos, send } from '../../server/support/calls'
import { mp4, webm } from '../../server/support/forms'
import { type AppOptions, startApp, type TestApp } from '../../support/app'
import { type Backend, startBackend } from '../../support/backend'
import { done, failed, fakeTranscoders } from '../../support/browser/fake-transcoder'
import { equip, recordClip, waitingClip } from '../../support/outbox'
import { newBrowser, proofFile, signedClip } from '../../support/proven-clips'
import { cameraOnHub, userOf } from '../support/hub-data'
import { offering } from '../support/offering'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend({ tier: 'TEAM' })
})
afterAll(() => backend.close())

let users = 0
let open: TestApp[] = []
afterEach(async () => {
  for (const app of open) await app.close()
  open = []
})

/** A tab whose browser keeps keys, signed in as somebody new, with a camera. */
async function tab(services: Partial<Services> = {}, options: AppOptions = {}) {
  const app = await startApp({ backend, clips: indexedDbClipStore(`evidence-${users}`), ...options })
  open.push(app)
  equip(app.store, { signing: newBrowser(), offeredByPage: async () => new Set(['evidence'] as const), ...services })
  await app.signIn(`user${users++}@example.org`)
  const { id: cameraId } = await cameraOnHub(app)
  await app.settle()
  return { app, cameraId, workspaceId: userOf(app).workspaceId }
}
type Tab = Awaited<ReturnType<typeof tab>>

const filmOf = (filler: number) => new Blob([new Uint8Array(webm(2000, filler))], { type: 'video/webm' })

/** Records a clip and waits until the hub has it, or the outbox is at rest. */
async function record({ app, cameraId, workspaceId }: Tab, filler: number): Promise<void> {
  const before = await delivered(app)
  const clip = { ...waitingClip(1, { workspaceId, cameraId, id: crypto.randomUUID() }), content: filmOf(filler) }
  await recordClip(app.store, { ...clip, startedAtMs: backend.hub.clock.now() - 20_000 })
  await expect.poll(async () => delivered(app), { timeout: 20_000 }).toBe(before + 1)
  await app.settle()
}
const videosOf = async (app: TestApp) => (await listVideos(backend.hub.fastify, userOf(app))).videos
const delivered = async (app: TestApp) => (await videosOf(app)).length
const proofOf = async (app: TestApp, videoId = '') =>
  (await send(backend.hub.fastify, userOf(app), 'GET', `/videos/${videoId}/proof`)).json<{ proof: string }>().proof
const uploads = () => backend.sentTo('POST /videos/upload')

test('what a camera records is signed when it is finished, and genuine on the hub (PROOF-02)', async () => {
  const home = await tab()
  await record(home, 1)
  await record(home, 2)
  const videos = await videosOf(home.app)
  expect(videos.map(({ proof }) => proof)).toEqual(['signed', 'signed'])
  const verdicts = await Promise.all(
    videos.map(async ({ id }) => {
      const content = await Promise.all([1, 2].map((filler) => filmOf(filler).arrayBuffer()))
      const found = await Promise.all(content.map(async (bytes) => verify(bytes, await proofOf(home.app, id), null)))
      return found.map(({ kind }) => kind).sort()
    }),
  )
  expect(verdicts).toEqual([
    ['changed', 'genuine'],
    ['changed', 'genuine'],
  ])
})

test('a clip that cannot be signed, or whose provider keeps no proofs, goes as before (PROOF-01, PROOF-08)', async () => {
  const broken = { ...newBrowser(), sign: async () => Promise.reject(new Error('The disk is full.')) }
  const home = await tab({ signing: broken })
  await record(home, 3)
  expect(uploads().at(-1)?.form?.has('proof')).toBe(false)
  expect(home.app.reports).toContain('The clip could not be signed: it is delivered without a proof.')

  const stop = backend.play(offering('clip-details', 'polling'))
  const other = await tab()
  await record(other, 4)
  expect(uploads().at(-1)?.form?.has('proof')).toBe(false)
  stop()
})

test('a clip that is made into MP4 before it goes is signed as what it was and what it became (PROOF-05)', async () => {
  const home = await tab()
  const ways = fakeTranscoders()
  home.app.store.set(transcodersAtom, ways)
  home.app.store.set(keepRecordingAtom, home.cameraId, { isMp4Wanted: true, longestClipMs: 15_000 })
  const recording = record(home, 5)
  await expect.poll(() => ways.ffmpeg.calls.length, { timeout: 20_000 }).toBe(1)
  const film = new Blob([new Uint8Array(mp4(2000))], { type: 'video/mp4' })
  const made = { ...done(), content: film }
  ways.ffmpeg.call.settle(made)
  await recording
  const [video] = await videosOf(home.app)
  expect([video?.type, video?.proof]).toEqual(['video/mp4', 'signed'])
  expect(await verify(await film.arrayBuffer(), await proofOf(home.app, video?.id), null)).toMatchObject({
    kind: 'genuine',
    checked: { isConverted: true },
  })
})

test('a key whose numbers the hub knows is put away: the next clip has a new one (PROOF-12)', async () => {
  const name = `set-back-${users}`
  const home = await tab({ signing: clipSigning(name) })
  await record(home, 6)
  const { openDB } = await import('idb')
  const db = await openDB(name, 1)
  const [key] = await db.getAll('keys')
  await db.put('keys', { ...key, sequence: 0, previous: null })
  db.close()
  await record(home, 7)
  await expect.poll(async () => (await (await openDB(name, 1)).getAll('keys')).length).toBe(0)
  await record(home, 8)
  const marks = (await videosOf(home.app)).map(({ proof }) => proof)
  expect(marks.filter((mark) => mark === 'wrong').length).toBe(1)
  expect(marks.filter((mark) => mark === 'signed').length).toBe(2)
})

test('the dialog checks a recording, and saves a zip that the page finds genuine (PROOF-13, PROOF-14, PROOF-16)', async () => {
  const home = await tab()
  const { app } = home
  await record(home, 9)
  const [video] = await videosOf(app)
  const ways = fakeTranscoders()
  app.store.set(transcodersAtom, ways)
  await app.store.set(checkProofAtom, { videoId: video?.id ?? '', title: 'Door · motion' })
  expect(app.store.get(proofCheckAtom)).toMatchObject({
    phase: 'checked',
    words: { tone: 'good', title: 'Genuine and whole' },
  })
  const saving = app.store.set(saveWithProofAtom, true)
  await expect.poll(() => ways.codecs.calls.length).toBe(1)
  expect(app.store.get(savingProofAtom)).toMatchObject({ progress: null })
  ways.codecs.call.settle(done('made'))
  await saving
  const [saved] = app.savedFiles
  expect(saved?.fileName).toBe(`recording-${video?.id}.zip`)
  const zip = new Uint8Array((await saved?.content.arrayBuffer()) ?? new ArrayBuffer(0))
  const files = (await filesInZip(new Blob([zip]))) ?? []
  const name = `recording-${video?.id}`
  expect(files.map((file) => file.name)).toEqual([`${name}.webm`, `${name}.proof.json`, `${name}.mp4`])

  await app.store.set(checkFilesAtom, [new File([zip], `${name}.zip`)])
  expect(app.store.get(checkingAtom)).toMatchObject({
    phase: 'checked',
    files: [
      { name: `${name}.webm`, words: { title: 'Genuine and whole' } },
      { name: `${name}.mp4`, words: { title: 'Not checked' } },
    ],
  })
  const [clip, proof, mp4] = await Promise.all(
    files.map(async ({ name, read }) => new File([(await read()) ?? ''], name)),
  )
  if (clip === undefined || proof === undefined || mp4 === undefined) throw new Error('The zip is not whole.')
  const titleOf = async (...given: File[]) => {
    await app.store.set(checkFilesAtom, given)
    const state = app.store.get(checkingAtom)
    if (state.phase === 'checked') return state.files.map(({ words }) => words.title)
    return state.phase === 'refused' ? state.text : state.phase
  }
  expect(await titleOf(clip, proof)).toEqual(['Genuine and whole'])
  // The MP4 is a copy for watching.
  expect(await titleOf(mp4, proof)).toEqual(['Not the recording that this proof is of'])
  expect(await titleOf(clip)).toMatch(/^Give a recording and its proof/)
  expect(await titleOf(new File([zip.slice(0, 300)], 'x.zip'))).toBe('The zip is damaged. Download it again.')
  const gone = Object.assign(new File(['x'], clip.name), { arrayBuffer: () => Promise.reject(new Error('It went.')) })
  expect(await titleOf(gone, proof)).toBe('A file could not be read. Choose it again.')
  app.store.set(leaveProofAtom)
})

test('where no MP4 can be made the zip has the rest, and it is said; a recording from before proofs is told as such (PROOF-14)', async () => {
  const home = await tab()
  const { app } = home
  await record(home, 10)
  const [video] = await videosOf(app)
  const ways = fakeTranscoders()
  app.store.set(transcodersAtom, ways)
  const clip = { videoId: video?.id ?? '', title: 'Door' }
  await app.store.set(checkProofAtom, clip)
  const saving = app.store.set(saveWithProofAtom, true)
  await expect.poll(() => ways.codecs.calls.length).toBe(1)
  ways.codecs.call.settle(failed('not-readable'))
  await saving
  expect(app.toasts).toEqual([{ kind: 'warning', text: 'Saved without an MP4: it could not be made here.' }])
  expect(app.savedFiles.length).toBe(1)

  const stop = backend.play(async (request, next) => {
    if (!request.url.endsWith('/proof')) return next(request)
    return new Response(JSON.stringify({ proof: null }), { headers: { 'content-type': 'application/json' } })
  })
  await app.store.set(checkProofAtom, clip)
  expect(app.store.get(proofCheckAtom)).toMatchObject({ phase: 'unknown', canRetry: false })
  stop()
  await app.store.set(checkProofAtom, { videoId: 'nobody', title: '' })
  expect(app.store.get(proofCheckAtom)).toMatchObject({ phase: 'unknown', canRetry: true })
})

test('a page without https says that it checks nothing, before anything is fetched (PROOF-13, PROOF-16)', async () => {
  const { app } = await tab()
  const sentBefore = backend.sent.length
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  try {
    await app.store.set(checkProofAtom, { videoId: 'any', title: 'Door' })
    await app.store.set(checkFilesAtom, [new File(['film'], 'x.webm')])
  } finally {
    vi.unstubAllGlobals()
  }
  const text = 'This browser checks nothing on a page without https. Open it on localhost or by an https address.'
  expect(app.store.get(proofCheckAtom)).toEqual({ phase: 'unknown', text, canRetry: false })
  expect(app.store.get(checkingAtom)).toEqual({ phase: 'refused', text })
  expect(backend.sent.length).toBe(sentBefore)
})

test('a recording that cannot be read after it was fetched may be tried again, and the log says why (PROOF-13)', async () => {
  const unreadable = { arrayBuffer: async () => Promise.reject(new Error('No memory.')) } as unknown as Blob
  const home = await tab({ fetchFile: async () => unreadable })
  await record(home, 11)
  const [video] = await videosOf(home.app)
  await home.app.store.set(checkProofAtom, { videoId: video?.id ?? '', title: 'Door' })
  expect(home.app.store.get(proofCheckAtom)).toMatchObject({ phase: 'unknown', canRetry: true })
  expect(home.app.reports).toContain('The recording could not be checked.')
})

test('files that there is no memory to check are told as that, and the log says why (PROOF-16)', async () => {
  const { app } = await tab()
  const clip = await signedClip(newBrowser(), { cameraId: 'front', bytes: webm(900, 2) })
  const given = [new File([new Uint8Array(clip.bytes)], 'a.webm'), new File([await proofFile(clip)], 'a.proof.json')]
  const digest = vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new DOMException('No memory.', 'OperationError'))
  try {
    await app.store.set(checkFilesAtom, given)
  } finally {
    digest.mockRestore()
  }
  expect(app.store.get(checkingAtom)).toEqual({
    phase: 'refused',
    text: 'These files could not be checked. Close other tabs, and give one recording with its proof.',
  })
  expect(app.reports).toContain('The given files could not be checked.')
})
