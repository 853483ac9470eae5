import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Complaint, complaining } from '../complaint'
import { machineTicks } from '../processes'
import { aligned, type Bar, barLine, figure, type Row, thisMachine, writeReport } from '../report'
import { addCamera, type BenchCamera, makeCameras, signIn } from './accounts'
import { type Busy, barsOf, type Figures, type Idle, type Lists, rowsOf } from './figures'
import { HubProcess, START_SETTLE_MS } from './hub-process'
import { hubsBars, hubsRows } from './hubs/figures'
import { type HubsPlan, measureHubs } from './hubs/measure'
import { isStoreProcess, serveStore } from './hubs/store-process'
import { timeLists } from './lists'
import { kinds, specifiedPace } from './load'
import { isLoadProcess, runLoadProcess, serveLoad } from './load-process'
import { measureMqtt } from './mqtt'
import { mqttBars, mqttRows } from './mqtt-figures'
import { type HubBenchOptions, readOptions } from './options'
import { measureOverload } from './overload'
import { overloadBars, overloadRows } from './overload-figures'
import { measureCost } from './profile'
import { pushBars, pushRows } from './push-figures'
import { measurePushes } from './pushes'
import { seedRecordings } from './seed'

const LONGEST_IDLE_SECONDS = 20

const howMeasured = `How: hub and load generator are processes of this machine, connected over loopback. A time runs from the moment an
upload was due to the end of its answer. disk is a clip's bytes written beside the hub on its disk, synced and moved to their
name, between two clips; over-disk is what the hub takes beyond that, with its bootstrap interval of 95 %. Memory is VmHWM of the hub under load and VmRSS idle, cpu is user and
system time (of several processes their sums), cpu-wait is how long the hub's main thread was ready while others had the processors, steal what this machine's
host gave to others meanwhile, all of /proc.`

const howPushed = `How: a time runs from the moment at which a camera begins to tell of an event (POST .../alerts) until a push service of this
machine, over https, has all of its push. Each is then opened with the keys of the browser that it is for. Every event is mailed too.`

const howPublished = `How: a time runs from the moment at which a camera begins to tell of an event (POST .../alerts) until another program has
it from mosquitto, which is a process of this machine, over loopback. Then mosquitto ends, all cameras' detection and all modes
are switched meanwhile, and it begins anew with nothing: a time runs from there until that program has been told all of it, what Home Assistant
discovers too.`

const howOverloaded = `How: first snapshots one after the other, 64 at once, for ten seconds: that is the most. Then two and a half times as many, each
at its own moment, and clips at as much more than their pace, from cameras that are connected, do not wait when they are refused, but
have one snapshot on its way at a time, as the app does. A time runs from the
moment an upload was due to the end of its answer, so that a busy generator counts too.`

const howTogether = `How: hubs, PostgreSQL, Redis and the S3 store are processes of this machine; what stands before them hands each connection to the
next hub that answers /healthz. In each round one hub gets SIGKILL under four senders, while everybody's tokens are exchanged, and starts
again. Then each acknowledged clip is listed once with the same bytes, all are still signed in, and each viewer has pictures: told is the
longest time without one. Processor time is that of the hubs by /proc, in turns for all of them and for one alone with its share of the load.`

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (process.platform !== 'linux') throw new Complaint('bench:hub reads memory and CPU from /proc, so it needs Linux.')
  const folder = await mkdtemp(join(tmpdir(), 'nightjar-bench-hub-'))
  try {
    const rows = await rowsFor(folder, options)
    if (options.jsonFile === null) return
    writeReport(options.jsonFile, thisMachine(), rows)
    console.log(`\nThe figures are in ${options.jsonFile}.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function rowsFor(folder: string, options: HubBenchOptions): Promise<Row[]> {
  const { run } = options
  switch (run.kind) {
    case 'load':
      return load(folder, options)
    case 'overload':
      return overload(folder, options)
    case 'profile':
      return profiled(folder, options)
    case 'push':
      return pushes(folder, options)
    case 'mqtt':
      return published(folder, options)
    case 'hubs':
      return together(folder, { ...options, hubs: run.hubs })
  }
}

async function together(folder: string, plan: HubsPlan): Promise<Row[]> {
  console.log(`${plan.hubs} hubs as one, ${plan.rounds} rounds with one of them killed`)
  const figures = await measureHubs(folder, plan)
  const [problem] = figures.costs.problems
  const failures = problem === undefined ? '' : `\n\nAn upload that failed, the first: ${problem}`
  printRows(hubsRows(figures), `${howTogether}${failures}`, hubsBars(figures))
  return hubsRows(figures)
}

async function overload(folder: string, { cameras, seconds, databaseUrl }: HubBenchOptions): Promise<Row[]> {
  console.log(`${cameras} cameras that send two and a half times of what the hub takes, for ${seconds} s`)
  const diskFolder = join(folder, 'disk')
  await mkdir(diskFolder)
  const figures = await withHub(join(folder, 'hub'), databaseUrl, {}, (hub) =>
    measureOverload(hub, { count: cameras, seconds, diskFolder }),
  )
  const problems = kinds.flatMap((kind) => figures.load[kind].problems)
  const failures = problems.length > 0 ? `\n\nFailures, the first few: ${problems.join('; ')}` : ''
  printRows(overloadRows(figures), `${howOverloaded}${failures}`, overloadBars(figures))
  return overloadRows(figures)
}

async function profiled(folder: string, { seconds, databaseUrl }: HubBenchOptions): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of ['snapshot', 'clip'] as const) {
    const { requests, ofPart } = await measureCost(folder, kind, { seconds, databaseUrl })
    const all = ofPart.reduce((sum, [, ms]) => sum + ms, 0)
    const lines = ofPart.slice(0, 20).map(([part, ms]) => [part, figure(ms), `${Math.round((100 * ms) / all)} %`])
    console.log(`\nA ${kind}, of ${requests}: ms of the hub's thread\n${aligned([['all', figure(all), ''], ...lines])}`)
    rows.push({ name: kind, case: 'profile', metric: 'thread', value: Math.round(all * 1000) / 1000, unit: 'ms' })
  }
  return rows
}

async function published(folder: string, { events, databaseUrl }: HubBenchOptions): Promise<Row[]> {
  console.log(`${events} events, ten a second, each told to an MQTT broker, which is then away three times`)
  const figures = await measureMqtt(folder, events, databaseUrl)
  printRows(mqttRows(figures), howPublished, mqttBars(figures))
  return mqttRows(figures)
}

async function pushes(folder: string, { events, databaseUrl }: HubBenchOptions): Promise<Row[]> {
  console.log(`${events} events, ten a second, each pushed to one browser`)
  const figures = await measurePushes(folder, events, databaseUrl)
  printRows(pushRows(figures), howPushed, pushBars(figures))
  return pushRows(figures)
}

async function load(folder: string, options: HubBenchOptions): Promise<Row[]> {
  const figures = await measure(folder, options)
  const problems = kinds.flatMap((kind) => figures.load[kind].problems)
  const failures = problems.length > 0 ? `\n\nFailures, the first few: ${problems.join('; ')}` : ''
  printRows(rowsOf(figures), `${howMeasured}${failures}`, barsOf(figures))
  return rowsOf(figures)
}

async function measure(folder: string, options: HubBenchOptions): Promise<Figures> {
  const { cameras: count, paceSeconds, processes, seconds, rows, isLoadOnly, databaseUrl } = options
  const dataDir = join(folder, 'hub')
  const diskFolder = join(folder, 'disk')
  await mkdir(diskFolder)
  const store = databaseUrl === null ? 'SQLite' : 'PostgreSQL'
  console.log(`${count} cameras for ${seconds} s${isLoadOnly ? '' : `, then lists of ${rows} rows`}, on ${store}`)
  const more = { HUB_PROCESSES: String(processes) }
  const loaded = await withHub(dataDir, databaseUrl, more, async (hub) => {
    const idle = isLoadOnly ? null : await idleOf(hub, seconds)
    const cameras = await makeCameras(hub, count)
    const listed = await addCamera(hub, await signIn(hub, 'lists@example.org'), 'Lists')
    const before = timesOf(hub)
    const pace = { ...specifiedPace, snapshotEveryMs: 1000 * paceSeconds }
    const load = await runLoadProcess({ port: hub.port, seconds, cameras, diskFolder, pace })
    return { idle, load, busy: busyBetween(before, timesOf(hub)), listed }
  })
  const { idle, load, busy } = loaded
  const figures = { cameras: count, paceSeconds, processes, seconds, load, busy, idle }
  if (isLoadOnly) return { ...figures, lists: null }
  await seedRecordings(dataDir, databaseUrl, loaded.listed, rows)
  return { ...figures, lists: await withHub(dataDir, databaseUrl, more, (hub) => listsOf(hub, loaded.listed, rows)) }
}

function timesOf(hub: HubProcess) {
  const rssMb = hub.memoryMb().peak
  return { atMs: performance.now(), cpuMs: hub.cpuMs(), waitMs: hub.waitMs(), machine: machineTicks(), rssMb }
}

function busyBetween(before: ReturnType<typeof timesOf>, after: ReturnType<typeof timesOf>): Busy {
  const lengthMs = after.atMs - before.atMs
  const ticks = after.machine.all - before.machine.all
  return {
    rssMb: after.rssMb,
    cpuPercent: (100 * (after.cpuMs - before.cpuMs)) / lengthMs,
    cpuMs: after.cpuMs - before.cpuMs,
    waitPercent: (100 * (after.waitMs - before.waitMs)) / lengthMs,
    stolenPercent: (100 * (after.machine.stolen - before.machine.stolen)) / ticks,
  }
}

async function withHub<T>(
  dataDir: string,
  databaseUrl: string | null,
  more: Readonly<Record<string, string>>,
  use: (hub: HubProcess) => Promise<T>,
): Promise<T> {
  const hub = await HubProcess.start(dataDir, databaseUrl, more)
  try {
    return await use(hub)
  } finally {
    await hub.stop()
  }
}

async function idleOf(hub: HubProcess, seconds: number): Promise<Idle> {
  await wait(START_SETTLE_MS)
  const measuredSeconds = Math.min(seconds, LONGEST_IDLE_SECONDS)
  const beforeMs = hub.cpuMs()
  await wait(measuredSeconds * 1000)
  return { rssMb: hub.memoryMb().now, cpuPercent: (hub.cpuMs() - beforeMs) / (10 * measuredSeconds) }
}

async function listsOf(hub: HubProcess, camera: BenchCamera, rows: number): Promise<Lists> {
  return { rows, startMs: hub.startMs, timesMs: await timeLists(hub, camera, rows) }
}

function printRows(rows: readonly Row[], how: string, bars: readonly Bar[]): void {
  const lines = rows.map(({ name, metric, value, unit }) => [`${name} ${metric}`, figure(value), unit])
  console.log(`\n${aligned(lines)}\n\n${how}\n`)
  for (const bar of bars) console.log(barLine(bar))
}

await complaining(isLoadProcess ? serveLoad : isStoreProcess ? serveStore : main)
