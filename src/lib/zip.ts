import { crc32 } from './crc32'

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
