import { Readable } from 'node:stream'
import type { BlobKey, BlobStore } from '../storage/blobs'
import { whyUnread } from '../storage/blobs'

const ZEROS = Buffer.alloc(64 * 1024)

/** A stored object for a zip: as many bytes as it has, whatever of them can be read. */
export interface ExportFile {
  readonly sizeBytes: number
  /** Whoever gets it reads it to its end or destroys it. */
  readonly stream: Readable
}

type Store = Pick<BlobStore, 'open' | 'stat'>

/**
 * Opens a stored object and reads its beginning; null: there is none, or that cannot be read. From where the rest cannot be
 * read it is zeros, as its size stands in the zip by then. `note` hears of either. Rejects where the store is away.
 */
export async function openExportFile(
  blobs: Store,
  key: BlobKey,
  note: (what: string) => void,
): Promise<ExportFile | null> {
  try {
    const blob = await blobs.open(key)
    if (blob === null) return null
    const { sizeBytes } = blob
    const source = blob.stream(null)
    const parts: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
    const first = await nextOf(parts, sizeBytes)
    const whole = first === null ? [] : filled(parts, { first, sizeBytes, onBroken })
    const stream = Readable.from(whole, { objectMode: false })
    // A generator that nobody has begun to read hears of no end.
    stream.once('close', () => source.destroy())
    return { sizeBytes, stream }
  } catch (problem) {
    const why = await whyUnread(blobs, key)
    if (why === 'store-away') throw problem
    if (why === 'unreadable') note('left out')
    return null
  }

  async function onBroken(problem: unknown, readBytes: number): Promise<null> {
    if ((await whyUnread(blobs, key)) === 'store-away') throw problem
    note(`zeros from byte ${readBytes} on`)
    return null
  }
}

interface Filling {
  readonly first: Buffer
  readonly sizeBytes: number
  /** Rejects where there is no sense in going on. */
  readonly onBroken: (problem: unknown, readBytes: number) => Promise<null>
}

async function* filled(parts: AsyncIterator<Buffer>, { first, sizeBytes, onBroken }: Filling): AsyncGenerator<Buffer> {
  let readBytes = 0
  let part: Buffer | null = first
  while (part !== null) {
    readBytes += part.length
    yield part
    part = await nextOf(parts, sizeBytes - readBytes).catch((problem: unknown) => onBroken(problem, readBytes))
  }
  for (let leftBytes = sizeBytes - readBytes; leftBytes > 0; leftBytes -= ZEROS.length)
    yield ZEROS.subarray(0, leftBytes)
}

/** null: all has come. */
async function nextOf(parts: AsyncIterator<Buffer>, leftBytes: number): Promise<Buffer | null> {
  const { done, value } = await parts.next()
  if (done !== true) return value
  if (leftBytes > 0) throw new Error(`the last ${leftBytes} bytes of a stored object did not come`)
  return null
}
