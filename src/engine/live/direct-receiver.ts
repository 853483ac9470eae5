import type { Cancel } from '../clock'
import type { Connection, PictureFigures, ReceiverPorts } from './receiver-ports'
import { figuresBetween, type ReceivedSums, readSums } from './receiving-stats'

export interface DirectEvents {
  onCandidate(candidate: RTCIceCandidateInit | null): void
  /** The first picture is here, or pictures come again; the stream stays the receiver's. */
  onFlow(stream: MediaStream, hasSound: boolean): void
  /** No picture came for DIRECT_STALL_MS; they may come again. */
  onStall(): void
  /** It will not come about, or broke off for good. */
  onFailed(): void
  onFigures(figures: PictureFigures): void
}

/** How often pictures are counted until the first is there. */
const FIRST_POLL_MS = 50
/** How often they are counted from then on. */
const POLL_MS = 500
/** A camera in the dark gives five pictures a second. */
export const DIRECT_STALL_MS = 1_500

const wantedCodecs = ['video/h264', 'video/vp8', 'video/rtx', 'video/red', 'video/ulpfec']

type Flow =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'flowing'; readonly lastFrameAtMs: number }
  | { readonly phase: 'stalled' }
  | { readonly phase: 'closed' }

/**
 * One connection of a viewer to a camera: it offers to receive a picture and its sound, and to send the microphone's,
 * which comes later without another offer. Pictures are counted by what was decoded: that goes on in a hidden tab, too.
 */
export class DirectReceiver {
  readonly #ports: ReceiverPorts
  readonly #events: DirectEvents
  readonly #connection: Connection
  readonly #microphone: RTCRtpTransceiver
  readonly #tracks: MediaStreamTrack[] = []
  /** Candidates that came before the answer. */
  readonly #early: RTCIceCandidateInit[] = []
  #isAnswered = false
  #flow: Flow = { phase: 'waiting' }
  #stream: MediaStream | null = null
  #sums: { readonly atMs: number; readonly sums: ReceivedSums } | null = null
  #cancelPoll: Cancel = () => undefined

  constructor(connection: Connection, ports: ReceiverPorts, events: DirectEvents) {
    this.#ports = ports
    this.#events = events
    this.#connection = connection
    this.#preferCodecs(connection.addTransceiver('video', { direction: 'recvonly' }))
    this.#microphone = connection.addTransceiver('audio', { direction: 'sendrecv' })
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (this.#flow.phase !== 'closed') events.onCandidate(candidate === null ? null : candidate.toJSON())
    })
    connection.addEventListener('track', ({ track }) => this.#take(track))
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed') this.#fail()
    })
  }

  /** null: this browser could not make one. */
  async offer(): Promise<string | null> {
    try {
      const offer = await this.#connection.createOffer()
      await this.#connection.setLocalDescription(offer)
      return offer.sdp ?? null
    } catch {
      return null
    }
  }

  async answer(sdp: string): Promise<void> {
    try {
      await this.#connection.setRemoteDescription({ type: 'answer', sdp })
    } catch {
      return this.#fail()
    }
    this.#isAnswered = true
    for (const candidate of this.#early.splice(0)) this.#add(candidate)
    this.#poll()
  }

  addCandidate(candidate: RTCIceCandidateInit | null): void {
    // That there are no more need not be told: the other ways end by themselves.
    if (candidate === null) return
    if (this.#isAnswered) this.#add(candidate)
    else this.#early.push(candidate)
  }

  /** What the camera hears of here; null: nothing. The track stays its owner's. */
  async setMicrophone(track: MediaStreamTrack | null): Promise<void> {
    await this.#microphone.sender.replaceTrack(track)
  }

  close(): void {
    this.#flow = { phase: 'closed' }
    this.#cancelPoll()
    this.#connection.close()
  }

  #preferCodecs(video: RTCRtpTransceiver): void {
    const codecs = this.#ports
      .receivableCodecs()
      .filter(({ mimeType }) => wantedCodecs.includes(mimeType.toLowerCase()))
    // Missing in old browsers, which offer what they like.
    if (codecs.length > 0 && typeof video.setCodecPreferences === 'function') video.setCodecPreferences([...codecs])
  }

  #add(candidate: RTCIceCandidateInit): void {
    // One that cannot be used is no loss: the other ways are tried all the same.
    this.#connection.addIceCandidate(candidate).catch(() => undefined)
  }

  #take(track: MediaStreamTrack): void {
    this.#tracks.push(track)
    if (this.#stream === null) return
    this.#stream.addTrack(track)
  }

  #fail(): void {
    if (this.#flow.phase === 'closed') return
    this.close()
    this.#events.onFailed()
  }

  #poll(): void {
    if (this.#flow.phase === 'closed') return
    this.#cancelPoll = this.#ports.after(this.#flow.phase === 'waiting' ? FIRST_POLL_MS : POLL_MS, () => {
      void this.#count().then(() => this.#poll())
    })
  }

  async #count(): Promise<void> {
    const report = await this.#connection.getStats().catch(() => null)
    const sums = report === null ? null : readSums(report)
    if (sums === null || this.#flow.phase === 'closed') return
    const atMs = this.#ports.nowMs()
    const before = this.#sums
    this.#sums = { atMs, sums }
    const decodedBefore = before?.sums.framesDecoded ?? 0
    if (sums.framesDecoded > decodedBefore) this.#noteFrames(atMs)
    else if (this.#flow.phase === 'flowing' && atMs - this.#flow.lastFrameAtMs >= DIRECT_STALL_MS) {
      this.#flow = { phase: 'stalled' }
      this.#events.onStall()
    }
    if (before !== null && this.#flow.phase === 'flowing' && atMs > before.atMs) {
      this.#events.onFigures(figuresBetween(before.sums, sums, atMs - before.atMs))
    }
  }

  #noteFrames(atMs: number): void {
    const wasFlowing = this.#flow.phase === 'flowing'
    this.#flow = { phase: 'flowing', lastFrameAtMs: atMs }
    if (wasFlowing) return
    this.#stream ??= this.#ports.streamOf(this.#tracks)
    this.#events.onFlow(
      this.#stream,
      this.#tracks.some(({ kind }) => kind === 'audio'),
    )
  }
}
