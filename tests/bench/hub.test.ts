import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forgetFile, keepFile } from '../../bench/hub/disk'
import { barsOf, type Figures, rowsOf } from '../../bench/hub/figures'
import type { LoadResult } from '../../bench/hub/load'
import { camerasNotHeld, rightStates } from '../../bench/hub/mqtt'
import { type MqttFigures, mqttBars, mqttRows } from '../../bench/hub/mqtt-figures'
import { readOptions } from '../../bench/hub/options'
import { overloadBars } from '../../bench/hub/overload-figures'
import { costsOf } from '../../bench/hub/profile'
import { type PushFigures, pushBars, pushRows, timesBetween } from '../../bench/hub/push-figures'
import { barLine } from '../../bench/report'

const times = Array.from({ length: 100 }, (_, index) => index + 1)
const figures: Figures = {
  cameras: 50,
  paceSeconds: 2.5,
  processes: 1,
  seconds: 10,
  load: {
    snapshot: { latenciesMs: times, failed: 0, refused: 0, problems: [] },
    clip: { latenciesMs: times.map((time) => 10 * time), failed: 1, refused: 0, problems: ['status 500'] },
    disk: { latenciesMs: times, failed: 0, refused: 0, problems: [] },
  },
  busy: { rssMb: 200, cpuPercent: 40, cpuMs: 4000, waitPercent: 2, stolenPercent: 0 },
  lists: { rows: 1000, timesMs: times.map((time) => time / 10), startMs: 900 },
  idle: { rssMb: 80, cpuPercent: 0.6 },
}

test('writes rate, spread, failures and memory per case (BENCH-01)', () => {
  const rows = rowsOf(figures)
  expect(new Set(rows.map((row) => row.case))).toEqual(new Set(['cameras-50']))
  const metrics = rows.filter(({ name }) => name === 'snapshot').map(({ metric, value }) => [metric, value])
  expect(metrics).toEqual([
    ['rate', 10] as const,
    ['p50', 50.5] as const,
    ['p95', 95.05] as const,
    ['p99', 99.01] as const,
    ['failed', 0] as const,
    ['rss', 200] as const,
  ])
})

test('tells what the hub takes for a clip beyond a bare write of its bytes', () => {
  const ofClip = (metric: string) => rowsOf(figures).find((row) => row.name === 'clip' && row.metric === metric)?.value
  expect(ofClip('over-disk-p50')).toBe(454.5)
  expect(ofClip('over-disk-p95')).toBe(855.45)
  expect(ofClip('over-disk-p50-low')).toBeGreaterThan(350)
  expect(ofClip('over-disk-p50-high')).toBeLessThan(560)
  expect(rowsOf(figures).find((row) => row.name === 'disk' && row.metric === 'p95')?.value).toBe(95.05)
})

test('leaves out what was not measured', () => {
  const load = { ...figures, lists: null, idle: null }
  expect(new Set(rowsOf(load).map(({ name }) => name))).toEqual(new Set(['snapshot', 'clip', 'disk', 'load']))
  expect(barsOf(load)).toHaveLength(4)
})

test('keeps a file as bytes that survive, and forgets it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nightjar-disk-'))
  try {
    const file = await keepFile(folder, Buffer.from('clip'))
    expect(await readFile(file, 'utf8')).toBe('clip')
    await forgetFile(file)
    expect(await readdir(folder)).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a bar that is missed says so (BENCH-06)', () => {
  const missed = barsOf(figures).filter((bar) => barLine(bar).endsWith('missed'))
  expect(missed.map(({ what }) => what)).toEqual([
    '50 cameras: uploads that failed',
    "50 cameras: p95 of a snapshot's acknowledgement, ms",
    "50 cameras: p95 of a clip's acknowledgement, ms",
    'idle hub: % of a core',
  ])
})

test('more cameras at a slower pace have bars of their own (BENCH-06)', () => {
  const slower = { ...figures, cameras: 3000, paceSeconds: 10 }
  const missed = barsOf(slower).filter((bar) => barLine(bar).endsWith('missed'))
  expect(missed.map(({ what }) => what).slice(0, 2)).toEqual([
    '3000 cameras, every 10 s: uploads that failed',
    "3000 cameras, every 10 s: p95 of a clip's acknowledgement, ms",
  ])
  expect(rowsOf(slower)[0]?.case).toBe('cameras-3000-pace-10')
})

test('tells processor time for one request that was answered', () => {
  const row = rowsOf(figures).find(({ metric }) => metric === 'cpu-per-request')
  expect([row?.value, row?.unit]).toEqual([20, 'ms'])
})

test('a hub that has too much to do answers everything, and clips before snapshots (BENCH-19)', () => {
  const result = (stored: number, failed: number, refused: number) => ({
    latenciesMs: Array.from({ length: stored }, () => 100),
    failed,
    refused,
    problems: [],
  })
  const overload = { mostRate: 100, seconds: 10, healthMs: [5], rssMb: 200 }
  const disk = result(0, 0, 0)
  const missedOf = (snapshot: LoadResult, clip: LoadResult) =>
    overloadBars({ ...overload, load: { snapshot, clip, disk } }).flatMap((bar, index) =>
      barLine(bar).endsWith('missed') ? [index] : [],
    )
  expect(missedOf(result(40, 60, 60), result(9, 1, 1))).toEqual([])
  expect(missedOf(result(40, 60, 59), result(9, 1, 1))).toEqual([0])
  expect(missedOf(result(40, 60, 60), result(5, 5, 5))).toEqual([3])
})

test('sums what each part takes of the thread within a time, for one request (BENCH-19)', () => {
  const node = (id: number, functionName: string, url: string) => ({ id, callFrame: { functionName, url } })
  const nodes = [
    node(1, '(idle)', ''),
    node(2, 'send', 'file:///n/node_modules/@fastify/one/x.js'),
    node(3, 'onData', 'node:net'),
    node(4, 'keep', 'file:///n/dist/hub/main.js'),
  ]
  const samples = [2, 2, 1, 3, 4, 2]
  const profile = { startTime: 0, nodes, samples, timeDeltas: [1000, 2000, 5000, 1000, 500, 9000] }
  expect(costsOf(profile, [1500, 10_000], 2)).toEqual([
    ['@fastify/one', 1],
    ['node:net', 0.5],
    ['hub: keep', 0.25],
  ])
})

test('takes numbers in their limits, and says what is wrong with others', () => {
  expect(readOptions(['--', '--cameras', '7', '--seconds', '3'])).toMatchObject({
    cameras: 7,
    seconds: 3,
    rows: 100_000,
    isLoadOnly: false,
  })
  expect(() => readOptions(['--cameras', '0'])).toThrow(/^--cameras takes whole numbers from 1 to 3000/)
  expect(readOptions(['--pace', '10', '--cameras', '3000'])).toMatchObject({ paceSeconds: 10, cameras: 3000 })
  expect(() => readOptions(['--pace', '0.5'])).toThrow(/^--pace takes seconds from 1 to 60/)
  expect(() => readOptions(['--nonsense'])).toThrow(/--nonsense/)
})

test.each([[['--push', '--mqtt']], [['--hubs', '3', '--overload']], [['--profile', '--load-only', '--overload']]])(
  'measures one thing at a time: %j is refused in a sentence (BENCH-01)',
  (args) => {
    expect(() => readOptions(args)).toThrow('Give one of --overload, --profile, --push, --mqtt and --hubs.')
  },
)

test.each([
  [[], 'load'],
  [['--overload'], 'overload'],
  [['--profile'], 'profile'],
  [['--push'], 'push'],
  [['--mqtt'], 'mqtt'],
])('measures by %j: %s', (args, kind) => {
  expect(readOptions(args).run).toEqual({ kind })
})

test('tells how soon pushes come, and which do not, come twice, or cannot be opened (BENCH-14)', () => {
  const sentMs = new Map([...Array(100)].map((_, index) => [`event ${index}`, index * 100]))
  const arrivals = [...sentMs].map(([key, atMs], index) => ({ key, arrivedMs: atMs + index + 1, isLeaky: false }))
  const all: PushFigures = { events: 100, ...timesBetween(sentMs, arrivals), cpuPercent: 5, waitPercent: 1 }
  const rows = (figures: PushFigures) => new Map(pushRows(figures).map(({ metric, value }) => [metric, value]))
  expect([...rows(all)].slice(0, 4)).toEqual([
    ['p50', 50.5] as const,
    ['p95', 95.05] as const,
    ['p99', 99.01] as const,
    ['worst', 100] as const,
  ])
  expect(pushBars(all).every((bar) => barLine(bar).endsWith('ok'))).toBe(true)
  const bad = [arrivals[0], arrivals[0], { key: null, arrivedMs: 5, isLeaky: true }].filter((one) => one !== undefined)
  const some = { ...all, ...timesBetween(sentMs, bad) }
  expect([
    rows(some).get('lost'),
    rows(some).get('doubled'),
    rows(some).get('unread'),
    rows(some).get('leaky'),
  ]).toEqual([99, 1, 1, 1])
  expect(pushBars(some).filter((bar) => barLine(bar).endsWith('missed'))).toHaveLength(4)
})

test('events by an MQTT broker are timed to the first message, and lost, doubled and late ones are missed (MQTT-12)', () => {
  const events = times.map((time) => ({ toldMs: 1000, heardMs: [1000 + time] }))
  const all: MqttFigures = { events, backMs: [700, 2900], awaySeconds: 60, cpuPercent: 5, waitPercent: 1 }
  const rows = (figures: MqttFigures) => new Map(mqttRows(figures).map(({ metric, value }) => [metric, value]))
  expect([...rows(all)].slice(0, 4)).toEqual([
    ['p50', 50.5] as const,
    ['p95', 95.05] as const,
    ['p99', 99.01] as const,
    ['worst', 100] as const,
  ])
  expect(rows(all).get('back-worst')).toBe(2900)
  expect(mqttBars(all).every((bar) => barLine(bar).endsWith('ok'))).toBe(true)
  const bad = [
    { toldMs: 0, heardMs: [] },
    { toldMs: 0, heardMs: [600, 700] },
  ]
  const some = { ...all, events: bad, backMs: [5001] }
  expect([rows(some).get('lost'), rows(some).get('doubled')]).toEqual([1, 1])
  expect(mqttBars(some).filter((bar) => barLine(bar).endsWith('missed'))).toHaveLength(4)
})

test('a broker that is back is to hold all it held, what was switched meanwhile, and rest (MQTT-12)', () => {
  const held = (texts: Record<string, string>) =>
    new Map(Object.entries(texts).map(([topic, text]) => [topic, Buffer.from(text)]))
  const before = {
    'homeassistant/switch/nightjar_c/detection/config': '{}',
    'nightjar/w/hub': 'online',
    'nightjar/w/mode': 'home',
    'nightjar/w/alarm': 'armed_home',
    'nightjar/w/camera/c/motion': 'ON',
    'nightjar/w/camera/c/detection': 'OFF',
  }
  expect(Object.fromEntries(rightStates(held(before), { isOn: true, mode: 'away' }))).toEqual({
    ...before,
    'nightjar/w/mode': 'away',
    'nightjar/w/alarm': 'armed_away',
    'nightjar/w/camera/c/motion': 'OFF',
    'nightjar/w/camera/c/detection': 'ON',
  })
})

test('a broker is not measured that was not told of all cameras, and how Home Assistant finds them (MQTT-12)', () => {
  const [state, discovery] = ['nightjar/w/camera/c/detection', 'homeassistant/switch/nightjar_c/detection/config']
  expect(camerasNotHeld([state, discovery], ['c'])).toEqual([])
  expect(camerasNotHeld([state, discovery], ['c', 'd'])).toEqual(['d'])
  expect([camerasNotHeld([state], ['c']), camerasNotHeld([discovery], ['c'])]).toEqual([['c'], ['c']])
})
