import * as z from 'zod/mini'
import { flag, textOrEmpty, textOrNull } from '../wire'

/**
 * Live view (extension `live`). One WebSocket a tab, at `/v1/live`: camera tabs offer their cameras on it, viewers ask for
 * them. The first message is `hello` with the access token, which is never in the address. A *viewing* is one viewer's
 * look at one camera: an offer by the viewer, an answer by the camera, candidates both ways (WebRTC); where no direct way
 * comes about, the hub hands on what the camera encodes once (the relay, `live-chunk.ts`).
 */
export const LIVE_PATH = '/live'
export const LIVE_PROTOCOL = 'nightjar.live.v1'

/** Who opened the socket and says nothing is let go after this long. */
export const LIVE_HELLO_LIMIT_MS = 5_000
/** How often both ends say that they are there; two in a row missed: the line is dead. */
export const LIVE_PING_INTERVAL_MS = 10_000
/**
 * While somebody looks, a line that says nothing is asked after this long, and dead when it does not answer within
 * LIVE_ANSWER_LIMIT_MS.
 */
export const LIVE_QUIET_MS = 2_000
export const LIVE_ANSWER_LIMIT_MS = 3_000
/** How often the hub asks both ends of a viewing, and viewers and cameras the hub, whether they are there. */
export const LIVE_VIEWING_BEAT_MS = 2_000
/** How often the hub looks whether those that are connected still may; a stream ends within 5 s of that. */
export const LIVE_ACCESS_CHECK_MS = 2_000
/** Viewers that a camera sends to directly. The next one gets the picture through the hub, and is told. */
export const MAX_DIRECT_VIEWERS = 4
/** Viewings of all kinds that one camera may have. */
export const MAX_VIEWINGS = 64
/** Without a picture by the direct way after this long, the viewer asks for the relay beside it. */
export const RELAY_AFTER_MS = 700
/** A siren that nobody stops ends by itself. */
export const SIREN_LIMIT_MS = 60_000
/** Longest text message, in characters; a session description has some thousand. */
export const MAX_LIVE_MESSAGE_LENGTH = 64 * 1024
/** Largest chunk of the relay. */
export const MAX_LIVE_CHUNK_BYTES = 1024 * 1024
/** A tab without the hub tries again after so long at first, and at most so long later, each give or take a half. */
export const LIVE_FIRST_RETRY_MS = 300
export const LIVE_LAST_RETRY_MS = 2_500

/** Codes of the 4000s with which the hub closes a socket; the sentence is in the `reason`. */
export const liveCloseCodes = {
  /** A message that cannot be read, or no `hello` first. */
  badMessage: 4400,
  /** No such session, or it ended, or its user is no member any more. */
  notAllowed: 4401,
  /** Far more messages than a viewer or a camera has reason to send. */
  tooMany: 4429,
} as const

const id = z.string().check(z.minLength(1), z.maxLength(100))
const sdp = z.string().check(z.minLength(1), z.maxLength(32 * 1024))

/** As RTCIceCandidateInit; null: there are no more. */
const candidate = z.nullable(
  z.object({
    candidate: z.string().check(z.maxLength(1024)),
    sdpMid: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
    sdpMLineIndex: z.optional(z.nullable(z.int())),
    usernameFragment: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
  }),
)
export type LiveCandidate = z.infer<typeof candidate>

/** How large the viewer shows the picture, in pixels of its screen: the camera sends no more than that. */
const shownSize = z.object({
  width: z.int().check(z.minimum(1), z.maximum(8192)),
  height: z.int().check(z.minimum(1), z.maximum(8192)),
})
export type ShownSize = z.infer<typeof shownSize>

/**
 * What a viewer may have the camera do. Sound leaves the camera only between `listen-begin` and `listen-end`, as its people
 * are told of whoever listens: a viewer that is mute has not begun. WHEP players can say neither: where their offer takes
 * sound they listen throughout, and the camera tells the hub when that begins.
 */
const act = z.enum(['listen-begin', 'listen-end', 'talk-begin', 'talk-end', 'record', 'siren-begin', 'siren-end'])
export type LiveAct = z.infer<typeof act>

/** Why a viewing is over, or never began. Those that are ever shown have a sentence each (`src/state/live`). */
const endReason = z.enum([
  /** The viewer went. */
  'left',
  /** No tab runs this camera now, or it went away. */
  'camera-away',
  /** The camera's owner switched its live view off. */
  'live-off',
  /** The viewer may not look any more: signed out, removed, a token that was revoked. */
  'not-allowed',
  /** The workspace has no such camera. */
  'no-camera',
  /** So many look that no more can. */
  'full',
  /** The camera could not begin, or broke off. */
  'failed',
])
export type ViewingEnd = z.infer<typeof endReason>

/** Why the camera sends nothing directly; the relay goes on, or begins. */
const noDirectReason = z.enum([
  /** MAX_DIRECT_VIEWERS look directly already. */
  'full',
  /** This browser cannot, or the connection failed. */
  'failed',
])

/** What a relay's chunks hold; a new one comes before chunks of another kind. */
const relayFormat = z.object({
  /** As WebCodecs name it, such as `vp8` or `avc1.42001f` (Annex B). */
  codec: z.string().check(z.maxLength(64)),
  width: z.int(),
  height: z.int(),
})
export type RelayFormat = z.infer<typeof relayFormat>

const hello = z.object({ kind: z.literal('hello'), token: z.string(), workspaceId: z.nullable(z.string()) })
/** The cameras that this tab runs now, and that may be looked through; each message replaces the one before. */
const offerCameras = z.object({ kind: z.literal('cameras'), cameraIds: z.array(id).check(z.maxLength(64)) })
/** `viewingId` is the viewer's own choice, a UUID. `offer`: null where the viewer has no WebRTC, for the relay alone. */
const view = z.object({
  kind: z.literal('view'),
  viewingId: z.uuid(),
  cameraId: id,
  size: shownSize,
  offer: z.nullable(sdp),
})
/** Of a viewing that goes on by the relay: another try of a direct way, answered as the first. */
const offerAgain = z.object({ kind: z.literal('offer'), viewingId: z.uuid(), sdp })
const answer = z.object({ kind: z.literal('answer'), viewingId: z.uuid(), sdp })
const candidateOf = z.object({ kind: z.literal('candidate'), viewingId: z.uuid(), candidate })
const sizeOf = z.object({ kind: z.literal('size'), viewingId: z.uuid(), size: shownSize })
const noDirect = z.object({ kind: z.literal('no-direct'), viewingId: z.uuid(), reason: noDirectReason })
const actOf = z.object({ kind: z.literal('act'), viewingId: z.uuid(), act })
/** An act was refused, or what it began was ended by the camera: `listen-begin`, `talk-begin` or `siren-begin`. */
const actRefused = z.object({
  kind: z.literal('act-refused'),
  viewingId: z.uuid(),
  act,
  message: z.string().check(z.maxLength(500)),
})
const end = z.object({ kind: z.literal('end'), viewingId: z.uuid(), reason: endReason })
/** `sentAtMs`: by the clock of the tab, which finds it in the answer. */
const ping = z.object({ kind: z.literal('ping'), sentAtMs: z.optional(z.number()) })
/** The answer to a ping, or by itself; `hubMs`: the hub's time, ms since the epoch. */
const pong = z.object({ kind: z.literal('ping'), hubMs: z.optional(z.number()), sentAtMs: z.optional(z.number()) })

/** Of the camera's tab, for the relay that `relay-begin` named. */
const relayFormatOf = z.object({ kind: z.literal('relay-format'), relayId: z.int(), format: relayFormat })

/** What a tab tells the hub. */
export const liveRequest = z.discriminatedUnion('kind', [
  hello,
  ping,
  // A camera's tab.
  offerCameras,
  answer,
  noDirect,
  relayFormatOf,
  /** Whether its siren sounds, and who set it off; null: nobody. */
  z.object({ kind: z.literal('siren'), cameraId: id, by: z.nullable(z.string().check(z.maxLength(320))) }),
  /** To be handed on to the viewer; nobody listens or talks by that viewing then. */
  actRefused,
  // A viewer.
  view,
  offerAgain,
  sizeOf,
  /** Whether the viewer wants the relay, beside the direct way or in its place. */
  z.object({ kind: z.literal('relay'), viewingId: z.uuid(), isWanted: z.boolean() }),
  /** Or a camera's tab: `listen-begin` of a player that cannot ask. */
  actOf,
  // Both.
  candidateOf,
  end,
])
export type LiveRequest = z.infer<typeof liveRequest>

const iceServer = z.object({
  urls: z.string(),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
})
export type IceServer = z.infer<typeof iceServer>

/** Whoever looks at a camera, for its card and its tab. */
const viewer = z.object({ viewingId: textOrEmpty, who: textOrEmpty, isListening: flag(false), isTalking: flag(false) })
export type LiveViewer = z.infer<typeof viewer>

/** `sirenBy`: who set its siren off; null: it does not sound. */
const presentCamera = z.object({ cameraId: z.string(), viewers: z.array(viewer), sirenBy: textOrNull })
export type PresentCamera = z.infer<typeof presentCamera>

/** What the hub tells a tab. */
export const liveNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('welcome'), iceServers: z.array(iceServer) }),
  pong,
  /** The workspace's cameras that a tab offers now, and who looks at each: at first, and whenever that changes. */
  z.object({ kind: z.literal('presence'), cameras: z.array(presentCamera) }),
  // To a camera's tab.
  /** `isComplete`: its answer must hold all candidates, as its player takes no others (WHEP). */
  z.object({
    kind: z.literal('viewing'),
    viewingId: z.uuid(),
    cameraId: z.string(),
    who: z.string(),
    size: shownSize,
    offer: z.nullable(sdp),
    isComplete: z.boolean(),
    /** Whether its plan lets it hear and talk. */
    mayHear: z.boolean(),
  }),
  offerAgain,
  sizeOf,
  actOf,
  /** Somebody wants the relay of this camera; chunks carry `relayId`. Again for the same one: a key frame is wanted. */
  z.object({ kind: z.literal('relay-begin'), cameraId: z.string(), relayId: z.int() }),
  z.object({ kind: z.literal('relay-end'), relayId: z.int() }),
  // To a viewer.
  answer,
  noDirect,
  /** Chunks with this id are this viewing's from now on. */
  z.object({ kind: z.literal('relay-format'), viewingId: z.uuid(), relayId: z.int(), format: relayFormat }),
  /** By the hub, or by the camera. */
  actRefused,
  // Both.
  candidateOf,
  end,
])
export type LiveNews = z.infer<typeof liveNews>
