let table: Uint32Array | null = null

function crcTable(): Uint32Array {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    return value >>> 0
  })
  return table
}

/** As zips have it. */
export function crc32(bytes: Uint8Array): number {
  const known = crcTable()
  let sum = 0xffffffff
  for (const byte of bytes) sum = (known[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8)
  return (sum ^ 0xffffffff) >>> 0
}
