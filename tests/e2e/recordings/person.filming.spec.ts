import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { launchFlags, withCamera } from '../../../scripts/browser.mjs'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { addCamera, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { convertFootage } from '../../../scripts/footage.mjs'
import { root } from '../../../scripts/root.mjs'
import type { Video } from '../../../src/contract/video'
import { FOUND_CLASS, redFinder } from '../../engine/naming/support/red-finder'
import { squareShares, writeRedSquare } from '../support/red-square'
import { signIn } from '../support/signed-in'
import { expect, HUB_START_LIMIT_MS, test } from '../support/test'

/** People who walk through a corridor one by one; not part of the repository. */
const film = join(root, 'footage', 'people-a.mp4')
const filmAsCamera = join(root, '.cache', 'footage', 'people-a-30s.mjpeg')

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nightjar-e2e-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Watched {
  readonly page: Page
  /** Errors of the page, policy violations too, and what it says of its person detector. */
  readonly trouble: string[]
  /** Paths of what page and workers fetched. */
  readonly fetched: string[]
}

/** A browser before whose camera this film runs, and a hub with these settings; motion detection is on. */
async function watch(camera: string, env: Readonly<Record<string, string>>, work: (watched: Watched) => Promise<void>) {
  const hub = new HubProcess({ dataDir: join(folder, 'data'), env, startLimitMs: HUB_START_LIMIT_MS })
  const executablePath = process.env['CHROME_PATH']
  const args = withCamera(launchFlags, camera)
  const browser = await chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) })
  try {
    await hub.start()
    const page = await browser.newPage()
    const watched: Watched = { page, trouble: [], fetched: [] }
    page.on('pageerror', (error) => watched.trouble.push(error.message))
    page.on('console', (message) => {
      const isOfPeople = /person|people/i.test(message.text())
      if (message.type() === 'error' || isOfPeople) watched.trouble.push(message.text())
    })
    page.context().on('request', (request) => watched.fetched.push(new URL(request.url()).pathname))
    await signIn(page, hub, 'person@example.org', '/cameras')
    await addCamera(page, { name: 'Corridor', location: 'Ground floor' })
    await turnMotionOn(page, 'Corridor')
    await work(watched)
  } finally {
    await browser.close()
    await hub.stop()
  }
}

/** The newest recordings as the hub tells of them. */
function videosOf(page: Page): Promise<Video[]> {
  return page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
    }
    const answer = await fetch('/v1/videos?page=0&pageSize=10', { headers })
    return (await answer.json()).videos
  })
}

/** The first recording with somebody in it. */
async function personVideo(page: Page): Promise<Video> {
  const find = async () => (await videosOf(page)).find(({ notificationType }) => notificationType === 'PERSON')
  await expect.poll(async () => (await find()) !== undefined, { timeout: 90_000, intervals: [500] }).toBe(true)
  const video = await find()
  if (video === undefined) throw new Error('The recording is gone.')
  return video
}

/** Width and height of the picture. */
function sizeOf(page: Page, url: string | null): Promise<[number, number]> {
  return page.evaluate(async (address) => {
    const picture = await createImageBitmap(await (await fetch(address)).blob())
    return [picture.width, picture.height]
  }, url ?? '')
}

/** The network, its runtime, and the worker that runs it. */
const detectorFiles = [/ssdlite.*onnx$/, /ort-wasm/, /naming\.worker/]
const isDetectorFile = (path: string) => detectorFiles.some((file) => file.test(path))

test('somebody before the camera becomes a PERSON event with boxes and their picture, by the built-in detector (PERSON-02, PERSON-08)', async () => {
  test.skip(!existsSync(film), 'There is no footage/people-a.mp4 to show to the camera.')
  if (!existsSync(filmAsCamera)) await convertFootage(film, filmAsCamera, { width: 768, height: 432, seconds: 30 })
  await watch(filmAsCamera, {}, async ({ page, trouble, fetched }) => {
    expect(fetched.filter(isDetectorFile)).toEqual([])
    const video = await personVideo(page)
    expect(video.title).toContain('Corridor')
    for (const { atMs, box, score } of video.detections ?? []) {
      expect(atMs).toBeLessThan(16_000)
      expect(score).toBeGreaterThanOrEqual(0.4)
      // They walk upright through most of the picture's height.
      expect(box.height).toBeGreaterThan(0.25)
      expect(box.width).toBeLessThan(box.height)
    }
    expect(await sizeOf(page, video.thumbnailUrl)).toEqual([640, 360])
    expect(fetched.filter((path) => /ssdlite.*onnx$/.test(path)).length).toBe(1)
    // Each name is one that files have: what none has could not come too early.
    expect(detectorFiles.filter((file) => !fetched.some((path) => file.test(path)))).toEqual([])
    expect(trouble).toEqual([])
  })
})

test("the operator's model runs in the browser under the hub's policy, finds what it was made to find, and frames it live (PERSON-03, LABEL-11)", async () => {
  const [camera, model] = [join(folder, 'camera.y4m'), join(folder, 'finder.onnx')]
  writeRedSquare(camera, 6, 12)
  writeFileSync(model, redFinder('yolo-columns', 320))
  const env = { PERSON_MODEL: model, PERSON_MODEL_SIZE: '320', PERSON_MODEL_CLASS: String(FOUND_CLASS) }
  await watch(camera, env, async ({ page, trouble, fetched }) => {
    const { detections = [], thumbnailUrl } = await personVideo(page)
    expect(detections.length).toBeGreaterThan(1)
    // Looked at by its moving edge alone, the square may be cut off: its best sights are whole.
    const isWhole = ({ box }: (typeof detections)[number]) =>
      Math.max(
        Math.abs(box.top - squareShares.top),
        Math.abs(box.height - squareShares.height),
        Math.abs(box.width - squareShares.width),
      ) < 0.02
    expect(detections.filter(isWhole).length).toBeGreaterThan(detections.length / 2)
    expect(await sizeOf(page, thumbnailUrl)).toEqual([640, 360])
    expect(fetched.filter((path) => /person-model\/[0-9a-f]{32}\.onnx$/.test(path)).length).toBe(1)
    expect(fetched.filter((path) => path.includes('ssdlite'))).toEqual([])

    await page.getByRole('article', { name: 'Corridor' }).getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings of Corridor' })
    // A frame shows for 400 ms after its look, which a slow machine's built-in detector needs for itself; this one does not.
    await dialog.getByTestId('boxes').waitFor({ timeout: 30_000 })
    expect(trouble).toEqual([])
  })
})

test('a model that is none leaves the built-in detector, and the browser says so once (PERSON-04)', async () => {
  const [camera, model] = [join(folder, 'camera.y4m'), join(folder, 'broken.onnx')]
  writeRedSquare(camera, 6, 12)
  writeFileSync(model, 'This is no model.')
  await watch(camera, { PERSON_MODEL: model }, async ({ page, trouble, fetched }) => {
    await expect
      .poll(async () => (await videosOf(page)).map(({ notificationType }) => notificationType), { timeout: 90_000 })
      .toContain('MOTION')
    expect(fetched.some((path) => /ssdlite.*onnx$/.test(path))).toBe(true)
    // It is told once the built-in one is loaded, on a slow machine after the first clip.
    await expect.poll(() => trouble).toEqual([expect.stringContaining("The hub's person model does not run here")])
  })
})
