import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

interface Packed {
  readonly name: string
  readonly bytes: Uint8Array
}

const IS_LARGE = 0xffffffff
const GB = 1024 ** 3

/** A zip of some files behind a picture of 5 GB that is a hole on the disk: all else stands where only large fields reach. */
export async function writeSparseZip(path: string, files: readonly Packed[]): Promise<void> {
  const handle = await open(path, 'w')
  const directory: Buffer[] = []
  let at = 0
  const add = async (name: string, sizeBytes: number, content: Uint8Array | null) => {
    const sum = content === null ? 0 : crc32(content)
    const size = Math.min(sizeBytes, IS_LARGE)
    const facts = [numbers(2, 45, 0, 0, 0, 0), numbers(4, sum, size, size), numbers(2, name.length)]
    const large = [...(size === IS_LARGE ? [sizeBytes, sizeBytes] : []), ...(at >= IS_LARGE ? [at] : [])]
    const extra =
      large.length === 0 ? Buffer.of() : Buffer.concat([numbers(2, 1, large.length * 8), numbers(8, ...large)])
    const place = [numbers(2, extra.length, 0, 0, 0), numbers(4, 0, Math.min(at, IS_LARGE))]
    directory.push(
      Buffer.concat([numbers(4, 0x02014b50), numbers(2, 45), ...facts, ...place, Buffer.from(name), extra]),
    )
    const header = Buffer.concat([numbers(4, 0x04034b50), ...facts, numbers(2, 0), Buffer.from(name)])
    await handle.write(header, 0, header.length, at)
    if (content !== null) await handle.write(content, 0, content.length, at + header.length)
    at += header.length + sizeBytes
  }
  await add('thumbnails/hole.jpg', 5 * GB, null)
  for (const { name, bytes } of files) await add(name, bytes.length, bytes)
  const entries = Buffer.concat(directory)
  const counts = [directory.length, directory.length, entries.length, at]
  const end = Buffer.concat([
    entries,
    numbers(4, 0x06064b50),
    numbers(8, 44),
    numbers(2, 45, 45),
    numbers(4, 0, 0),
    numbers(8, ...counts),
    numbers(4, 0x07064b50, 0),
    numbers(8, at + entries.length),
    numbers(4, 1),
    numbers(4, 0x06054b50),
    numbers(2, 0, 0, 0xffff, 0xffff),
    numbers(4, IS_LARGE, IS_LARGE),
    numbers(2, 0),
  ])
  await handle.write(end, 0, end.length, at)
  await handle.close()
}

/** Each in so many bytes, the least first. */
function numbers(bytes: 2 | 4 | 8, ...values: readonly number[]): Buffer {
  const written = Buffer.alloc(bytes * values.length)
  for (const [index, value] of values.entries()) {
    const place = index * bytes
    if (bytes === 8) written.writeBigUInt64LE(BigInt(value), place)
    else written.writeUIntLE(value, place, bytes)
  }
  return written
}
