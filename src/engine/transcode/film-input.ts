import { CustomSource, Input, MATROSKA, MP4, WEBM } from 'mediabunny'
import { checkIndex } from './mp4-index'

/** So much of a film comes at once: its reader asks for hundreds of small pieces, mostly one behind the other. */
const CHUNK_BYTES = 256 * 1024

/** Who asks for what begins at one place so often in a row goes round in a circle. */
const MOST_REPEATS = 100

/**
 * Input of a film; the caller disposes it. In a damaged webm mediabunny 1.61 looks for ever for what follows: at the last
 * eight bytes where nothing does, and at a part whose length cannot be read. Nobody else has a turn meanwhile: the tab would
 * hang, its cameras too. Without a cache of its own each look comes by here, and the reading fails.
 */
export function inputOf(film: Blob | ArrayBuffer): Input {
  const [sizeBytes, read] = film instanceof Blob ? [film.size, piecesOf(film)] : [film.byteLength, partsOf(film)]
  const source = new CustomSource({ getSize: () => sizeBytes, read: withoutCircles(read), maxCacheSize: 0 })
  return new Input({ source, formats: [WEBM, MATROSKA, MP4] })
}

type Read = (start: number, end: number) => Uint8Array | Promise<Uint8Array>

function withoutCircles(read: Read): Read {
  let asked = { start: -1, repeats: 0 }
  return (start, end) => {
    asked = { start, repeats: start === asked.start ? asked.repeats + 1 : 0 }
    if (asked.repeats > MOST_REPEATS) throw new Error('The film is damaged: its reader finds no end.')
    return read(start, end)
  }
}

function partsOf(bytes: ArrayBuffer): Read {
  return (start, end) => new Uint8Array(bytes, start, end - start)
}

function piecesOf(film: Blob): Read {
  let chunk = { index: -1, bytes: Promise.resolve(new ArrayBuffer(0)) }
  const bytesOf = (index: number) => {
    const start = index * CHUNK_BYTES
    if (index !== chunk.index) chunk = { index, bytes: film.slice(start, start + CHUNK_BYTES).arrayBuffer() }
    return chunk.bytes
  }
  let checked: Promise<void> | null = null
  return async (start, end) => {
    checked ??= checkIndex(film)
    await checked
    const piece = new Uint8Array(end - start)
    for (let index = Math.floor(start / CHUNK_BYTES); index * CHUNK_BYTES < end; index++) {
      const from = index * CHUNK_BYTES
      const part = new Uint8Array(await bytesOf(index)).subarray(Math.max(0, start - from), end - from)
      piece.set(part, Math.max(0, from - start))
    }
    return piece
  }
}
