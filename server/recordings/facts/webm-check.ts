import type { ReadAt, Verdict } from './film-verdict'

/** Ids of EBML elements, as numbers. */
const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_TYPE = 0x83
const VIDEO = 1
const CLUSTER = 0x1f43b675

const DOC_TYPES: ReadonlySet<string> = new Set(['webm', 'matroska'])
/** Larger ones are left to the reading that follows. */
const LARGEST_PART_BYTES = 64 * 1024
/** Between the beginning and the first pictures; a film has about eight. */
const MOST_ELEMENTS = 64

interface Element {
  readonly id: number
  readonly from: number
  /** null: it says that it does not know where it ends. */
  readonly until: number | null
}

/** Head, tracks with a picture among them, and where the pictures begin. */
export async function checkWebm(readAt: ReadAt): Promise<Verdict> {
  const head = elementAt(await readAt(0, 16), 0)
  if (head?.id !== EBML || head.until === null || head.until > LARGEST_PART_BYTES) return 'no-film'
  if (!isFilmType(await readAt(head.from, head.until - head.from))) return 'no-film'
  const segment = await find(readAt, head.until, [SEGMENT])
  if (segment === null) return 'no-film'
  const tracks = await find(readAt, segment.from, [TRACKS, CLUSTER])
  if (tracks === null) return 'no-film'
  // Rare, and allowed: its tracks are told later.
  if (tracks.id === CLUSTER) return 'may-play'
  if (tracks.until === null || tracks.until - tracks.from > LARGEST_PART_BYTES) return 'may-play'
  const entries = await readAt(tracks.from, tracks.until - tracks.from)
  if (!childrenOf(entries).some((entry) => entry.id === TRACK_ENTRY && isPicture(partOf(entries, entry))))
    return 'no-film'
  return (await find(readAt, tracks.until, [CLUSTER])) === null ? 'no-film' : 'may-play'
}

/** The first of these, over all others between; null where the bytes end, or are no elements, before it. */
async function find(readAt: ReadAt, from: number, ids: readonly number[]): Promise<Element | null> {
  let at = from
  for (let count = 0; count < MOST_ELEMENTS; count++) {
    const found = elementAt(await readAt(at, 16), 0)
    if (found === null) return null
    const element = { id: found.id, from: at + found.from, until: found.until === null ? null : at + found.until }
    if (ids.includes(element.id)) return element
    if (element.until === null) return null
    at = element.until
  }
  return null
}

/** null where there is none. */
function elementAt(bytes: Buffer, at: number): Element | null {
  const id = vint(bytes, at, 4)
  const size = id === null ? null : vint(bytes, at + id.length, 8)
  if (id === null || size === null) return null
  const from = at + id.length + size.length
  return { id: id.raw, from, until: size.isUnknown ? null : from + size.value }
}

/** A number as EBML writes it: its first byte says how many there are. */
function vint(bytes: Buffer, at: number, longest: number) {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (first === 0 || length > longest || at + length > bytes.length) return null
  const rest = bytes.subarray(at + 1, at + length)
  // Without its mark, which would not leave room for eight bytes. As a sum: 32 bits are too few.
  const top = first - 2 ** (8 - length)
  const value = numberIn(top, rest)
  return { length, raw: numberIn(first, rest), value, isUnknown: value === 2 ** (7 * length) - 1 }
}

function numberIn(top: number, rest: Buffer): number {
  return rest.reduce((sum, byte) => sum * 256 + byte, top)
}

function childrenOf(bytes: Buffer): Element[] {
  const children: Element[] = []
  for (let at = 0; at < bytes.length && children.length < MOST_ELEMENTS; ) {
    const child = elementAt(bytes, at)
    if (child === null) return children
    children.push(child)
    if (child.until === null || child.until <= at) return children
    at = child.until
  }
  return children
}

function partOf(bytes: Buffer, { from, until }: Element): Buffer {
  return bytes.subarray(from, until ?? bytes.length)
}

function isFilmType(head: Buffer): boolean {
  const type = childrenOf(head).find(({ id }) => id === DOC_TYPE)
  return type !== undefined && DOC_TYPES.has(partOf(head, type).toString('latin1').replace(/\0+$/, ''))
}

function isPicture(entry: Buffer): boolean {
  const type = childrenOf(entry).find(({ id }) => id === TRACK_TYPE)
  return type !== undefined && partOf(entry, type).at(-1) === VIDEO
}
