import { crc32 } from './crc32'

/** What a zip is read from, piece by piece: a file that somebody chose, or one on a disk. Rejects where that fails. */
export interface ZipSource {
  readonly size: number
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> }
}

/** A file within a zip, whose bytes are fetched as they are asked for: no zip is too large. */
export interface FileInZip {
  readonly name: string
  /** null: it is damaged. Rejects where the zip's source does. */
  read(): Promise<Uint8Array<ArrayBuffer> | null>
}

const FILE_HEADER = 0x04034b50
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END = 0x06054b50
/** What zips have besides that are larger than 4 GB, or hold more than 65,534 files. */
const LARGE_DIRECTORY_END = 0x06064b50
const LARGE_END_LOCATOR = 0x07064b50
const LARGE_FIELDS = 0x0001
/** Of Info-ZIP: the name that counts there. */
const UNICODE_NAME = 0x7075
const FILE_HEADER_BYTES = 30
const DIRECTORY_ENTRY_BYTES = 46
const DIRECTORY_END_BYTES = 22
const LARGE_DIRECTORY_END_BYTES = 56
const LARGE_END_LOCATOR_BYTES = 20
const LONGEST_COMMENT_BYTES = 0xffff
/** Twice the largest clip that a hub takes: three packed megabytes can become all that a machine has of memory. */
const MOST_UNPACKED_BYTES = 128 * 1024 ** 2
const STORED = 0
const DEFLATED = 8
/** Says that the number stands in the field for large ones. */
const IS_LARGE = 0xffffffff
const IS_LARGE_COUNT = 0xffff

/**
 * The files of a zip, its folders left out; null: it is none that can be read. Rejects where its source does. A zip that
 * other programs would read otherwise counts as none: what they unpack is what was looked at.
 */
export async function filesInZip(zip: ZipSource): Promise<FileInZip[] | null> {
  const end = await endOf(zip)
  const directory = end && (await piece(zip, end.at, end.at + end.bytes))
  return end && directory && inBounds(() => filesOf(zip, directory, end.count))
}

/** Where the directory of a zip stands. */
interface DirectoryEnd {
  readonly at: number
  readonly bytes: number
  readonly count: number
}

async function endOf(zip: ZipSource): Promise<DirectoryEnd | null> {
  // Behind the end may stand a comment.
  const tailAt = Math.max(0, zip.size - DIRECTORY_END_BYTES - LONGEST_COMMENT_BYTES)
  const tail = await piece(zip, tailAt, zip.size)
  if (tail === null) return null
  for (let at = tail.byteLength - DIRECTORY_END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== DIRECTORY_END) continue
    // Within a comment it is an end to some.
    if (tail.getUint16(at + 20, true) !== tail.byteLength - at - DIRECTORY_END_BYTES) return null
    const end = { at: tail.getUint32(at + 16, true), bytes: tail.getUint32(at + 12, true) }
    const count = tail.getUint16(at + 10, true)
    return directoryBefore(zip, tailAt + at, { ...end, count })
  }
  return null
}

/**
 * Some look where the end says, others right before it, and some go by the large end wherever there is one: null where
 * they would not all find the same. `endAt`: of the small end, before which the large one stands.
 */
async function directoryBefore(zip: ZipSource, endAt: number, small: DirectoryEnd): Promise<DirectoryEnd | null> {
  const locatorAt = endAt - LARGE_END_LOCATOR_BYTES
  const locator = await piece(zip, locatorAt, endAt)
  const hasLarge = locator?.getUint32(0, true) === LARGE_END_LOCATOR
  if (!hasLarge) return reachesTo(endAt, small)
  const at = largeAt(locator, 8)
  const end = await piece(zip, at, at + LARGE_DIRECTORY_END_BYTES)
  const isThere = end?.getUint32(0, true) === LARGE_DIRECTORY_END && at + LARGE_DIRECTORY_END_BYTES === locatorAt
  if (!isThere) return null
  const large = { at: largeAt(end, 48), bytes: largeAt(end, 40), count: largeAt(end, 32) }
  return isSameEnd(small, large) ? reachesTo(at, large) : null
}

/** Python writes both from 2 GB on, with numbers that have room in the small one. */
function isSameEnd(small: DirectoryEnd, large: DirectoryEnd): boolean {
  const isSame = (number: number, most: number, other: number) => number === most || number === other
  return (
    isSame(small.at, IS_LARGE, large.at) &&
    isSame(small.bytes, IS_LARGE, large.bytes) &&
    isSame(small.count, IS_LARGE_COUNT, large.count)
  )
}

function reachesTo(at: number, directory: DirectoryEnd): DirectoryEnd | null {
  return directory.at + directory.bytes === at ? directory : null
}

function filesOf(zip: ZipSource, directory: DataView<ArrayBuffer>, count: number): FileInZip[] | null {
  const found: FileInZip[] = []
  let at = 0
  for (let left = count; left > 0; left--) {
    if (directory.getUint32(at, true) !== DIRECTORY_ENTRY) return null
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => directory.getUint16(at + field, true))
    const nameAt = at + DIRECTORY_ENTRY_BYTES
    const extraAt = nameAt + (nameBytes ?? 0)
    const nextAt = extraAt + (extraBytes ?? 0) + (commentBytes ?? 0)
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, nameAt, nameBytes))
    const extra = new DataView(directory.buffer, extraAt, extraBytes)
    const entry = entryAt(directory, at, extra)
    // To some a name ends with the first of these.
    if (name.includes('\0') || !isSameName(unicodeNameIn(extra, name), name)) return null
    if (!name.endsWith('/')) found.push({ name, read: () => contentOf(zip, name, entry) })
    at = nextAt
  }
  // Others go on to the end, however many there are said to be.
  return at === directory.byteLength ? found : null
}

interface Entry {
  readonly method: number
  readonly sum: number
  readonly bytes: number
  readonly packedBytes: number
  /** Of its own header, with its bytes behind it. */
  readonly at: number
}

function entryAt(directory: DataView, at: number, extra: DataView): Entry {
  const large = largeFieldsIn(extra)
  // Only those that are too large for their own place, in this order.
  const numberAt = (field: number) => {
    const number = directory.getUint32(at + field, true)
    return number === IS_LARGE ? (large.shift() ?? number) : number
  }
  return {
    method: directory.getUint16(at + 10, true),
    sum: directory.getUint32(at + 16, true),
    bytes: numberAt(24),
    packedBytes: numberAt(20),
    at: numberAt(42),
  }
}

function largeFieldsIn(extra: DataView): number[] {
  const field = fieldIn(extra, LARGE_FIELDS)
  const count = field === null ? 0 : Math.floor(field.byteLength / 8)
  return Array.from({ length: count }, (_, index) => (field === null ? 0 : largeAt(field, index * 8)))
}

/** The field is there for names in a machine's own letters; those of ASCII are the same everywhere. */
function isSameName(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.replaceAll(/[^ -~]+/g, '*'))
  return a === b
}

/** Behind its version and the sum of the other name, for which it stands where there is none. */
function unicodeNameIn(extra: DataView, name: string): string {
  const field = fieldIn(extra, UNICODE_NAME)
  return field === null
    ? name
    : new TextDecoder().decode(new Uint8Array(field.buffer, field.byteOffset + 5, field.byteLength - 5))
}

function fieldIn(extra: DataView, id: number): DataView | null {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== id) continue
    return new DataView(extra.buffer, extra.byteOffset + at + 4, extra.getUint16(at + 2, true))
  }
  return null
}

async function contentOf(zip: ZipSource, name: string, entry: Entry): Promise<Uint8Array<ArrayBuffer> | null> {
  const header = await piece(zip, entry.at, entry.at + FILE_HEADER_BYTES)
  if (header === null || header.getUint32(0, true) !== FILE_HEADER) return null
  const nameEnd = entry.at + FILE_HEADER_BYTES + header.getUint16(26, true)
  const ownName = await piece(zip, entry.at + FILE_HEADER_BYTES, nameEnd)
  // Whoever unpacks a zip without its directory goes by this one.
  if (ownName === null || new TextDecoder().decode(ownName) !== name) return null
  const start = nameEnd + header.getUint16(28, true)
  const packed = await piece(zip, start, start + entry.packedBytes)
  if (packed === null) return null
  const bytes = new Uint8Array(packed.buffer)
  const content = entry.method === STORED ? bytes : await unpacked(bytes, entry)
  return content?.length === entry.bytes && crc32(content) === entry.sum ? content : null
}

/** For a zip that somebody packed again. It ends where more comes than there is to be. */
async function unpacked(
  packed: Uint8Array<ArrayBuffer>,
  { method, bytes }: Entry,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (method !== DEFLATED || bytes > MOST_UNPACKED_BYTES) return null
  const content = new Uint8Array(bytes)
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    let filled = 0
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      content.set(part.value, filled)
      filled += part.value.length
    }
    return content.subarray(0, filled)
  } catch {
    // What was damaged, or has no room there, is no stream that can be unpacked.
    await reader.cancel().catch(() => undefined)
    return null
  }
}

/** null: the zip has no such bytes. */
async function piece(zip: ZipSource, from: number, to: number): Promise<DataView<ArrayBuffer> | null> {
  if (from < 0 || to > zip.size) return null
  const buffer = await zip.slice(from, to).arrayBuffer()
  return buffer.byteLength === to - from ? new DataView(buffer) : null
}

function largeAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

/** null: what it reads says of itself that it is longer than it is. */
function inBounds<T>(read: () => T): T | null {
  try {
    return read()
  } catch (problem) {
    if (problem instanceof RangeError) return null
    throw problem
  }
}
