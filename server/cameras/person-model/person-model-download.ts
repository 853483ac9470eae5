import { open, rename, rm } from 'node:fs/promises'
import { MINUTE_MS } from '../../../src/lib/durations'
import { MOST_MODEL_BYTES } from './person-model-config'

export interface DownloadLimits {
  readonly sizeBytes: number
  readonly timeMs: number
}

const usual: DownloadLimits = { sizeBytes: MOST_MODEL_BYTES, timeMs: 10 * MINUTE_MS }

/** Fetches a file whole, or not at all. Rejects with what came instead, as the end of a sentence. */
export async function downloadModel(
  url: string,
  path: string,
  closing: AbortSignal,
  limits: DownloadLimits = usual,
): Promise<void> {
  const limit = AbortSignal.timeout(limits.timeMs)
  // Each process of a hub fetches it for itself, and must not write into another's.
  const partial = `${path}.${process.pid}.partial`
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([closing, limit]) })
    await write(partial, await bodyOf(answer, url), limits.sizeBytes)
    await rename(partial, path)
  } catch (problem) {
    await rm(partial, { force: true })
    if (limit.aborted) throw new Error(`it took longer than ${limits.timeMs / 1000} s`)
    throw problem
  }
}

async function bodyOf(answer: Response, url: string): Promise<ReadableStream<Uint8Array>> {
  const isWeaker = url.startsWith('https:') && !answer.url.startsWith('https:')
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false
  if (answer.ok && !isWeaker && !isPage && answer.body !== null) return answer.body
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`its server answered ${answer.status}`)
  throw new Error(isWeaker ? 'it leads on to an address without https' : 'a page is there, not a file')
}

async function write(path: string, body: ReadableStream<Uint8Array>, mostBytes: number): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    let sizeBytes = 0
    for await (const bytes of body) {
      sizeBytes += bytes.byteLength
      if (sizeBytes > mostBytes) throw new Error(`it is larger than ${mostBytes / 1_000_000} MB`)
      await file.write(bytes)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
