import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { costBars, hiddenBars, tidinessBars } from '../../bench/browser/costs/bars'
import { costRows, costsOf, engineToCanvas } from '../../bench/browser/costs/costs'
import { CdpPipe } from '../../bench/browser/harness/cdp-pipe'
import type { Mode } from '../../bench/browser/harness/page-figures'
import type { PageRun } from '../../bench/browser/harness/page-run'
import { PageServer } from '../../bench/browser/harness/page-server'
import { partOf, parts, timesBetween, timesOf } from '../../bench/browser/harness/thread-times'
import { wakeUpsBetween, wakeUpsOf } from '../../bench/browser/harness/wake-ups'
import { readOptions } from '../../bench/browser/options'
import { processTree } from '../../bench/processes'
import { barLine } from '../../bench/report'

describe('the options of the browser bench', () => {
  it('measures 1, 4 and 8 cameras where nothing is said', () => {
    expect(readOptions([])).toEqual({
      run: { kind: 'modes' },
      cameras: [1, 4, 8],
      seconds: 6,
      rounds: 6,
      jsonFile: null,
    })
  })

  it('takes numbers of cameras, the hidden tab and a file', () => {
    const options = readOptions(['--', '--cameras', '2, 6', '--hidden', '600', '--json', 'out.json'])
    expect(options).toMatchObject({
      run: { kind: 'hidden', seconds: 600 },
      cameras: [2, 6],
      jsonFile: 'out.json',
    })
  })

  it('uses the app with four cameras, or as many as are named', () => {
    expect(readOptions(['--interactions', '--steady'])).toMatchObject({
      run: { kind: 'interactions', isSteady: true },
      cameras: [4],
    })
    expect(readOptions(['--interactions', '--cameras', '2'])).toMatchObject({ cameras: [2] })
  })

  it('soaks four cameras for an hour, or as many for as long as is said (BENCH-09)', () => {
    expect(readOptions(['--soak'])).toMatchObject({ run: { kind: 'soak', minutes: 60 }, cameras: [4] })
    expect(readOptions(['--soak', '--json', 'out.json'])).toMatchObject({
      run: { kind: 'soak', minutes: 60 },
      jsonFile: 'out.json',
    })
    expect(readOptions(['--soak', '4', '--cameras', '2'])).toMatchObject({
      run: { kind: 'soak', minutes: 4 },
      cameras: [2],
    })
  })

  it('compares ways to record with one camera and with four', () => {
    expect(readOptions(['--recording'])).toMatchObject({ run: { kind: 'recording' }, cameras: [1, 4] })
    expect(readOptions(['--recording', '--cameras', '2'])).toMatchObject({ cameras: [2] })
  })

  it('measures person detection for so many seconds', () => {
    expect(readOptions(['--person', '200'])).toMatchObject({ run: { kind: 'person', seconds: 200 } })
    expect(readOptions(['--looks'])).toMatchObject({ run: { kind: 'looks' } })
    expect(readOptions(['--downloads'])).toMatchObject({ run: { kind: 'downloads' } })
    expect(readOptions(['--visits', 'films', '--only', 'a, b'])).toMatchObject({
      run: { kind: 'visits', folder: 'films', only: ['a', 'b'] },
    })
    // The naming worker ends after 5 idle minutes, and must live through the empty room.
    expect(() => readOptions(['--person', '201'])).toThrow(/--person/)
  })

  it.each([
    [['--person', '19'], /--person/],
    [['--person', '60', '--clips', '3'], /one of .*--person/],
    [['--looks', '--visits', 'films'], /one of .*--looks, --review, --visits/],
    [['--interactions', '--clips', '3'], /one of .*--interactions/],
    [['--interactions', '--soak', '4'], /one of .*--soak/],
    [['--soak', '0'], /--soak/],
    [['--camera', '1'], /--camera/],
    [['--cameras', '1,x'], /“x”/],
    [['--cameras', '0'], /--cameras/],
    [['--seconds', '1.5'], /--seconds/],
    [['--rounds', ''], /--rounds/],
    [['--hidden', '60', '--profile'], /one of --hidden.*--profile/],
    [['--clips', '3', '--pre-roll'], /one of .*--pre-roll, --recording, --curve, --clips/],
    [['--clips', '0'], /--clips/],
  ])('refuses %j in a sentence', (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })
})

/** One stretch of ten seconds; 5 ms of main thread a second go to playback. */
function runOf(
  mode: Mode,
  { cpuMs = 0, mainMs = 0, otherMs = 0, checks = 33, gapMs = 300, open = 0, growth = 0 } = {},
): PageRun {
  const gaps = Array.from({ length: 500 }, (_, step) => (step === Math.floor(gapMs / 10) ? checks : 0))
  const camera = { checks, longestGapMs: gapMs, gaps }
  return {
    mode,
    cameras: 2,
    seconds: 10,
    cpu: {
      all: 1000 + cpuMs,
      parts: {
        main: 50 + mainMs,
        worker: mode === 'engine' ? 67 : 0,
        pool: 3,
        frames: 300 + otherMs,
        gpu: 200,
        capture: 100,
        browser: 50,
      },
    },
    scriptMs: mainMs / 2,
    page: {
      elapsedMs: 10_000,
      cameras: mode === 'idle' ? [] : [camera, { ...camera, checks: checks + 1 }],
      openFrames: open,
      frames: 2 * checks,
      pageTicks: 100,
      visibility: 'visible',
      notes: [],
    },
    heapGrowth: { page: growth, worker: 0 },
  }
}

describe('costs', () => {
  const runs = [
    runOf('idle'),
    runOf('canvas', { cpuMs: 1000, mainMs: 402 }),
    runOf('engine', { cpuMs: 100, mainMs: 6.7 }),
    runOf('idle'),
    runOf('canvas', { cpuMs: 1200, mainMs: 402 }),
    runOf('engine', { cpuMs: 120, mainMs: 6.7 }),
  ]
  const costs = costsOf(runs)

  it('are per check and above playback of the same round', () => {
    const engine = costs.find(({ mode }) => mode === 'engine')
    expect(engine?.mainMs).toBeCloseTo(0.1)
    expect(engine?.scriptMs).toBeCloseTo(0.05)
    expect(engine?.workerMs).toBeCloseTo(1)
    expect(engine?.cpuPercent).toBeCloseTo(11.1)
    expect(costs.find(({ mode }) => mode === 'canvas')?.mainMs).toBeCloseTo(6)
  })

  it('are checks of each camera a second, and the time between them', () => {
    const engine = costs.find(({ mode }) => mode === 'engine')
    expect(engine?.checksPerSecond).toMatchObject({ slowest: 3.3, quickest: 3.4 })
    expect(engine?.checksPerSecond.mean).toBeCloseTo(3.35)
    expect(engine?.gapMs).toEqual({ median: 305, p95: 305, longest: 300 })
  })

  it('are rows, without those that a mode does not have', () => {
    const rows = costRows(costs, () => engineToCanvas(runs))
    expect(rows).toContainEqual({ name: 'idle', case: 'cameras-2', metric: 'cpu', value: 10, unit: '%' })
    expect(rows).toContainEqual({ name: 'engine', case: 'cameras-2', metric: 'cpu-worker', value: 0.67, unit: '%' })
    const ofIdle = rows.filter(({ name }) => name === 'idle').map(({ metric }) => metric)
    expect(ofIdle).toEqual(['cpu', ...parts.map((part) => `cpu-${part}`)])
    expect(rows.filter(({ metric }) => metric.startsWith('cpu-own-ratio')).map(({ name }) => name)).toEqual(
      new Array(3).fill('engine'),
    )
    expect(rows.filter(({ name }) => name === 'canvas').map(({ metric }) => metric)).not.toContain('worker')
    expect(rows.every(({ value }) => Number.isFinite(value))).toBe(true)
  })

  it('count what the page adds to playback apart from what the browser does beside it', () => {
    const noisy = costsOf([
      runOf('idle'),
      runOf('engine', { mainMs: 6.7, otherMs: 40 }),
      runOf('idle'),
      runOf('engine', { mainMs: 6.7, otherMs: -40 }),
    ])
    const above = noisy.find(({ mode }) => mode === 'engine')?.above
    expect(above?.own.value).toBeCloseTo(0.737)
    expect(above?.own).toMatchObject({ low: above?.own.value, high: above?.own.value })
    expect(above?.others.value).toBeCloseTo(0)
    expect([above?.others.low, above?.others.high]).toEqual([expect.closeTo(-0.4), expect.closeTo(0.4)])
    expect(noisy.find(({ mode }) => mode === 'idle')?.above).toBeNull()
  })

  it('compare engine and canvas loop by their own threads, round by round', () => {
    const { value, low, high } = engineToCanvas([
      runOf('idle'),
      runOf('canvas', { mainMs: 737 }),
      runOf('engine', { mainMs: 6.7 }),
      runOf('idle'),
      runOf('canvas', { mainMs: 368.5 }),
      runOf('engine', { mainMs: 6.7 }),
    ])
    expect(value).toBeCloseTo(147.4 / 1105.5)
    expect(low).toBeCloseTo(0.1)
    expect(high).toBeCloseTo(0.2)
  })

  it('stand against their bars (BENCH-03)', () => {
    const barsOf = (some: PageRun[]) => costBars(costsOf(some), () => engineToCanvas(some)).map(barLine)
    const lines = barsOf([runOf('idle'), runOf('canvas', { mainMs: 737 }), runOf('engine', { mainMs: 6.7 })])
    expect(lines[0]).toBe(
      "bar: 2 cameras: CPU of the page's threads above playback, engine / canvas: 0.100 (at most 0.167) ok",
    )
    expect(lines.every((line) => line.endsWith('ok'))).toBe(true)
    const slow = barsOf([runOf('idle'), runOf('canvas', { mainMs: 100 }), runOf('engine', { mainMs: 6.7, checks: 20 })])
    expect(slow.filter((line) => line.endsWith('missed'))).toHaveLength(2)
  })
})

describe('bars of a long run', () => {
  it('count checks of the slowest camera and the longest gap in a hidden tab', () => {
    const [rate, gap] = hiddenBars({ mean: 3.3, slowest: 3.1, quickest: 3.4 }, 1200).map(barLine)
    expect([rate?.endsWith('missed'), gap?.endsWith('missed')]).toEqual([true, true])
  })

  it('allow one frame in flight per camera, and no growth of the heap', () => {
    const verdicts = (run: PageRun) => tidinessBars(run).map((bar) => barLine(bar).endsWith('ok'))
    expect(verdicts(runOf('engine', { open: 2, growth: 10_000 }))).toEqual([true, true, true])
    expect(verdicts(runOf('engine', { open: 3, growth: 100_000 }))).toEqual([false, false, true])
  })
})

describe('the pipe to Chromium', () => {
  const talk = () => {
    const [out, incoming] = [new PassThrough(), new PassThrough()]
    return { out, incoming, pipe: new CdpPipe(out, incoming) }
  }

  it('reads messages however they are cut, and gives each answer to its question', async () => {
    const { incoming, pipe } = talk()
    const [first, second] = [pipe.send('A'), pipe.send('B')]
    for (const part of ['{"id":2,"res', 'ult":"b"}\0{"id":1,', '"result":"ä"}\0']) incoming.write(part)
    expect(await Promise.all([first, second])).toEqual(['ä', 'b'])
  })

  it('tells refusals and the end of the browser', async () => {
    const { incoming, pipe } = talk()
    const refused = pipe.send('A')
    incoming.write('{"id":1,"error":{"message":"no such thing"}}\0')
    await expect(refused).rejects.toThrow('no such thing')
    const lost = pipe.send('B')
    incoming.destroy()
    await expect(lost).rejects.toThrow('ended')
  })
})

it('serves its folder with the headers that shared memory needs, and of the rest only what it is given', async () => {
  const file = resolve(import.meta.dirname, '..', 'architecture.test.ts')
  const server = await PageServer.start(import.meta.dirname, new Map([['film.y4m', file]]))
  try {
    const film = await fetch(`${server.url}film.y4m`)
    expect(film.headers.get('cross-origin-embedder-policy')).toBe('require-corp')
    expect(await film.text()).toBe(readFileSync(file, 'utf8'))
    const own = await fetch(`${server.url}browser.test.ts`)
    expect(own.status).toBe(200)
    expect(own.headers.get('cross-origin-embedder-policy')).toBe('require-corp')
    expect((await fetch(`${server.url}%2e%2e/architecture.test.ts`)).status).toBe(404)
    expect((await fetch(`${server.url}missing.js`)).status).toBe(404)
  } finally {
    await server.close()
  }
})

it('finds all processes below one', () => {
  const parents = new Map([
    [2, 1],
    [3, 2],
    [4, 3],
    [9, 8],
  ])
  expect(processTree(2, parents)).toEqual([2, 3, 4])
})

it('knows whose work a thread does', () => {
  const renderer = '/usr/lib/chromium --type=renderer --lang=en'
  expect(partOf(renderer, null)).toBe('main')
  expect(partOf(renderer, 'DedicatedWorker')).toBe('worker')
  expect(partOf(renderer, 'ThreadPoolForeg')).toBe('pool')
  expect(partOf(renderer, 'VideoFrameCompo')).toBe('frames')
  expect(partOf('chromium --type=gpu-process', null)).toBe('gpu')
  expect(partOf('chromium --type=utility --utility-sub-type=video_capture.mojom.VideoCaptureService', 'x')).toBe(
    'capture',
  )
  expect(partOf('chromium --headless', 'ThreadPoolForeg')).toBe('browser')
})

it.runIf(process.platform === 'linux')('reads the CPU time of a process and of its threads, which only grows', () => {
  const before = timesOf(process.pid)
  const startMs = performance.now()
  while (performance.now() - startMs < 100);
  const { all, parts: spent } = timesBetween(before, timesOf(process.pid))
  expect(all).toBeGreaterThan(0)
  expect(spent.browser).toBeGreaterThan(1)
  expect(spent.worker).toBe(0)
})

it.runIf(process.platform === 'linux')('counts how often threads were woken, which only grows (LESS-08)', async () => {
  expect(readOptions(['--wakeups', '--before', 'dist'])).toMatchObject({
    cameras: [4],
    run: { kind: 'wakeups', beforeFolder: 'dist' },
  })
  const before = wakeUpsOf(process.pid)
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve, 2))
  const woken = wakeUpsBetween(before, wakeUpsOf(process.pid))
  expect(woken.browser).toBeGreaterThanOrEqual(10)
  expect(woken.worker).toBe(0)
})
