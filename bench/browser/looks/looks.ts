import { launchFlags } from '../../../scripts/browser.mjs'
import { aligned, barLine, type Row } from '../../report'
import type { BrowserPage } from '../harness/browser-page'
import { Chromium } from '../harness/chromium'
import { type LookWay, looksTakenShape, lookWays, openedLooksShape } from '../harness/look-figures'
import { buildPage } from '../harness/page-build'
import { PageServer } from '../harness/page-server'
import { timesBetween, timesOf } from '../harness/thread-times'
import { agreementOf, type LookRound, type LookTurn, lookBars, lookRows, lookTable, openingRows } from './looks-figures'

/** Looks of one way before it is the next one's turn: about a second, but for WebGPU in software. */
const looksATurn: Readonly<Record<LookWay, number>> = { 'threads-1': 10, 'threads-2': 10, webgpu: 1 }

/** A way that takes so long for one look takes no part after its first round: nobody would want it. */
const HOPELESS_MS = 2_000

const howMeasured = `How: each way in a Chromium of its own, with the hub's policy for scripts, in a worker as the product's; they take turns of
ten looks (WebGPU: one). CPU is that of all threads of that browser meanwhile (/proc/PID/task/TID/schedstat), which does nothing else.
WebGPU runs in software where the machine has no GPU (SwiftShader): a GPU's own time is not counted.`

/** Without --disable-gpu, and in software: no bench machine has a GPU. */
const gpuFlags = [
  ...launchFlags.filter((flag) => flag !== '--disable-gpu'),
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-unsafe-swiftshader',
]

/** A way that is open in a browser of its own. */
interface Contender {
  readonly way: LookWay
  readonly chromium: Chromium
  readonly page: BrowserPage
}

/** What a look of the built-in network costs on one thread, on two, and by WebGPU (PERSON-01). */
export async function measureLooks(
  browser: { readonly executable: string; readonly cameraFile: string },
  rounds: number,
): Promise<{ product: string; rows: Row[] }> {
  const server = await PageServer.start(await buildPage())
  const browsers: Chromium[] = []
  try {
    const contenders: Contender[] = []
    const openings: Row[] = []
    const said = new Map<LookWay, readonly number[]>()
    for (const way of lookWays) {
      const chromium = await Chromium.launch(
        browser.executable,
        browser.cameraFile,
        way === 'webgpu' ? gpuFlags : launchFlags,
      )
      browsers.push(chromium)
      const page = await chromium.openPage(server.url)
      await page.waitFor('window.bench')
      const opened = openedLooksShape.parse(await page.evaluate(`window.bench.openLooks('${way}')`))
      if (opened.kind === 'failed') {
        console.log(`${way} is left out: ${opened.message}`)
        continue
      }
      said.set(way, opened.scores)
      const again = opened.againMs === undefined ? '' : `, once it is compiled in ${opened.againMs.toFixed(0)}`
      const agreement = agreementOf(said.get('threads-1'), opened.scores)
      console.log(`${way} opened in ${opened.openMs.toFixed(0)} ms${again}; ${agreement}`)
      openings.push(...openingRows(way, opened))
      contenders.push({ way, chromium, page })
    }
    const product = (await contenders[0]?.chromium.product()) ?? ''
    const taken = await takeRounds(contenders, rounds)
    console.log(`\n${product}\n${aligned(lookTable(taken))}\n\n${howMeasured}\n`)
    for (const bar of lookBars(taken)) console.log(barLine(bar))
    return { product, rows: [...openings, ...lookRows(taken)] }
  } finally {
    for (const chromium of browsers) await chromium.close()
    await server.close()
  }
}

/** All ways in turns; each round begins with another. */
async function takeRounds(contenders: readonly Contender[], rounds: number): Promise<LookRound[]> {
  // The first looks of each are slower: compilers settle.
  for (const contender of contenders) await takeTurn(contender)
  const hopeless = new Set<LookWay>()
  const taken: LookRound[] = []
  for (let round = 0; round < rounds; round++) {
    const own = contenders.filter(({ way }) => !hopeless.has(way))
    const turns: LookTurn[] = []
    for (let i = 0; i < own.length; i++) {
      const contender = own[(i + round) % own.length]
      if (contender !== undefined) turns.push(await takeTurn(contender))
    }
    for (const { way, tookMs } of turns) if (Math.min(...tookMs) > HOPELESS_MS) hopeless.add(way)
    taken.push({ turns })
    console.log(`  round ${round + 1} of ${rounds}`)
  }
  return taken
}

async function takeTurn({ way, chromium, page }: Contender): Promise<LookTurn> {
  const before = timesOf(chromium.pid)
  const answer = looksTakenShape.parse(await page.evaluate(`window.bench.takeLooks(${looksATurn[way]})`))
  if (answer.kind === 'failed') throw new Error(`${way}: ${answer.message}`)
  const { parts } = timesBetween(before, timesOf(chromium.pid))
  const cpuMs = Object.values(parts).reduce((sum, ms) => sum + ms, 0)
  return { way, tookMs: answer.tookMs, cpuMs }
}
