import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { makeCameras } from './accounts'
import { HubProcess } from './hub-process'
import { specifiedPace } from './load'
import { runLoadProcess } from './load-process'

const CAMERAS = 100
/** Of each kind alone: what a hub takes without waiting, and without refusing any, on a machine that does other things too. */
const A_SECOND = { snapshot: 60, clip: 3 }
export type Profiled = keyof typeof A_SECOND

/** What a request of one kind takes of the hub's thread, in milliseconds, the dearest first. */
export interface Cost {
  readonly kind: Profiled
  readonly requests: number
  readonly ofPart: readonly (readonly [part: string, ms: number])[]
}

const profile = z.object({
  startTime: z.number(),
  nodes: z.array(z.object({ id: z.number(), callFrame: z.object({ functionName: z.string(), url: z.string() }) })),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})
type Profile = z.infer<typeof profile>

/** A hub that V8 samples, under one kind of upload alone. */
export async function measureCost(
  folder: string,
  kind: Profiled,
  { seconds, databaseUrl }: { readonly seconds: number; readonly databaseUrl: string | null },
): Promise<Cost> {
  const profiles = join(folder, `profile-${kind}`)
  const diskFolder = join(folder, `disk-${kind}`)
  await Promise.all([mkdir(profiles), mkdir(diskFolder)])
  const flags = ['--cpu-prof', `--cpu-prof-dir=${profiles}`]
  const hub = await HubProcess.start(join(folder, `hub-${kind}`), databaseUrl, {}, flags)
  let window: readonly [number, number]
  let requests = 0
  try {
    const cameras = await makeCameras(hub, CAMERAS)
    const everyMs = (1000 * CAMERAS) / A_SECOND[kind]
    const none = { snapshotEveryMs: Number.MAX_SAFE_INTEGER, clipEveryMs: Number.MAX_SAFE_INTEGER }
    const pace = { ...none, [kind === 'clip' ? 'clipEveryMs' : 'snapshotEveryMs']: everyMs }
    // A camera's first picture is written, and what is compiled first costs more.
    await runLoadProcess({ port: hub.port, seconds: 5, cameras, diskFolder, pace: { ...pace, ...specifiedPace } })
    const startUs = microseconds()
    const load = await runLoadProcess({ port: hub.port, seconds, cameras, diskFolder, pace })
    requests = load[kind].latenciesMs.length
    window = [startUs, microseconds()]
  } finally {
    await hub.stop()
  }
  // The main thread is number 0: CPU.date.time.process.thread.count.cpuprofile
  const [file] = (await readdir(profiles)).filter((name) => /\.0\.\d+\.cpuprofile$/.test(name))
  const read = profile.parse(JSON.parse(await readFile(join(profiles, file ?? ''), 'utf8')))
  return { kind, requests, ofPart: costsOf(read, window, requests) }
}

/** Of the clock that profiles are stamped with. */
function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

/** Self time of each part within the window, for one request. */
export function costsOf(
  { startTime, nodes, samples, timeDeltas }: Profile,
  [fromUs, toUs]: readonly [number, number],
  requests: number,
): [string, number][] {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]))
  const totals = new Map<string, number>()
  let atUs = startTime
  for (const [index, id] of samples.entries()) {
    const lengthUs = timeDeltas[index] ?? 0
    atUs += lengthUs
    const part = parts.get(id)
    if (part === undefined || part === '(idle)' || atUs < fromUs || atUs > toUs) continue
    totals.set(part, (totals.get(part) ?? 0) + lengthUs / 1000)
  }
  return [...totals].map(([part, ms]): [string, number] => [part, ms / requests]).sort(([, a], [, b]) => b - a)
}

/** A package, a module of Node's, or a function of the hub's own. */
function partOf({ functionName, url }: { readonly functionName: string; readonly url: string }): string {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (name !== undefined) return name
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/')
  if (url === '') return functionName.startsWith('(') ? functionName : 'native code'
  return `hub: ${functionName || 'unnamed'}`
}
