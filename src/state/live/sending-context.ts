import type { LiveAct, LiveRequest } from '../../contract/live/live'
import type { Loudspeaker, SendingPorts, SendPace } from '../../engine/live'
import type { After } from '../../lib/time-limit'
import type { CameraSign } from './camera-signs'

/** What the cameras of a tab share while they are looked at. */
export interface SendingContext {
  readonly ports: SendingPorts
  readonly speaker: Loudspeaker
  readonly line: SendingLine
  /** What viewers get at present. */
  readonly pace: () => SendPace
  /** In stealth mode nobody hears or is heard. */
  readonly isStealthy: () => boolean
  /** Has a camera record now; false where it cannot. */
  readonly recordNow: (cameraId: string) => boolean
  readonly signs: SignBook
  readonly after: After
  readonly nowMs: () => number
  readonly report: (message: string, cause?: unknown) => void
}

/** To the hub, where it is there: what is said without it is lost, as are all viewings. */
export interface SendingLine {
  readonly waitingBytes: () => number
  readonly iceServers: () => readonly RTCIceServer[]
  /** How far the hub's clock is ahead of this machine's; 0 where that is not known. */
  readonly hubAheadMs: () => number
  send(request: LiveRequest): void
  sendChunk(chunk: Uint8Array<ArrayBuffer>): void
}

/** Where it is noted who listens, talks or sounds the siren. */
export interface SignBook {
  add(sign: Omit<CameraSign, 'sinceMs'>): void
  remove(viewingId: string, kind: CameraSign['kind']): void
}

export function refuse(line: SendingLine, viewingId: string, act: LiveAct, message: string): void {
  line.send({ kind: 'act-refused', viewingId, act, message })
}
