import type { Page } from '@playwright/test'
import type { SoakSample } from '../../../bench/browser/soak/soak-growth'
import { SoakProbe } from '../../../bench/browser/soak/soak-probe'
import { addCamera, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

const MB = 2 ** 20

/** Keeps something of every kind that a page can forget to let go; another worker of the motion worker's script, too. */
async function leakIn(page: Page): Promise<void> {
  const motion = page.workers().find((worker) => worker.url().includes('motion.worker'))
  if (motion === undefined) throw new Error('There is no motion worker.')
  await page.evaluate((script) => {
    const kept = {
      numbers: Array.from({ length: 2_000_000 }, (_, i) => i + 0.5),
      url: URL.createObjectURL(new Blob(['kept'])),
      worker: new Worker(script, { type: 'module' }),
    }
    for (let i = 0; i < 200; i++) addEventListener('message', () => void kept)
    Object.assign(window, { kept })
  }, motion.url())
  await motion.evaluate(() => {
    const make = () =>
      new VideoFrame(new Uint8Array(16), { format: 'RGBA', codedWidth: 2, codedHeight: 2, timestamp: 0 })
    Object.assign(globalThis, { kept: Array.from({ length: 20 }, make) })
    // Nobody holds this one, and nobody closes it.
    make()
  })
}

test.use({ areThingsNamed: true })

test('a soak sees a camera at work that leaks nothing, and each leak that is planted (BENCH-09)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  const probe = await SoakProbe.attach(page)
  await signIn(page, hub, 'soak@example.org', '/cameras')
  await addCamera(page, { name: 'Hall', location: 'Ground floor' })
  await turnMotionOn(page, 'Hall')
  let before: SoakSample = await probe.sample()

  await test.step('checks and the clip that motion begins are counted; frames come and go', async () => {
    const growing = { begun: 1, waiting: 1, delivered: 0 }
    await expect.poll(() => probe.clips(), { timeout: 40_000 }).toEqual(growing)
    before = await probe.sample()
    expect(before.checks).toBeGreaterThan(3)
    expect(before.longestGapMs).toBeGreaterThan(250)
    // To look at all of it takes as long on a slow machine as a clip does; one handed over between its counts is in both.
    expect(before.clips.waiting + before.clips.delivered).toBeGreaterThanOrEqual(before.clips.begun)
    expect(probe.workers).toEqual(expect.arrayContaining(['motion', 'recorder']))
    expect(before).toMatchObject({ objectUrls: 0, lostFrames: 0, documents: 1 })
    expect(before.openFrames).toBeLessThan(10)
    expect(before.workerHeapBytes).toBeGreaterThan(MB)
    expect(before.browserRssBytes).toBeGreaterThan(100 * MB)
    expect(before.hubRssBytes).toBeGreaterThan(30 * MB)
    expect(trouble).toEqual([])
  })

  await test.step('an array, a URL, listeners, a worker and frames that are kept, and a frame that is lost', async () => {
    await leakIn(page)
    // The first collection finds it, and tells of it afterwards: when the browser has nothing better to do.
    await expect.poll(async () => (await probe.sample()).lostFrames, { timeout: 45_000 }).toBe(1)
    const after = await probe.sample()
    expect(after.objectUrls).toBe(1)
    expect(after.openFrames).toBeGreaterThanOrEqual(20)
    // Some tens of a dialog that was just closed may go meanwhile.
    expect(after.listeners - before.listeners).toBeGreaterThanOrEqual(100)
    expect(after.pageHeapBytes - before.pageHeapBytes).toBeGreaterThan(10 * MB)
    expect(probe.workers.filter((name) => name === 'motion')).toHaveLength(2)
  })
})
