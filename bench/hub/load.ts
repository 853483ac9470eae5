import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type BenchCamera, headersOf } from './accounts'
import { forgetFile, keepFile } from './disk'
import { noiseFilm } from './film'

/** The pace that a hub is asked to bear at most, and sizes of a 720p camera. */
const SNAPSHOT_EVERY_MS = 2_500
const CLIP_EVERY_MS = 600_000
const SNAPSHOT_BYTES = 40_000
const CLIP_BYTES = 1_500_000
/** A bare write comes this soon after a clip, however few the cameras. */
const LONGEST_DISK_LAG_MS = 500
/** For the answers that are still due at the end. */
const TAIL_LIMIT_MS = 30_000
const REQUEST_LIMIT_MS = 20_000

export interface LoadOrder {
  readonly port: number
  readonly seconds: number
  readonly cameras: readonly BenchCamera[]
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
  const agent = new Agent({ keepAlive: true })
  const results = { snapshot: emptyResult(), clip: emptyResult(), disk: emptyResult() }
  const open = new Set<Promise<void>>()
  const startMs = performance.now()
  for (const due of plan(order)) {
    const earlyMs = startMs + due.atMs - performance.now()
    if (earlyMs > 1) await wait(earlyMs)
    const sent = carryOut(agent, order, due, startMs + due.atMs, results[due.kind]).finally(() => open.delete(sent))
    open.add(sent)
  }
  const end = new AbortController()
  await Promise.race([Promise.all(open), wait(TAIL_LIMIT_MS, null, { signal: end.signal }).catch(() => null)])
  end.abort()
  agent.destroy()
  return results
}

function emptyResult(): LoadResult {
  return { latenciesMs: [], failed: 0, problems: [] }
}

/** Cameras start evenly over one interval, as if people had opened them at different times. */
function plan({ cameras, seconds }: LoadOrder): Due[] {
  const dues: Due[] = []
  // Halfway to the next camera's clip: both meet the same disk, and neither waits for the other.
  const diskLagMs = Math.min(CLIP_EVERY_MS / cameras.length / 2, LONGEST_DISK_LAG_MS)
  for (const [index, camera] of cameras.entries()) {
    const share = index / cameras.length
    for (let atMs = share * SNAPSHOT_EVERY_MS; atMs < seconds * 1000; atMs += SNAPSHOT_EVERY_MS)
      dues.push({ atMs, kind: 'snapshot', camera })
    for (let atMs = share * CLIP_EVERY_MS; atMs < seconds * 1000; atMs += CLIP_EVERY_MS)
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
  const problem = await send(agent, port, due)
  if (problem === null) {
    result.latenciesMs.push(performance.now() - dueAtMs)
    return
  }
  result.failed += 1
  if (result.problems.length < 5) result.problems.push(problem)
}

async function writeBeside(folder: string, dueAtMs: number, result: LoadResult): Promise<void> {
  const file = await keepFile(folder, webm)
  result.latenciesMs.push(performance.now() - dueAtMs)
  await forgetFile(file)
}

/** null: stored. */
function send(agent: Agent, port: number, { kind, camera }: Due): Promise<string | null> {
  const { path, pieces } = kind === 'clip' ? clipForm(camera) : snapshotForm(camera)
  const headers = {
    ...headersOf(camera),
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': pieces.reduce((sum, piece) => sum + piece.length, 0),
  }
  return new Promise((resolve) => {
    const options = { agent, host: '127.0.0.1', port, method: 'POST', path: `/v1${path}`, headers }
    const sent = request({ ...options, timeout: REQUEST_LIMIT_MS }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode === 201 ? null : `status ${answer.statusCode}`))
      answer.on('error', (problem) => resolve(problem.message))
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.on('error', (problem) => resolve(problem.message))
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
