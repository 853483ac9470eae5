export interface DrawnJpeg {
  readonly width?: number
  readonly height?: number
  /** Bytes of the scan. */
  readonly dataBytes?: number
  /** Told apart by it. */
  readonly filler?: number
  /** What stands in it beside the picture. */
  readonly secrets?: readonly string[]
}

/** A JPEG as its parts lie in a file; the picture itself is noise. */
export function drawnJpeg({
  width = 512,
  height = 288,
  dataBytes = 400,
  filler = 7,
  secrets = [],
}: DrawnJpeg = {}): Buffer {
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])
  const data = Buffer.alloc(dataBytes, filler)
  // Both stand in data of scans without ending them.
  Buffer.from([0xff, 0x00, 0xff, 0xd3]).copy(data, 10)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\0\0', 'latin1')),
    ...secrets.map((secret, index) => segment([0xe1, 0xfe, 0xed][index % 3] ?? 0xe1, Buffer.from(secret))),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, frame),
    segment(0xc4, Buffer.alloc(20, 2)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    data,
    Buffer.from([0xff, 0xd9]),
    ...secrets.map((secret) => Buffer.from(`after the end: ${secret}`)),
  ])
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** What a program reads that was sent one. */
export interface JpegFacts {
  readonly width: number
  readonly height: number
  readonly bytes: number
  /** Names of the parts before the first scan, in hex. */
  readonly parts: readonly string[]
}

export function jpegFacts(jpeg: Buffer): JpegFacts {
  if (jpeg.readUInt16BE(0) !== 0xffd8 || jpeg.readUInt16BE(jpeg.length - 2) !== 0xffd9) throw new Error('no whole JPEG')
  const parts: string[] = []
  let size = { width: 0, height: 0 }
  for (let at = 2; ; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt8(at + 1)
    parts.push(marker.toString(16))
    if (marker === 0xc0) size = { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
    if (marker === 0xda) return { ...size, bytes: jpeg.length, parts }
  }
}
