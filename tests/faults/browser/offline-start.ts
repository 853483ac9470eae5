import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { deliveredVideos } from '../../../bench/delivered-videos'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { uniformNumbers } from '../../../scripts/footage/random.mjs'
import type { FailedRound, KindReport, Plan } from '../report'
import { runStories } from '../rounds'
import { reportOf } from './account-of-takes'
import { KillableBrowser } from './killable-browser'
import { DELIVERY_LIMIT_MS, latenessOf, secondsOf } from './offline-verdict'
import { type BrowserUnderTest, judge, prepare } from './rounds'
import { type LoggedTake, logTakes } from './take-log'
import { verdictOf } from './verdict'

/** A clip takes 15 s. */
const FIRST_CLIP_LIMIT_MS = 40_000
const LONGEST_WAIT_MS = 12_000

/**
 * The hub stops, the camera's browser dies and starts on the same profile: it has the app from itself, records, and delivers
 * when the hub is back.
 */
export function runOfflineStart(browser: BrowserUnderTest, plan: Plan): Promise<KindReport> {
  return runStories('offline-start', plan, (story) => startAndJudge(browser, story))
}

async function startAndJudge(browser: BrowserUnderTest, plan: Plan): Promise<KindReport> {
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-faults-'))
  const profile = join(folder, 'profile')
  const hub = new HubProcess({ dataDir: join(folder, 'data'), env: { DEFAULT_TIER: 'TEAM' } })
  const takes: LoggedTake[] = []
  const failed: FailedRound[] = []
  try {
    await hub.start()
    await prepare(browser, profile, hub)
    for (let round = 0; round < plan.rounds; round++) {
      const seed = plan.seed + round
      const { said, late } = await startWithoutHub(browser, profile, hub, { random: uniformNumbers(seed), takes })
      console.log(`offline-start, seed ${seed}: ${said}`)
      if (late.length > 0) failed.push({ seed, rounds: 1, problems: late })
    }
    const report = reportOf('offline-start', plan, await judge(browser, profile, hub, takes))
    return { ...report, failed: [...failed, ...report.failed] }
  } finally {
    await hub.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function startWithoutHub(
  browser: BrowserUnderTest,
  profile: string,
  hub: HubProcess,
  { random, takes }: { readonly random: () => number; readonly takes: LoggedTake[] },
): Promise<{ readonly said: string; readonly late: readonly string[] }> {
  const address = hub.url
  await hub.stop()
  const running = await KillableBrowser.start(browser.executable, browser.cameraFile, profile)
  const logged = await logTakes(running.page)
  const all = () => [...logged.values()]
  try {
    const openedAtMs = Date.now()
    await running.page.goto(`${address}/cameras`)
    await until(() => all().length > 0, FIRST_CLIP_LIMIT_MS)
    const recordingMs = (all()[0]?.begunAtMs ?? Number.POSITIVE_INFINITY) - openedAtMs
    await until(() => all().some(({ isFinished }) => isFinished), FIRST_CLIP_LIMIT_MS)
    await delay(random() * LONGEST_WAIT_MS)
    const waiting = all().filter(({ isFinished }) => isFinished)
    await hub.start()
    const backAtMs = Date.now()
    const isDelivered = async () => {
      const videos = await deliveredVideos(running.page, hub.url).catch(() => [])
      return waiting.length > 0 && waiting.every((take) => verdictOf(take, videos).kind === 'whole')
    }
    const isInTime = await until(isDelivered, DELIVERY_LIMIT_MS)
    const deliveryMs = Date.now() - backAtMs
    // Every other round ends in mid-recording.
    await delay(random() * LONGEST_WAIT_MS)
    const late = latenessOf({ recordingMs, waiting: waiting.length, deliveryMs: isInTime ? deliveryMs : null })
    const said = `recording after ${secondsOf(recordingMs)}, ${waiting.length} delivered ${secondsOf(deliveryMs)} after the hub's return`
    return { said, late }
  } finally {
    takes.push(...all())
    await running.kill()
    // Judged by what the next browser delivers, and that needs a hub.
    if (!hub.isRunning) await hub.start()
  }
}

async function until(isSo: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  for (const startedMs = performance.now(); performance.now() - startedMs < limitMs; await delay(250)) {
    if (await isSo()) return true
  }
  return false
}
