import { setTimeout as delay } from 'node:timers/promises'
import { machineTicks, processMs, processTree, readParents } from '../../processes'
import { aligned, barLine, figure, type Row } from '../../report'
import { type CpuHold, type HeldPeriods, holdTo } from './cpu-hold'
import { openWeakApp, type WeakApp } from './weak-app'
import {
  casesOf,
  isOfPreRoll,
  type MemorySample,
  MOST_OTHERS_PERCENT,
  noteOf,
  sayings,
  titleOf,
  type WeakCase,
  type WeakPlan,
  type WeakRun,
  weakBars,
  weakHead,
  weakLine,
  weakRows,
} from './weak-figures'
import { WeakHub } from './weak-hub'
import { emptyBrowserBytes, proportionalBytes } from './weak-memory'
import { type Motion, motionsOf, unexplainedOf, videosOf } from './weak-motions'
import { readCards, type WeakTake } from './weak-watch'

interface BrowserOf {
  readonly executable: string
  readonly cameraFile: string
}

/** Workers, players and the trial of encoders are done; then the engine has found its pace on the small machine. */
const WARM_UP_MS = 8_000
const HELD_MS = 30_000

const LOOK_MS = 1_000
const MEMORY_EACH_MS = 5_000

/** A clip of 15 s, its encoding on the small machine, its way to the hub. What is not there by then is lost. */
const DELIVERY_LIMIT_MS = 120_000

const MS_PER_TICK = 10

/** The app as users have it on a machine that is too small for it (WEAK-01). */
export async function measureWeak(
  browserOf: BrowserOf,
  plan: WeakPlan,
): Promise<{ product: string; rows: Row[]; note: string | null }> {
  const emptyBytes = await emptyBrowserBytes(browserOf.executable, browserOf.cameraFile)
  const runs: WeakRun[] = []
  let product = ''
  for (const one of casesOf(plan)) {
    console.log(`\n${titleOf(one)}, for ${plan.seconds} s`)
    const { run, product: its } = await runCase(browserOf, one, plan.seconds, emptyBytes)
    product = its
    runs.push(run)
    report(run)
  }
  console.log(`\n${aligned([weakHead, ...runs.map(weakLine)])}`)
  return { product, rows: runs.flatMap(weakRows), note: noteOf(runs) }
}

async function runCase(
  browserOf: BrowserOf,
  one: WeakCase,
  seconds: number,
  emptyBytes: number,
): Promise<{ run: WeakRun; product: string }> {
  const app = await openWeakApp(browserOf, one)
  const hold = one.quota === null ? null : holdTo(one.quota)
  const letGo = () => hold?.release()
  // Whoever ends the bench early gets the group away, too.
  process.once('exit', letGo)
  const endNow = () => process.exit(130)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endNow)
  try {
    const product = await app.chromium.product()
    return { run: await measureCase(app, hold, { ...one, seconds, emptyBytes }), product }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, endNow)
    process.off('exit', letGo)
    // Let go first: a browser that is held takes long to end.
    letGo()
    await app.close()
  }
}

async function measureCase(
  app: WeakApp,
  hold: CpuHold | null,
  one: WeakCase & { readonly seconds: number; readonly emptyBytes: number },
): Promise<WeakRun> {
  const hub = new WeakHub(app.hubUrl, app.page)
  const saidAtFirst = await cardsOf(app)
  await delay(WARM_UP_MS)
  if (hold !== null) console.log(`  ${hold.how}`)
  hold?.take(app.chromium.pid)
  await hub.look()
  await delay(HELD_MS)
  await app.begin()
  const before = { ...readings(app, hold), epochMs: Date.now() }
  const { memory, lines, toldAtMs } = await stretch(app, hub, one.seconds * 1000)
  const { cameras } = await app.counts()
  const after = { ...readings(app, hold), epochMs: Date.now() }
  const said = [...lines].filter((line) => !saidAtFirst.includes(line))
  const { motions, unexplained } = await recorded(app, hub, before.epochMs, after.epochMs)
  const lastedMs = after.atMs - before.atMs
  const percent = (ms: number) => (100 * ms) / lastedMs
  return {
    ...one,
    seconds: lastedMs / 1000,
    isExact: hold === null || hold.isExact,
    checks: cameras,
    motions,
    unexplained,
    said,
    toldAtMs,
    cpuPercent: percent(after.browserMs - before.browserMs),
    othersPercent: Math.max(0, percent(after.busyMs - before.busyMs - (after.ownMs - before.ownMs))),
    usedUpPercent: usedUpPercent(before.periods, after.periods),
    memory,
  }
}

function readings({ chromium }: WeakApp, hold: CpuHold | null) {
  const parents = readParents()
  const msOf = (root: number) => processTree(root, parents).reduce((sum, pid) => sum + processMs(pid), 0)
  const { all, idle, stolen } = machineTicks()
  return {
    atMs: performance.now(),
    browserMs: msOf(chromium.pid),
    /** Hub, browser and this process. */
    ownMs: msOf(process.pid),
    busyMs: (all - idle - stolen) * MS_PER_TICK,
    periods: hold?.periods() ?? null,
  }
}

function usedUpPercent(before: HeldPeriods | null, after: HeldPeriods | null): number {
  if (before === null || after === null) return Number.NaN
  return (100 * (after.usedUp - before.usedUp)) / (after.all - before.all)
}

/** Lets it run, and looks at the hub's list and at the memory from beside, and at what cards say, which comes and goes. */
async function stretch(
  app: WeakApp,
  hub: WeakHub,
  lengthMs: number,
): Promise<Pick<WeakRun, 'memory' | 'toldAtMs'> & { readonly lines: ReadonlySet<string> }> {
  const memory: MemorySample[] = []
  const lines = new Set<string>()
  const toldAtMs: number[] = []
  const read = async () => {
    const now = await cardsOf(app)
    for (const line of now) lines.add(line)
    if (isOfPreRoll(now)) toldAtMs.push(Date.now())
  }
  await read()
  const startMs = performance.now()
  for (let nowMs = startMs; nowMs - startMs < lengthMs; nowMs = performance.now()) {
    if (nowMs - startMs >= memory.length * MEMORY_EACH_MS)
      memory.push({ atMs: nowMs - startMs, bytes: proportionalBytes(app.chromium.pid) })
    await hub.look()
    await read()
    await delay(Math.min(LOOK_MS, Math.max(0, lengthMs - (performance.now() - startMs))))
  }
  return { memory, lines, toldAtMs }
}

/** What became of the motions of a time; cameras go on meanwhile. */
async function recorded(
  app: WeakApp,
  hub: WeakHub,
  fromMs: number,
  toMs: number,
): Promise<{ readonly motions: Motion[]; readonly unexplained: number }> {
  const startMs = performance.now()
  for (;;) {
    const listed = await hub.look()
    const { takes: all } = await app.counts()
    const takes = motionsOf(all, fromMs, toMs)
    const videos = videosOf(takes, listed)
    if (videos.every((video) => video !== null) || performance.now() - startMs > DELIVERY_LIMIT_MS) {
      const motions = await Promise.all(takes.map(async (take, i) => withFacts(hub, take, videos[i] ?? null)))
      return { motions, unexplained: unexplainedOf(all, listed, fromMs, toMs).length }
    }
    await delay(LOOK_MS)
  }
}

async function withFacts(hub: WeakHub, take: WeakTake, video: ReturnType<typeof videosOf>[number]): Promise<Motion> {
  return { take, video: video === null ? null : { ...video, ...(await hub.facts(video.id)) } }
}

async function cardsOf(app: WeakApp): Promise<string[]> {
  const lines = await app.page.evaluate(readCards)
  return Array.isArray(lines) ? sayings(lines.map(String)) : []
}

function report(run: WeakRun): void {
  console.log(`${aligned([weakHead, weakLine(run)])}`)
  for (const line of run.said) console.log(`  A card says: ${line}`)
  for (const { take } of run.motions.filter(({ video }) => video === null)) {
    const { begunAtMs, stoppedAtMs, endedAtMs, outcome, triggeredAtMs } = take
    const after = (ms: number | null) => (ms === null ? 'never' : `after ${figure((ms - triggeredAtMs) / 1000)} s`)
    console.log(
      `  Lost: begun ${after(begunAtMs)}, asked to end ${after(stoppedAtMs)}, ended ${after(endedAtMs)} (${outcome})`,
    )
  }
  if (run.othersPercent > MOST_OTHERS_PERCENT)
    console.log(`  Other programs took ${figure(run.othersPercent)} % of a core: keep no figures of this run.`)
  for (const bar of weakBars(run)) console.log(barLine(bar))
}
