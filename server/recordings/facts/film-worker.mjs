import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Reads films, one at a time, in a thread of its own: what hangs or swallows memory here is ended with it (film-reader.ts).
 * The bytes come from the hub, a chunk at a time, so that this knows no store. It is JavaScript, and reaches the hub as text,
 * since a thread starts from code that Node runs as it is.
 */

/** @type {typeof import('mediabunny')} */
const { CustomSource, EncodedPacketSink, Input, MATROSKA, MP4, QTFF, WEBM } = createRequire(workerData.base)(
  'mediabunny',
)

/** Whole chunks are asked for: a film without an index is read in hundreds of small pieces. */
const CHUNK_BYTES = 128 * 1024
const KEPT_CHUNKS = 32
/** Who asks for what begins at one place so often in a row goes round in a circle, as the library does in a damaged webm. */
const MOST_REPEATS = 100
/** What a file says of its length is believed where its last frame is about there. */
const BELIEVED_MS = 2_000
/** Longer is no clip: its times are damaged. */
const LONGEST_MS = 24 * 3_600_000

if (parentPort === null) throw new Error('The reader of films runs as a worker.')
const hub = parentPort

/** @type {((bytes: Uint8Array) => void) | null} */
let onBytes = null

hub.on(
  'message',
  (/** @type {{ kind: 'film', sizeBytes: number } | { kind: 'bytes', bytes: Uint8Array }} */ message) => {
    if (message.kind === 'bytes') onBytes?.(message.bytes)
    else void readFilm(message.sizeBytes).then((reading) => hub.postMessage(reading))
  },
)

/**
 * @param {number} start
 * @param {number} end
 * @returns {Promise<Uint8Array>}
 */
function askForBytes(start, end) {
  return new Promise((resolve) => {
    onBytes = resolve
    hub.postMessage({ kind: 'want', start, end })
  })
}

/**
 * Ranges of a film out of its chunks, of which the last few are kept. One is asked for at a time.
 * @param {number} sizeBytes
 */
function chunksOf(sizeBytes) {
  /** @type {Map<number, Promise<Uint8Array>>} */
  const chunks = new Map()
  /** @type {Promise<unknown>} */
  let last = Promise.resolve()

  /** @param {number} index */
  const chunk = (index) => {
    const known = chunks.get(index)
    const start = index * CHUNK_BYTES
    const asked = known ?? last.then(() => askForBytes(start, Math.min(sizeBytes, start + CHUNK_BYTES)))
    last = known === undefined ? asked : last
    chunks.delete(index)
    chunks.set(index, asked)
    const [oldest] = chunks.keys()
    if (chunks.size > KEPT_CHUNKS && oldest !== undefined) chunks.delete(oldest)
    return asked
  }

  let asked = { start: -1, repeats: 0 }
  return async (/** @type {number} */ start, /** @type {number} */ end) => {
    asked = { start, repeats: start === asked.start ? asked.repeats + 1 : 0 }
    if (asked.repeats > MOST_REPEATS) throw new Error('the film is damaged: its reader finds no end')
    const bytes = new Uint8Array(end - start)
    for (let index = Math.floor(start / CHUNK_BYTES); index * CHUNK_BYTES < end; index++) {
      const from = index * CHUNK_BYTES
      const part = (await chunk(index)).subarray(Math.max(0, start - from), end - from)
      bytes.set(part, Math.max(0, from - start))
    }
    return bytes
  }
}

/**
 * @param {number} sizeBytes
 * @returns {Promise<import('./film-facts').FilmReading>}
 */
async function readFilm(sizeBytes) {
  // Without a cache of its own each range is asked of the chunks, which see a circle.
  const source = new CustomSource({ getSize: () => sizeBytes, read: chunksOf(sizeBytes), maxCacheSize: 0 })
  const input = new Input({ source, formats: [WEBM, MATROSKA, MP4, QTFF] })
  try {
    return await factsOf(input)
  } catch (problem) {
    return { kind: 'unplayable', reason: String(problem) }
  } finally {
    input.dispose()
  }
}

/**
 * @param {import('mediabunny').Input} input
 * @returns {Promise<import('./film-facts').FilmReading>}
 */
async function factsOf(input) {
  const track = await input.getPrimaryVideoTrack()
  if (track === null) return { kind: 'unplayable', reason: 'it has no picture' }
  const first = await new EncodedPacketSink(track).getFirstPacket()
  if (first === null) return { kind: 'unplayable', reason: 'it ends before its first picture' }
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  if (!isSide(width) || !isSide(height)) return { kind: 'unplayable', reason: `its picture is ${width} x ${height}` }
  const durationMs = await durationOf(input, track, first.timestamp)
  if (durationMs === null) return { kind: 'unplayable', reason: 'its times are damaged' }
  return {
    kind: 'film',
    facts: {
      durationMs,
      width,
      height,
      codec: await track.getCodec(),
      hasSound: (await input.getPrimaryAudioTrack()) !== null,
      startsOnKeyframe: first.type === 'key',
    },
  }
}

/** @param {number} pixels */
function isSide(pixels) {
  return Number.isInteger(pixels) && pixels >= 1 && pixels <= 16_384
}

/**
 * From the first frame to the end of the last that is whole, whatever the film's head says: it may be cut off. null where the
 * times make no sense.
 * @param {import('mediabunny').Input} input
 * @param {import('mediabunny').InputVideoTrack} track
 * @param {number} startSec
 */
async function durationOf(input, track, startSec) {
  // Where it is cut off within a frame, its frames must be gone through.
  const endSec = await input.computeDuration().catch(() => endOfFrames(track))
  const readMs = Math.round((endSec - startSec) * 1000)
  const saidMs = Math.round(((await input.getDurationFromMetadata().catch(() => null)) ?? 0) * 1000)
  // The last frame of a webm has no length of its own, which the head counts.
  const durationMs = saidMs > readMs && saidMs - readMs <= BELIEVED_MS ? saidMs : readMs
  return durationMs >= 0 && durationMs <= LONGEST_MS ? durationMs : null
}

/** @param {import('mediabunny').InputVideoTrack} track */
async function endOfFrames(track) {
  let endSec = 0
  try {
    const frames = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })
    for await (const { timestamp, duration } of frames) endSec = Math.max(endSec, timestamp + duration)
  } catch {
    // The bytes end within a frame.
  }
  return endSec
}
