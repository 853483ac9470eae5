import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** A picture of colours by number, row by row. */
export interface IndexedPicture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  /** Red, green and blue of each colour, 256 at most. */
  readonly palette: Uint8Array
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** 8 bits a pixel, colours by number, the only ways that PNG has of packing and filtering, not interlaced. */
const FORMAT = Uint8Array.of(8, 3, 0, 0, 0)

/** A PNG file. Its bytes hang on the zlib of this Node, its pixels do not. */
export function encodePng({ width, height, pixels, palette }: IndexedPicture): Uint8Array {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set(FORMAT, 8)
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const data = deflateSync(rows, { level: 9 })
  const none = new Uint8Array(0)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', data),
    chunk('IEND', none),
  ])
}

/** Reads what `encodePng` writes; throws for any other file. */
export function decodePng(file: Uint8Array): IndexedPicture {
  const chunks = new Map<string, Uint8Array>()
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  for (let at = SIGNATURE.length; at < file.length; ) {
    const length = view.getUint32(at)
    chunks.set(Buffer.from(file.subarray(at + 4, at + 8)).toString('latin1'), file.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const [header, palette, data] = [chunks.get('IHDR'), chunks.get('PLTE'), chunks.get('IDAT')]
  if (!header || !palette || !data) throw new Error('This PNG is none of ours.')
  const size = new DataView(header.buffer, header.byteOffset)
  const [width, height] = [size.getUint32(0), size.getUint32(4)]
  const rows = new Uint8Array(inflateSync(data))
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    pixels.set(rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)), y * width)
  }
  return { width, height, pixels, palette: palette.slice() }
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(Buffer.from(type, 'latin1'), 4)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)))
  return bytes
}
