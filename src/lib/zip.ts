/** A file within a zip. */
export interface ZipEntry {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const FILE_HEADER = 0x04034b50
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END = 0x06054b50
/** Names are UTF-8. */
const FLAGS = 0x0800
const VERSION = 20
const FILE_HEADER_BYTES = 30
const DIRECTORY_ENTRY_BYTES = 46
const DIRECTORY_END_BYTES = 22
const STORED = 0
const DEFLATED = 8

/** Files as they are, without packing: film is packed already. Together less than 4 GB. */
export function zipOf(entries: readonly ZipEntry[], atMs: number): Blob {
  const files: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const head = headOf({ name: new TextEncoder().encode(name), bytes, atMs, offset })
    files.push(head.file, bytes)
    directory.push(head.entry)
    offset += head.file.length + bytes.length
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0)
  const end = new DataView(new ArrayBuffer(DIRECTORY_END_BYTES))
  end.setUint32(0, DIRECTORY_END, true)
  end.setUint16(8, entries.length, true)
  end.setUint16(10, entries.length, true)
  end.setUint32(12, directoryBytes, true)
  end.setUint32(16, offset, true)
  return new Blob([...files, ...directory, end], { type: 'application/zip' })
}

interface Head {
  readonly name: Uint8Array<ArrayBuffer>
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly atMs: number
  readonly offset: number
}

/** What both headers of a file say alike stands at the same places of each, four bytes apart. */
function headOf({ name, bytes, atMs, offset }: Head) {
  const sum = crc32(bytes)
  const write = (signature: number, headBytes: number, shift: number) => {
    const head = new Uint8Array(headBytes + name.length)
    const view = new DataView(head.buffer)
    view.setUint32(0, signature, true)
    if (shift > 0) view.setUint16(4, VERSION, true)
    view.setUint16(4 + shift, VERSION, true)
    view.setUint16(6 + shift, FLAGS, true)
    view.setUint16(8 + shift, STORED, true)
    view.setUint32(10 + shift, dosTime(atMs), true)
    view.setUint32(14 + shift, sum, true)
    view.setUint32(18 + shift, bytes.length, true)
    view.setUint32(22 + shift, bytes.length, true)
    view.setUint16(26 + shift, name.length, true)
    head.set(name, headBytes)
    return { head, view }
  }
  const { head: entry, view } = write(DIRECTORY_ENTRY, DIRECTORY_ENTRY_BYTES, 2)
  view.setUint32(42, offset, true)
  return { file: write(FILE_HEADER, FILE_HEADER_BYTES, 0).head, entry }
}

/** In UTC, to two seconds, from 1980 on. */
function dosTime(ms: number): number {
  const at = new Date(ms)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}

/** The files of a zip, its folders left out; null: it is none that can be read. */
export async function filesInZip(zip: Uint8Array<ArrayBuffer>): Promise<ZipEntry[] | null> {
  try {
    const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
    const end = endOf(view)
    if (end === null) return null
    const found: ZipEntry[] = []
    let at = view.getUint32(end + 16, true)
    for (let count = view.getUint16(end + 10, true); count > 0; count--) {
      if (view.getUint32(at, true) !== DIRECTORY_ENTRY) return null
      const nameBytes = view.getUint16(at + 28, true)
      const name = new TextDecoder().decode(
        zip.subarray(at + DIRECTORY_ENTRY_BYTES, at + DIRECTORY_ENTRY_BYTES + nameBytes),
      )
      if (!name.endsWith('/')) found.push({ name, bytes: await contentAt(zip, view, at) })
      at += DIRECTORY_ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
    return found
  } catch {
    // An offset past the end, or packed bytes that are none.
    return null
  }
}

/** Behind it may stand a comment. */
function endOf(view: DataView): number | null {
  const last = view.byteLength - DIRECTORY_END_BYTES
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) {
    if (view.getUint32(at, true) === DIRECTORY_END) return at
  }
  return null
}

async function contentAt(
  zip: Uint8Array<ArrayBuffer>,
  view: DataView,
  entry: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const method = view.getUint16(entry + 10, true)
  const packedBytes = view.getUint32(entry + 20, true)
  const file = view.getUint32(entry + 42, true)
  const start = file + FILE_HEADER_BYTES + view.getUint16(file + 26, true) + view.getUint16(file + 28, true)
  const packed = zip.slice(start, start + packedBytes)
  const content = method === STORED ? packed : await unpacked(packed, method)
  const isWhole =
    content.length === view.getUint32(entry + 24, true) && crc32(content) === view.getUint32(entry + 16, true)
  if (!isWhole) throw new Error('A file of the zip is damaged.')
  return content
}

/** For a zip that somebody packed again. */
async function unpacked(packed: Uint8Array<ArrayBuffer>, method: number): Promise<Uint8Array<ArrayBuffer>> {
  if (method !== DEFLATED) throw new Error('The zip is packed in a way that is not read here.')
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

let table: Uint32Array | null = null

function crcTable(): Uint32Array {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    return value >>> 0
  })
  return table
}

function crc32(bytes: Uint8Array): number {
  const known = crcTable()
  let sum = 0xffffffff
  for (const byte of bytes) sum = (known[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8)
  return (sum ^ 0xffffffff) >>> 0
}
