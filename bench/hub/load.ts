import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type BenchCamera, headersOf } from './accounts'
import { forgetFile, keepFile } from './disk'
import { noiseFilm } from './film'

/** How often each camera sends what. */
export interface Pace {
  readonly snapshotEveryMs: number
  readonly clipEveryMs: number
  /**
   * Cameras as they are: each has its own connections, and is connected before the first upload is due; while its snapshot is on its way it leaves
   * the next one out, which is not counted. Without it connections are made as they are needed.
   */
  readonly isConnected?: boolean
}

/** The one that a hub is asked to bear at most. */
export const specifiedPace: Pace = { snapshotEveryMs: 2_500, clipEveryMs: 600_000 }

/** Sizes of a 720p camera. */
const SNAPSHOT_BYTES = 40_000
const CLIP_BYTES = 1_500_000
/** A bare write comes this soon after a clip, however few the cameras. */
const LONGEST_DISK_LAG_MS = 500
/** For the answers that are still due at the end. */
const TAIL_LIMIT_MS = 30_000
const REQUEST_LIMIT_MS = 20_000
const CONNECTED_AT_ONCE = 20

export interface LoadOrder {
  readonly port: number
  readonly seconds: number
  readonly cameras: readonly BenchCamera[]
  readonly pace: Pace
  /** On the disk of the hub. */
  readonly diskFolder: string
}

/** `disk` is a clip's bytes written beside the hub, so that the disk can be told from the hub. */
export const kinds = ['snapshot', 'clip', 'disk'] as const
export type Kind = (typeof kinds)[number]

/** What came of one kind of upload, or of the bare writes. */
export interface LoadResult {
  /** From the moment it was due, not from when a busy generator got to it, to the whole answer. */
  readonly latenciesMs: number[]
  failed: number
  /** Of those: the hub had too much to do, said so, and when to come back. */
  refused: number
  /** The first few reasons. */
  readonly problems: string[]
}

interface Due {
  readonly atMs: number
  readonly kind: Kind
  readonly camera: BenchCamera
}

const BOUNDARY = 'nightjar-bench'
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(SNAPSHOT_BYTES - 3)])
const webm = await noiseFilm(CLIP_BYTES)

/** Sends what the cameras would send, each at its own moment, and waits for every answer. */
export async function runLoad(order: LoadOrder): Promise<Record<Kind, LoadResult>> {
  const lines = order.pace.isConnected ? await connect(order) : new Lines(false)
  const results = { snapshot: emptyResult(), clip: emptyResult(), disk: emptyResult() }
  const open = new Set<Promise<void>>()
  const sending = new Set<BenchCamera>()
  const startMs = performance.now()
  for (const due of plan(order)) {
    const earlyMs = startMs + due.atMs - performance.now()
    if (earlyMs > 1) await wait(earlyMs)
    const isSnapshot = due.kind === 'snapshot'
    if (isSnapshot && order.pace.isConnected && sending.has(due.camera)) continue
    if (isSnapshot) sending.add(due.camera)
    const sent = carryOut(lines.of(due.camera), order, due, startMs + due.atMs, results[due.kind]).finally(() => {
      open.delete(sent)
      if (isSnapshot) sending.delete(due.camera)
    })
    open.add(sent)
  }
  const end = new AbortController()
  await Promise.race([Promise.all(open), wait(TAIL_LIMIT_MS, null, { signal: end.signal }).catch(() => null)])
  end.abort()
  lines.close()
  return results
}

/** The connections of one camera each, or of all together. */
class Lines {
  readonly #isEachItsOwn: boolean
  readonly #agents = new Map<BenchCamera | null, Agent>()

  constructor(isEachItsOwn: boolean) {
    this.#isEachItsOwn = isEachItsOwn
  }

  of(camera: BenchCamera): Agent {
    const whose = this.#isEachItsOwn ? camera : null
    const agent = this.#agents.get(whose) ?? new Agent({ keepAlive: true })
    this.#agents.set(whose, agent)
    return agent
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy()
  }
}

/** A few at once, as a process of Node's takes one new connection in each turn of its loop. */
async function connect({ port, cameras }: LoadOrder): Promise<Lines> {
  const lines = new Lines(true)
  for (let first = 0; first < cameras.length; first += CONNECTED_AT_ONCE) {
    const some = cameras.slice(first, first + CONNECTED_AT_ONCE)
    await Promise.all(some.map((camera) => askHealth(lines.of(camera), port)))
  }
  return lines
}

function askHealth(agent: Agent, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request({ agent, host: '127.0.0.1', port, path: '/healthz' }, (answer) => {
      answer.resume()
      answer.on('end', resolve)
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** Snapshots one after the other, so many at once: how many a second is the most that the hub takes. */
export async function runFlatOut({ port, seconds, cameras }: LoadOrder, atOnce: number): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const endMs = performance.now() + seconds * 1000
  let stored = 0
  const line = async (first: number) => {
    for (let index = first; performance.now() < endMs; index += atOnce) {
      const camera = cameras[index % cameras.length]
      if (camera === undefined) return
      if ((await send(agent, port, { kind: 'snapshot', camera })).kind === 'stored') stored += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, index) => line(index)))
  agent.destroy()
  return stored / seconds
}

function emptyResult(): LoadResult {
  return { latenciesMs: [], failed: 0, refused: 0, problems: [] }
}

/** Cameras start evenly over one interval, as if people had opened them at different times. */
function plan({ cameras, seconds, pace: { snapshotEveryMs, clipEveryMs } }: LoadOrder): Due[] {
  const dues: Due[] = []
  // Halfway to the next camera's clip: both meet the same disk, and neither waits for the other.
  const diskLagMs = Math.min(clipEveryMs / cameras.length / 2, LONGEST_DISK_LAG_MS)
  for (const [index, camera] of cameras.entries()) {
    const share = index / cameras.length
    for (let atMs = share * snapshotEveryMs; atMs < seconds * 1000; atMs += snapshotEveryMs)
      dues.push({ atMs, kind: 'snapshot', camera })
    for (let atMs = share * clipEveryMs; atMs < seconds * 1000; atMs += clipEveryMs)
      dues.push({ atMs, kind: 'clip', camera }, { atMs: atMs + diskLagMs, kind: 'disk', camera })
  }
  return dues.filter(({ atMs }) => atMs < seconds * 1000).sort((one, other) => one.atMs - other.atMs)
}

async function carryOut(
  agent: Agent,
  { port, diskFolder }: LoadOrder,
  due: Due,
  dueAtMs: number,
  result: LoadResult,
): Promise<void> {
  if (due.kind === 'disk') return writeBeside(diskFolder, dueAtMs, result)
  note(result, await send(agent, port, due), dueAtMs)
}

function note(result: LoadResult, outcome: Outcome, sinceMs: number): void {
  if (outcome.kind === 'stored') {
    result.latenciesMs.push(performance.now() - sinceMs)
    return
  }
  result.failed += 1
  if (outcome.kind === 'refused') result.refused += 1
  else if (result.problems.length < 5) result.problems.push(outcome.problem)
}

async function writeBeside(folder: string, dueAtMs: number, result: LoadResult): Promise<void> {
  const file = await keepFile(folder, webm)
  result.latenciesMs.push(performance.now() - dueAtMs)
  await forgetFile(file)
}

type Outcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed'; readonly problem: string }

function outcomeOf({ statusCode, headers }: IncomingMessage): Outcome {
  if (statusCode === 201) return { kind: 'stored' }
  if (statusCode === 503 && Number(headers['retry-after']) > 0) return { kind: 'refused' }
  return { kind: 'failed', problem: `status ${statusCode}` }
}

function send(agent: Agent, port: number, { kind, camera }: Pick<Due, 'kind' | 'camera'>): Promise<Outcome> {
  const { path, pieces } = kind === 'clip' ? clipForm(camera) : snapshotForm(camera)
  const headers = {
    ...headersOf(camera),
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': pieces.reduce((sum, piece) => sum + piece.length, 0),
  }
  return new Promise((resolve) => {
    const fail = ({ message }: Error) => resolve({ kind: 'failed', problem: message })
    const options = { agent, host: '127.0.0.1', port, method: 'POST', path: `/v1${path}`, headers }
    const sent = request({ ...options, timeout: REQUEST_LIMIT_MS }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(outcomeOf(answer)))
      answer.on('error', fail)
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.on('error', fail)
    for (const piece of pieces) sent.write(piece)
    sent.end()
  })
}

interface Form {
  readonly path: string
  readonly pieces: readonly Buffer[]
}

function snapshotForm({ cameraId }: BenchCamera): Form {
  return { path: `/screenshots/${cameraId}/upload`, pieces: [fileHead('screenshot', 'blob', 'image/jpeg'), jpeg, TAIL] }
}

function clipForm({ cameraId }: BenchCamera): Form {
  const fields = Object.entries({ cameraId, size: String(webm.length), hasAudio: 'false' })
  const texts = fields.map(([name, value]) =>
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  return {
    path: '/videos/upload',
    pieces: [...texts, fileHead('video', `${randomUUID()}.webm`, 'video/webm'), webm, TAIL],
  }
}

function fileHead(part: string, fileName: string, type: string): Buffer {
  const disposition = `content-disposition: form-data; name="${part}"; filename="${fileName}"`
  return Buffer.from(`--${BOUNDARY}\r\n${disposition}\r\ncontent-type: ${type}\r\n\r\n`)
}
