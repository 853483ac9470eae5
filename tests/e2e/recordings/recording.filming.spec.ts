import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { clipFacts } from '../../../scripts/demo/clip-facts.mjs'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { addCamera, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { verify } from '../../../src/lib/proof/verify'
import { filesInZip } from '../../../src/lib/zip-reading'
import { signIn } from '../support/signed-in'
import { expect, HUB_START_LIMIT_MS, namesNothing, test } from '../support/test'

let hub: HubProcess
let dataDir: string

test.beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'nightjar-e2e-'))
  hub = new HubProcess({ dataDir, env: { DEFAULT_TIER: 'PRO', ...namesNothing }, startLimitMs: HUB_START_LIMIT_MS })
  await hub.start()
})
test.afterEach(async () => {
  await hub.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The footage's own (scripts/footage.mjs). */
const testFootageSize = { width: 640, height: 360 }

/** A browser that found no H.264 here: its clips are webm. */
function rememberVp8(size: { width: number; height: number }) {
  const verdict = { browser: navigator.userAgent, ...size, codec: 'vp8', frameMs: null, passedOver: [] }
  localStorage.setItem('nightjar:clip-codecs', JSON.stringify([{ ...verdict, holdsUntilMs: null }]))
}

async function choose(page: Page, camera: string, choices: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  await page.getByRole('article', { name: camera }).getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog')
  await choices(dialog)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

/** The newest recording in the zip that *Download with proof* saves: its bytes, and the text of its proof. */
async function downloadedWithProof(page: Page) {
  await page.goto(`${hub.url}/videos`)
  await page
    .getByRole('button', { name: /^Proof of / })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Genuine and whole', exact: true })).toBeVisible()
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download with proof' }).click()
  const zip = await readFile(await (await coming).path())
  const files = (await filesInZip(new Blob([zip]))) ?? []
  const [clip, proof] = await Promise.all(files.map(({ read }) => read()))
  if (!clip || !proof) throw new Error('The zip is not whole.')
  return { bytes: clip, proof: new TextDecoder().decode(proof) }
}

/** The facts of the newest recording as the hub stores it, once one is there, and what it says of its proof. */
async function storedClip(page: Page) {
  const newest = () =>
    page.evaluate(async () => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
      }
      const { videos } = await (await fetch('/v1/videos?page=0&pageSize=1', { headers })).json()
      if (videos.length === 0) return null
      const { url } = await (await fetch(`/v1/videos/${videos[0].id}/download`, { headers })).json()
      return { url: String(url), proof: String(videos[0].proof) }
    })
  await expect.poll(newest, { timeout: 150_000, intervals: [500] }).not.toBeNull()
  const { url, proof } = (await newest()) ?? { url: '', proof: '' }
  const facts = await clipFacts(new Uint8Array(await (await fetch(url)).arrayBuffer()))
  return { ...facts, proof }
}

test('a clip is MP4 with H.264, has sound where the plan allows it and the camera is told to, and what is downloaded is genuine (CLIP-06, CODEC-01, PROOF-02, PROOF-03, PROOF-14)', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'sound@example.org', '/cameras')
  await addCamera(page, { name: 'Nursery', location: 'Upstairs' })
  await choose(page, 'Nursery', (dialog) => dialog.getByRole('switch', { name: 'Audio' }).check())
  await turnMotionOn(page, 'Nursery')
  const facts = await storedClip(page)
  expect(facts).toMatchObject({
    mediaType: 'video/mp4',
    codec: 'avc',
    hasAudio: true,
    startsOnKeyframe: true,
    proof: 'signed',
  })
  expect(facts.durationSec).toBeGreaterThan(14.5)
  expect(facts.durationSec).toBeLessThan(15.5)

  const { bytes, proof } = await downloadedWithProof(page)
  const { fingerprint } = await (await fetch(`${hub.url}/v1/evidence/key`)).json()
  expect(await verify(bytes, proof, fingerprint)).toMatchObject({ kind: 'genuine', facts: { hub: 'known' } })
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1
  expect((await verify(bytes, proof, fingerprint)).kind).toBe('changed')
})

test('a clip is converted before upload and goes on while motion lasts, where the camera is told to (CLIP-04, CLIP-09, PROOF-05)', async ({
  openBrowser,
}) => {
  // A clip of 30 s, which a busy machine converts in more time than it lasts.
  test.setTimeout(240_000)
  const page = await openBrowser()
  await page.addInitScript(rememberVp8, testFootageSize)
  await signIn(page, hub, 'long@example.org', '/cameras')
  await addCamera(page, { name: 'Yard', location: 'Shed' })
  await choose(page, 'Yard', async (dialog) => {
    await dialog.getByLabel('Convert to MP4 before upload').check()
    await dialog.getByLabel('Clips up to').selectOption('30000')
  })
  await turnMotionOn(page, 'Yard')
  const facts = await storedClip(page)
  expect(facts).toMatchObject({
    mediaType: 'video/mp4',
    codec: 'avc',
    hasAudio: false,
    startsOnKeyframe: true,
    proof: 'signed',
  })
  // Somebody walks through again and again: the clip ends 10 s after the last movement, or at 30 s.
  expect(facts.durationSec).toBeGreaterThan(20)
  expect(facts.durationSec).toBeLessThan(30.5)
})
