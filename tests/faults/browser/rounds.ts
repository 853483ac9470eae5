import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type DeliveredVideo, deliveredVideos } from '../../../bench/delivered-videos'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { addCamera, signIn, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { uniformNumbers } from '../../../scripts/footage/random.mjs'
import type { KindReport, Plan } from '../report'
import { runStories } from '../rounds'
import { accountOf, reportOf } from './account-of-takes'
import { KillableBrowser } from './killable-browser'
import { type LoggedTake, logTakes } from './take-log'
import { type Verdict, verdictOf } from './verdict'

/** A clip and its cooldown take 20 s: a browser killed within this is recording, finishing, uploading or idle. */
const LONGEST_LIFE_MS = 32_000
const SHORTEST_LIFE_MS = 3_000

/** In so many rounds the hub hangs while the browser dies, so that it dies uploading. */
const HANG_SHARE = 0.4

/** The page has said that it shows, and the list of cameras was read once more. */
const PREPARED_MS = 8_000

const DELIVERY_LIMIT_MS = 60_000

export interface BrowserUnderTest {
  readonly executable: string
  readonly cameraFile: string
}

/** Kills the browser at random moments and starts it anew on the same profile; what came of all of it is told at the end. */
export function runBrowserFaults(browser: BrowserUnderTest, plan: Plan): Promise<KindReport> {
  return runStories('browser', plan, (story) => killAndJudge(browser, story))
}

async function killAndJudge(browser: BrowserUnderTest, plan: Plan): Promise<KindReport> {
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-faults-'))
  const profile = join(folder, 'profile')
  const hub = new HubProcess({ dataDir: join(folder, 'data'), env: { DEFAULT_TIER: 'TEAM' } })
  const random = uniformNumbers(plan.seed)
  const takes: LoggedTake[] = []
  try {
    await hub.start()
    await prepare(browser, profile, hub)
    for (let round = 1; round <= plan.rounds; round++) {
      const lifeMs = SHORTEST_LIFE_MS + random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS)
      const doesHang = random() < HANG_SHARE
      const logged = await liveAndDie(browser, profile, hub, { lifeMs, doesHang })
      takes.push(...logged)
      const ending = logged.at(-1)
      const was = ending === undefined ? 'before any clip' : ending.isFinished ? 'with its clips finished' : 'recording'
      console.log(
        `browser, from seed ${plan.seed}, round ${round}: killed after ${(lifeMs / 1000).toFixed(1)} s, ${was}${doesHang ? ', the hub hanging' : ''}`,
      )
    }
    return reportOf('browser', plan, await judge(browser, profile, hub, takes))
  } finally {
    await hub.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Signs in and adds the camera; then closes the browser as a user does. */
export async function prepare(browser: BrowserUnderTest, profile: string, hub: HubProcess): Promise<void> {
  const first = await KillableBrowser.start(browser.executable, browser.cameraFile, profile)
  await signIn(first.page, hub, 'faults@example.org')
  await addCamera(first.page, { name: 'Yard', location: 'Shed' })
  await turnMotionOn(first.page, 'Yard')
  await delay(PREPARED_MS)
  await first.close()
}

async function liveAndDie(
  browser: BrowserUnderTest,
  profile: string,
  hub: HubProcess,
  { lifeMs, doesHang }: { readonly lifeMs: number; readonly doesHang: boolean },
): Promise<LoggedTake[]> {
  const running = await KillableBrowser.start(browser.executable, browser.cameraFile, profile)
  const takes = await logTakes(running.page)
  await running.page.goto(`${hub.url}/cameras`)
  await running.page.getByLabel('Live picture of Yard').waitFor()
  if (doesHang) hub.pause()
  await delay(lifeMs)
  await running.kill()
  if (doesHang) hub.resume()
  return [...takes.values()]
}

/** Opens the app once more, lets it deliver what it finds, and compares. */
export async function judge(
  browser: BrowserUnderTest,
  profile: string,
  hub: HubProcess,
  takes: readonly LoggedTake[],
): Promise<Verdict[]> {
  const last = await KillableBrowser.start(browser.executable, browser.cameraFile, profile)
  const later = await logTakes(last.page)
  try {
    // Not the cameras screen: what waits is delivered from any (OUT-09).
    await last.page.goto(`${hub.url}/events`)
    const videos = await untilDelivered(last.page, hub, takes)
    const verdicts = takes.map((take) => verdictOf(take, videos))
    const strangers = videos.filter(
      (video) => ![...takes, ...later.values()].some((take) => Math.abs(take.startedAtMs - video.startedAtMs) <= 60),
    )
    console.log(`\n${accountOf(verdicts, strangers.length)}`)
    return verdicts
  } finally {
    await last.kill()
  }
}

async function untilDelivered(page: Page, hub: HubProcess, takes: readonly LoggedTake[]): Promise<DeliveredVideo[]> {
  let videos: DeliveredVideo[] = []
  for (const startedMs = performance.now(); performance.now() - startedMs < DELIVERY_LIMIT_MS; await delay(2_000)) {
    videos = await deliveredVideos(page, hub.url)
    if (takes.every((take) => verdictOf(take, videos).kind !== 'lost')) return videos
  }
  return videos
}
