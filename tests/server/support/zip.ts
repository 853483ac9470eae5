import { crc32, inflateRawSync } from 'node:zlib'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50

/** The files of a zip by path, read by its directory; throws where a size or a checksum is wrong. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(bytesOf(END_OF_DIRECTORY))
  if (end < 0) throw new Error('The zip has no end.')
  const count = zip.readUInt16LE(end + 10)
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry++) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('The directory of the zip is damaged.')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    files.set(name, contentOf(zip, at))
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}

function contentOf(zip: Buffer, at: number): Buffer {
  const packedSize = zip.readUInt32LE(at + 20)
  const header = zip.readUInt32LE(at + 42)
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
  const packed = zip.subarray(start, start + packedSize)
  const content = zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)
  if (content.length !== zip.readUInt32LE(at + 24)) throw new Error('A file of the zip has another size.')
  if (crc32(content) !== zip.readUInt32LE(at + 16)) throw new Error('A file of the zip is damaged.')
  return content
}

function bytesOf(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
