/**
 * A chunk of the relay, as it crosses the socket: 16 bytes of head, then what the encoder made. The hub reads the head
 * alone and hands the whole on.
 *
 * | bytes | what |
 * |---|---|
 * | 0 | 1: a key frame, 2: a frame that builds on those before |
 * | 1 to 3 | 0 |
 * | 4 to 7 | relay id, unsigned, big-endian |
 * | 8 to 15 | when the camera gave the picture, by the hub's clock, ms since the epoch, float64, big-endian |
 */
export const LIVE_CHUNK_HEAD_BYTES = 16

export type ChunkType = 'key' | 'delta'

export interface ChunkHead {
  readonly type: ChunkType
  readonly relayId: number
  readonly takenAtMs: number
}

/** Head and data in one buffer, to be sent. */
export function writeChunk({ type, relayId, takenAtMs }: ChunkHead, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(LIVE_CHUNK_HEAD_BYTES + sizeBytes)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, type === 'key' ? 1 : 2)
  view.setUint32(4, relayId)
  view.setFloat64(8, takenAtMs)
  return bytes
}

/** null: these bytes are no chunk. */
export function readChunkHead(bytes: Uint8Array): ChunkHead | null {
  if (bytes.byteLength <= LIVE_CHUNK_HEAD_BYTES) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = view.getUint8(0)
  if (kind !== 1 && kind !== 2) return null
  const takenAtMs = view.getFloat64(8)
  if (!Number.isFinite(takenAtMs)) return null
  return { type: kind === 1 ? 'key' : 'delta', relayId: view.getUint32(4), takenAtMs }
}
