import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { uniformNumbers } from '../../../scripts/footage/random.mjs'
import type { FailedRound, KindReport, Plan } from '../report'
import { runStories } from '../rounds'
import { reportOf } from './account-of-takes'
import { KillableBrowser } from './killable-browser'
import { secondsOf } from './offline-verdict'
import { type BrowserUnderTest, judge, prepare } from './rounds'
import { type LoggedTake, logTakes } from './take-log'

/** A clip and its cooldown take 20 s: the machine falls asleep amid any step of it. */
const LONGEST_AWAKE_MS = 22_000

const SHORTEST_FREEZE_MS = 5_000
const LONGEST_FREEZE_MS = 60_000

/** So many rounds freeze again at once, as a lid that is opened and shut does. */
const TWICE_SHARE = 0.4
const LONGEST_BETWEEN_MS = 3_000

/** From the last waking to the next recording: 5 s of cooldown, the camera opened anew, and somebody who walks by. */
const GOES_ON_LIMIT_MS = 20_000

/** A frame is placed so far before it is taken, at most: each is spaced from the one before. */
const PLACED_MS = 250

/** A clip ends in 15 s, and is delivered. */
const LAST_CLIP_MS = 18_000

/** The engine says so of a worker that it ended; here none hangs. */
const endedWorker = /worker does not answer|worker encodes nothing|detector does not answer|detector did not load/

/** Stops all processes of the browser at random moments, as sleep does, and lets them go on; what came of it is told at the end. */
export function runFreezes(browser: BrowserUnderTest, plan: Plan): Promise<KindReport> {
  return runStories('freeze', plan, (story) => freezeAndJudge(browser, story))
}

async function freezeAndJudge(browser: BrowserUnderTest, plan: Plan): Promise<KindReport> {
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-faults-'))
  const profile = join(folder, 'profile')
  const hub = new HubProcess({ dataDir: join(folder, 'data'), env: { DEFAULT_TIER: 'TEAM' } })
  const takes: LoggedTake[] = []
  const failed: FailedRound[] = []
  try {
    await hub.start()
    await prepare(browser, profile, hub)
    const running = await KillableBrowser.start(browser.executable, browser.cameraFile, profile)
    const logged = await logTakes(running.page)
    const said: string[] = []
    running.page.on('console', (message) => void said.push(message.text()))
    try {
      await running.page.goto(`${hub.url}/cameras`)
      await running.page.getByLabel('Live picture of Yard').waitFor()
      for (let round = 0; round < plan.rounds; round++) {
        const seed = plan.seed + round
        said.length = 0
        const slept = await sleepAndWake(running, uniformNumbers(seed))
        const wentOnMs = await recordingSince(slept.wokeAtMs, logged)
        console.log(
          `freeze, seed ${seed}: ${slept.what}, ${wentOnMs === null ? 'no recording' : `recording ${secondsOf(wentOnMs)} later`}`,
        )
        const problems = [
          ...(wentOnMs === null ? [`It did not record within ${secondsOf(GOES_ON_LIMIT_MS)} of waking.`] : []),
          ...said.filter((text) => endedWorker.test(text)),
        ]
        if (problems.length > 0) failed.push({ seed, rounds: 1, problems })
      }
      await delay(LAST_CLIP_MS)
    } finally {
      running.thaw()
      takes.push(...logged.values())
      await running.kill()
    }
    const report = reportOf('freeze', plan, await judge(browser, profile, hub, takes))
    return { ...report, failed: [...failed, ...report.failed] }
  } finally {
    await hub.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function sleepAndWake(
  running: KillableBrowser,
  random: () => number,
): Promise<{ readonly what: string; readonly wokeAtMs: number }> {
  const awakeMs = random() * LONGEST_AWAKE_MS
  const asleepMs = [SHORTEST_FREEZE_MS + random() * (LONGEST_FREEZE_MS - SHORTEST_FREEZE_MS)]
  if (random() < TWICE_SHARE) asleepMs.push(SHORTEST_FREEZE_MS + random() * SHORTEST_FREEZE_MS)
  let wokeAtMs = 0
  await delay(awakeMs)
  for (const [index, sleepMs] of asleepMs.entries()) {
    if (index > 0) await delay(random() * LONGEST_BETWEEN_MS)
    running.freeze()
    await delay(sleepMs)
    wokeAtMs = Date.now()
    running.thaw()
  }
  const what = `frozen after ${secondsOf(awakeMs)} for ${asleepMs.map(secondsOf).join(' and ')}`
  return { what, wokeAtMs }
}

/** How long after it a recording began, by its first frame: what was seen before the sleep is in none. null: none did in time. */
async function recordingSince(wokeAtMs: number, logged: ReadonlyMap<number, LoggedTake>): Promise<number | null> {
  while (Date.now() - wokeAtMs < GOES_ON_LIMIT_MS) {
    const next = [...logged.values()].find(({ startedAtMs }) => startedAtMs >= wokeAtMs - PLACED_MS)
    if (next !== undefined) return Math.max(0, next.startedAtMs - wokeAtMs)
    await delay(250)
  }
  return null
}
