import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../lib/clock'
import { createLinkSignatures } from '../../lib/signed-links'
import { StartupProblem } from '../../lib/startup-problem'
import { MEDIA_PREFIX } from '../../storage/media-links'
import { MOST_MODEL_BYTES, type PersonModelConfig } from './person-model-config'
import { downloadModel } from './person-model-download'

/** Below it, links to the model; what follows is the name of its file. */
export const PERSON_MODEL_PREFIX = `${MEDIA_PREFIX}/person-model`

export interface ModelFile {
  /** Made of its content: another model has another name, so that browsers may keep what they have. */
  readonly name: string
  readonly path: string
  readonly sizeBytes: number
}

/** The operator's person model, which cameras fetch from here (EXT-05). */
export interface PersonModelShelf {
  readonly config: PersonModelConfig
  /** null while it is fetched, or where that failed. */
  file(): ModelFile | null
  /** Path and query below the hub's origin, good for 5 to 10 minutes. */
  sign(file: ModelFile): string
  isValid(name: string, expires: string, signature: string): boolean
  /** Settles once the model is there, or will not be in this run of the hub. */
  readonly settled: Promise<void>
  close(): void
}

interface ShelfPorts {
  readonly dataDir: string
  readonly linkKey: Buffer
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** Rejects with StartupProblem where the model's file cannot be served. What must be fetched comes later. */
export async function openPersonModel(config: PersonModelConfig, ports: ShelfPorts): Promise<PersonModelShelf> {
  const signatures = createLinkSignatures(ports.linkKey, ports.clock)
  const closing = new AbortController()
  let file = config.source.kind === 'file' ? await localFile(config.source.path) : null
  const fetching = async (url: string) => {
    file = await fetchedFile(url, ports, closing.signal).catch((problem: unknown) => {
      const why = problem instanceof Error ? problem.message : String(problem)
      if (!closing.signal.aborted) ports.log.warn(`PERSON_MODEL could not be fetched: ${why}. Restart to try again.`)
      return null
    })
  }
  return {
    config,
    file: () => file,
    sign: ({ name }) => `${PERSON_MODEL_PREFIX}/${name}?${new URLSearchParams(signatures.sign(subjectOf(name)))}`,
    isValid: (name, expires, signature) => signatures.isValid(subjectOf(name), expires, signature),
    settled: config.source.kind === 'address' ? fetching(config.source.url) : Promise.resolve(),
    close: () => closing.abort(),
  }
}

/** No key of a recording reads like this: a link to one is no link to the other. */
function subjectOf(name: string): string {
  return `person-model/${name}`
}

async function localFile(path: string): Promise<ModelFile> {
  const file = await fileAt(resolve(path)).catch(() => null)
  if (file === null) throw new StartupProblem(`PERSON_MODEL: ${resolve(path)} is no file that this user may read.`)
  if (file.sizeBytes <= MOST_MODEL_BYTES) return file
  throw new StartupProblem(`PERSON_MODEL: ${file.path} is larger than ${MOST_MODEL_BYTES / 1_000_000} MB.`)
}

/** What was fetched by an earlier run is taken as it is; to fetch it anew, its file is removed. */
async function fetchedFile(url: string, { dataDir, log }: ShelfPorts, closing: AbortSignal): Promise<ModelFile> {
  const folder = join(dataDir, 'person-model')
  const path = join(folder, `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.onnx`)
  const kept = await fileAt(path).catch(() => null)
  if (kept !== null) return kept
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await downloadModel(url, path, closing)
  const file = await fileAt(path)
  log.info(`PERSON_MODEL was fetched: ${file.sizeBytes} bytes, kept in ${path}.`)
  return file
}

async function fileAt(path: string): Promise<ModelFile> {
  const facts = await stat(path)
  if (!facts.isFile()) throw new Error('It is no file.')
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer)
  return { name: `${hash.digest('hex').slice(0, 32)}.onnx`, path, sizeBytes: facts.size }
}
