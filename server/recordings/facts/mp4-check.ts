import type { ReadAt, Verdict } from './film-verdict'

/** A fragmented film has two for each second, of which the first few tell. */
const MOST_BOXES = 64
/** The index of a minute has some ten kilobytes; of a larger one the reading that follows tells. */
const LARGEST_INDEX_BYTES = 1024 * 1024

interface Box {
  readonly type: string
  readonly from: number
  readonly until: number
}

/** An index that names a picture, and pictures. */
export async function checkMp4(readAt: ReadAt, sizeBytes: number): Promise<Verdict> {
  let hasPictures = false
  let hasIndex = false
  let at = 0
  for (let count = 0; count < MOST_BOXES; count++) {
    const box = boxAt(await readAt(at, 16), 0, at, sizeBytes)
    // Without the index, which stands last where the recording was not cut off, no player makes anything of the rest.
    if (box === null) return 'no-film'
    if (box.type === 'mdat') hasPictures = true
    if (box.type === 'moov') {
      if (box.until - box.from > LARGEST_INDEX_BYTES) return 'may-play'
      const index = await readAt(box.from, box.until - box.from)
      if (!namesPicture(index)) return 'no-film'
      hasIndex = true
    }
    if (hasPictures && hasIndex) return 'may-play'
    at = box.until
  }
  return 'may-play'
}

/** null where there is none; `base` is where the bytes lie in the file. The last may be cut off. */
function boxAt(bytes: Buffer, at: number, base: number, end: number): Box | null {
  if (at + 8 > bytes.length) return null
  const type = bytes.toString('latin1', at + 4, at + 8)
  const short = bytes.readUInt32BE(at)
  if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) return null
  if (short === 1 && at + 16 > bytes.length) return null
  const [head, size] = short === 1 ? [16, Number(bytes.readBigUInt64BE(at + 8))] : [8, short]
  if (size !== 0 && size < head) return null
  const from = base + at
  return { type, from: from + head, until: size === 0 ? end : from + size }
}

/** Whether one of its tracks has a handler for pictures. */
function namesPicture(index: Buffer): boolean {
  return boxesIn(index, 'trak').some((track) =>
    boxesIn(track, 'mdia').some((media) =>
      boxesIn(media, 'hdlr').some((handler) => handler.toString('latin1', 8, 12) === 'vide'),
    ),
  )
}

function boxesIn(bytes: Buffer, type: string): Buffer[] {
  const found: Buffer[] = []
  let at = 0
  for (let count = 0; count < MOST_BOXES; count++) {
    const box = boxAt(bytes, at, 0, bytes.length)
    if (box === null) break
    if (box.type === type) found.push(bytes.subarray(box.from, box.until))
    at = box.until
  }
  return found
}
