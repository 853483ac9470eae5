/** A JPEG with nothing in it but its picture. */
export interface BareJpeg {
  readonly bytes: Buffer
  /** In pixels. */
  readonly width: number
  readonly height: number
}

const START = 0xd8
const END = 0xd9
const SCAN = 0xda

/** Where the size stands: baseline, extended and progressive frames, which is all that browsers read. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
/** What the picture is made of: frames, Huffman and quantisation tables, restart interval. */
const needed: ReadonlySet<number> = new Set([...frames, 0xc4, 0xdb, 0xdd])

/**
 * Takes out of a JPEG everything that is no picture: places, times, names of devices, smaller pictures, comments, colour
 * profiles, and what follows its end. null: it is none that can be read.
 */
export function bareJpeg(bytes: Buffer): BareJpeg | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | null = null
  let hasScan = false
  let at = 2
  for (;;) {
    const marker = bytes[at + 1]
    if (bytes[at] !== 0xff || marker === undefined) return null
    if (marker === 0xff) {
      // Fill bytes may stand before a marker.
      at += 1
      continue
    }
    if (marker === END) {
      kept.push(Buffer.from([0xff, END]))
      return size !== null && hasScan ? { bytes: Buffer.concat(kept), ...size } : null
    }
    if (at + 4 > bytes.length) return null
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) return null
    if (frames.has(marker)) {
      if (size !== null || end < at + 9) return null
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
      if (size.width === 0 || size.height === 0) return null
    }
    const next = marker === SCAN ? endOfScan(bytes, end) : end
    if (marker === SCAN) hasScan = true
    if (marker === SCAN || needed.has(marker)) kept.push(bytes.subarray(at, next))
    at = next
  }
}

/** The marker after a scan's data, in which 0xff stands before 0 or a restart only. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length) {
    const found = bytes.indexOf(0xff, at)
    if (found === -1) return bytes.length
    const following = bytes[found + 1] ?? 0
    const isData = following === 0 || (following >= 0xd0 && following <= 0xd7)
    if (!isData) return found
    at = found + 2
  }
  return bytes.length
}
