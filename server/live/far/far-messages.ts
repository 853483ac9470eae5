import * as z from 'zod/mini'
import { liveNews, liveRequest } from '../../../src/contract/live/live'
import { jsonIn } from '../../../src/lib/json'

const viewer = z.object({ viewingId: z.string(), who: z.string(), isListening: z.boolean(), isTalking: z.boolean() })

/** What a hub has of one workspace; each replaces the one before. Nothing in it: nobody of it is there. */
const roomState = z.object({
  workspaceId: z.string(),
  /** The tabs there, with the cameras that they offer, whoever else does; and since when each, which hubs of before do not say. */
  lines: z.array(
    z.object({
      id: z.string(),
      cameraIds: z.array(z.string()),
      offeredAtMs: z.optional(z.record(z.string(), z.number())),
    }),
  ),
  /** Who looks from there, wherever the camera is. */
  viewed: z.array(z.object({ cameraId: z.string(), viewers: z.array(viewer) })),
  sirens: z.array(z.object({ cameraId: z.string(), by: z.string() })),
  /** Of `viewed`, those by other programs (WHEP), which hubs of before do not say. */
  programs: z.optional(z.array(z.object({ cameraId: z.string(), viewingId: z.string() }))),
})
export type RoomState = z.infer<typeof roomState>

/** What hubs tell each other of live view. `hub`: who says it. */
const farMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('beat'), hub: z.string() }),
  /** It has just come, or come back, and has forgotten what others told. */
  z.object({ kind: z.literal('hello'), hub: z.string() }),
  z.object({ kind: z.literal('bye'), hub: z.string() }),
  /** A camera's row is another now. */
  z.object({ kind: z.literal('changed'), hub: z.string(), workspaceId: z.string(), cameraId: z.string() }),
  z.object({ kind: z.literal('room'), hub: z.string(), state: roomState }),
  /**
   * All that a hub has, after it was told anew: what was lost on the way between hubs was the end of whatever is not in this.
   * Hubs of before read none.
   */
  z.object({
    kind: z.literal('all'),
    hub: z.string(),
    /** With a state that is not empty. */
    workspaceIds: z.array(z.string()),
    /** Of those who look from there through tabs elsewhere, and of the relays that they have. */
    viewingIds: z.array(z.string()),
    relayIds: z.array(z.number()),
  }),
  /** A program that looks from the hub that is told has ended that at `hub`. */
  z.object({
    kind: z.literal('end-program'),
    hub: z.string(),
    workspaceId: z.string(),
    cameraId: z.string(),
    viewingId: z.string(),
  }),
  /** To a camera's tab at the hub that is told, of those who look from `hub`. */
  z.object({ kind: z.literal('tell'), hub: z.string(), workspaceId: z.string(), lineId: z.string(), news: liveNews }),
  /** By a camera's tab at `hub`, of those who look from the hub that is told. */
  z.object({
    kind: z.literal('said'),
    hub: z.string(),
    workspaceId: z.string(),
    lineId: z.string(),
    request: liveRequest,
  }),
])
export type FarMessage = z.infer<typeof farMessage>

/** A chunk of a relay begins otherwise than JSON: this byte, the workspace, the tab, both UUIDs, then the chunk. */
const CHUNK_MARK = 1
const ID_LENGTH = 36
const HEAD_LENGTH = 1 + 2 * ID_LENGTH

export interface FarChunk {
  readonly workspaceId: string
  readonly lineId: string
  readonly chunk: Buffer
}

export function writeFarChunk(workspaceId: string, lineId: string, chunk: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([CHUNK_MARK]), Buffer.from(workspaceId), Buffer.from(lineId), chunk])
}

/** null: it is none. */
export function readFarChunk(message: Buffer): FarChunk | null {
  if (message[0] !== CHUNK_MARK || message.length <= HEAD_LENGTH) return null
  return {
    workspaceId: message.toString('latin1', 1, 1 + ID_LENGTH),
    lineId: message.toString('latin1', 1 + ID_LENGTH, HEAD_LENGTH),
    chunk: message.subarray(HEAD_LENGTH),
  }
}

/** null: a hub of another version said it, perhaps. */
export function readFarMessage(message: Buffer): FarMessage | null {
  const read = z.safeParse(farMessage, jsonIn(String(message)))
  return read.success ? read.data : null
}
