import { isMp4 } from './container'

/** A film has its index among its first boxes, or behind its pictures. */
const MOST_BOXES = 64
const HOLDERS: ReadonlySet<string> = new Set(['trak', 'mdia', 'minf', 'stbl'])
/** So many are gone through quickly, whether the film has them or not. */
const MOST_UNCHECKED = 10_000

/**
 * Rejects where the index of an MP4 puts more frames into one piece of it than it has. For each frame mediabunny 1.61 goes
 * through all of that piece: where one bit of that number is damaged, milliards, in which nobody else has a turn.
 */
export async function checkIndex(film: Blob): Promise<void> {
  if (!(await isMp4(film))) return
  const index = await indexOf(film)
  if (index !== null && !isPossible(index)) throw new Error('The film is damaged: its index names more than it has.')
}

/** What is in its `moov`; null where none is found. */
async function indexOf(film: Blob): Promise<DataView | null> {
  let at = 0
  for (let count = 0; count < MOST_BOXES; count++) {
    const head = new DataView(await film.slice(at, at + 16).arrayBuffer())
    const box = boxAt(head, 0)
    if (box === null) return null
    if (box.type === 'moov') return new DataView(await film.slice(at + box.from, at + box.until).arrayBuffer())
    at += box.until
  }
  return null
}

function isPossible(part: DataView): boolean {
  let frames = 0
  let mostInPiece = 0
  for (const { type, from, until } of boxesIn(part)) {
    const content = new DataView(part.buffer, part.byteOffset + from, Math.min(until, part.byteLength) - from)
    if (HOLDERS.has(type) && !isPossible(content)) return false
    if (type === 'stsz' && content.byteLength >= 12) frames = content.getUint32(8)
    // Of each entry: which piece it begins with, how many frames are in one, how they are described.
    if (type === 'stsc')
      for (let at = 8; at + 12 <= content.byteLength; at += 12)
        mostInPiece = Math.max(mostInPiece, content.getUint32(at + 4))
  }
  return mostInPiece <= Math.max(frames, MOST_UNCHECKED)
}

interface Box {
  readonly type: string
  /** Of what it holds. */
  readonly from: number
  readonly until: number
}

function* boxesIn(part: DataView): Generator<Box> {
  for (let at = 0; at < part.byteLength; ) {
    const box = boxAt(part, at)
    if (box === null) return
    yield box
    at = box.until
  }
}

/** null where there is none. */
function boxAt(bytes: DataView, at: number): Box | null {
  if (at + 8 > bytes.byteLength) return null
  const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => bytes.getUint8(at + offset)))
  const short = bytes.getUint32(at)
  if (short === 1 && at + 16 > bytes.byteLength) return null
  const [head, size] = short === 1 ? [16, Number(bytes.getBigUint64(at + 8))] : [8, short]
  return size < head ? null : { type, from: at + head, until: at + size }
}
