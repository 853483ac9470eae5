import type { createStore } from 'jotai/vanilla'
import type { Camera } from '../../contract/camera'
import { type LiveAct, type LiveNews, RELAY_AFTER_MS, type ShownSize, type ViewingEnd } from '../../contract/live/live'
import { LIVE_CHUNK_HEAD_BYTES, readChunkHead } from '../../contract/live/live-chunk'
import { LiveReceiver, type ReceiverOptions, type ReceiverPorts } from '../../engine/live'
import { camerasQueryAtom } from '../cameras/camera-list'
import { captureStatesAtom } from '../cameras/capture-states'
import { type Services, servicesAtom } from '../services'
import { candidateToAdd, candidateToSend, rtcServer } from './ice'
import { liveSentences } from './live-sentences'
import {
  iceServersAtom,
  isLiveLineOpenAtom,
  isPresenceKnownAtom,
  type LiveLine,
  lastSeenOfAtom,
  liveLineAtom,
  presenceAtom,
} from './presence'
import { newUuid } from './uuid'
import type { Viewing } from './viewing'

type Store = ReturnType<typeof createStore>

/** Without any picture for so long, a viewing is begun anew: either side may have lost its half. */
export const ANEW_AFTER_MS = 8_000
/** The hub may be back before anybody needs to know that it was away. */
const HUB_PATIENCE_MS = 2_000
/** A viewing that could not begin is tried again after this long. */
export const TRY_AGAIN_MS = 3_000

/** One viewing, from its `view` to its end. */
interface Session {
  readonly viewingId: string
  readonly line: LiveLine
  readonly receiver: LiveReceiver
  readonly ending: AbortController
  relayId: number | null
  note: string | null
}

/**
 * Looks through one camera for as long as somebody shows it: shows the stream of a camera of this tab as it is, and any
 * other by a viewing, which it begins again whenever hub, camera or picture are back.
 */
export class CameraViewer {
  readonly #store: Store
  readonly #services: Services
  readonly #cameraId: string
  readonly #areFiguresShown: boolean
  readonly #show: (viewing: Viewing) => void
  readonly #ending = new AbortController()
  #size: ShownSize
  #ports: ReceiverPorts | null = null
  #session: Session | null = null
  #viewing: Viewing = { phase: 'connecting' }
  #cancelAnew: () => void = () => undefined
  #cancelPatience: (() => void) | null = null
  /** Why the camera ended the last one; nothing is begun until that may be over. */
  #isBarred = false
  /** When the list of cameras was read that the hub's “off” is newer than; null: it has not said so of late. */
  #listBeforeOffMs: number | null = null
  readonly #listeners = new Set<(news: LiveNews) => void>()

  constructor(
    store: Store,
    of: { readonly cameraId: string; readonly areFiguresShown: boolean; readonly size: ShownSize },
    show: (viewing: Viewing) => void,
  ) {
    this.#store = store
    this.#services = store.get(servicesAtom)
    this.#cameraId = of.cameraId
    this.#areFiguresShown = of.areFiguresShown
    this.#size = of.size
    this.#show = show
  }

  get cameraId(): string {
    return this.#cameraId
  }

  /** Whether it shows a camera of this very tab. */
  get isHere(): boolean {
    return this.#viewing.phase === 'live' && this.#viewing.way === 'here'
  }

  begin(): void {
    const { signal } = this.#ending
    this.#set({ phase: 'connecting' })
    for (const part of [
      liveLineAtom,
      isLiveLineOpenAtom,
      presenceAtom,
      isPresenceKnownAtom,
      captureStatesAtom,
      camerasQueryAtom,
    ]) {
      signal.addEventListener('abort', this.#store.sub(part, this.#apply))
    }
    // Its code comes with the first look.
    void this.#services.viewer().then((viewer) => {
      this.#ports = viewer.receiver
      this.#apply()
    })
    this.#apply()
  }

  end(): void {
    this.#endSession('left')
    this.#ending.abort()
    this.#cancelPatience?.()
  }

  resize(size: ShownSize): void {
    const isSame = size.width === this.#size.width && size.height === this.#size.height
    this.#size = size
    if (!isSame) this.#send((viewingId) => ({ kind: 'size', viewingId, size }))
  }

  /** false: nobody is there to do it. */
  act(act: LiveAct): boolean {
    return this.#send((viewingId) => ({ kind: 'act', viewingId, act }))
  }

  /** Has the camera hear a track, or nothing (null); false: its picture does not come directly, and so can no voice. */
  async setMicrophone(track: MediaStreamTrack | null): Promise<boolean> {
    return (await this.#session?.receiver.setMicrophone(track)) ?? false
  }

  /** Tells what the hub says of acts of this viewing, and that the viewing ended, until the signal aborts. */
  listen(hear: (news: LiveNews) => void, signal: AbortSignal): void {
    this.#listeners.add(hear)
    signal.addEventListener('abort', () => this.#listeners.delete(hear))
  }

  /** Brings what is shown in step with camera, hub and presence. */
  readonly #apply = (): void => {
    if (this.#ending.signal.aborted) return
    const capture = this.#store.get(captureStatesAtom).get(this.#cameraId)
    if (capture?.phase === 'running') {
      this.#endSession('left')
      return this.#showOwn(capture.stream)
    }
    const line = this.#store.get(liveLineAtom)
    if (line === null || !this.#store.get(isLiveLineOpenAtom)) {
      this.#dropSession()
      this.#isBarred = false
      return this.#waitForHub()
    }
    this.#cancelPatience?.()
    this.#cancelPatience = null
    if (this.#session !== null && this.#session.line !== line) this.#dropSession()
    if (!this.#store.get(isPresenceKnownAtom)) return
    if (!this.#store.get(presenceAtom).has(this.#cameraId)) return this.#waitForCamera()
    // It was off for too short a time to be offered less.
    if (this.#listBeforeOffMs !== null && !this.#isOff) this.#isBarred = false
    if (this.#session === null && !this.#isBarred && this.#ports !== null) this.#open(line, this.#ports)
  }

  #waitForCamera(): void {
    this.#endSession('left')
    this.#isBarred = false
    if (this.#isOff) return this.#set({ phase: 'ended', sentence: liveSentences.ends['live-off'] })
    const lastSeenMs = this.#store.get(lastSeenOfAtom)(this.#camera ?? { id: this.#cameraId })
    this.#set({ phase: 'away', lastSeenMs })
  }

  get #camera(): Camera | undefined {
    return this.#store.get(camerasQueryAtom).data?.find(({ id }) => id === this.#cameraId)
  }

  get #isOff(): boolean {
    const { dataUpdatedAt } = this.#store.get(camerasQueryAtom)
    return dataUpdatedAt === this.#listBeforeOffMs || this.#camera?.isLiveAllowed === false
  }

  #showOwn(stream: MediaStream): void {
    this.#cancelPatience?.()
    this.#cancelPatience = null
    if (this.#viewing.phase === 'live' && this.#viewing.stream === stream) return
    this.#set({ phase: 'live', way: 'here', stream, hasSound: false, delayMs: null, framesPerSecond: null, note: null })
  }

  #waitForHub(): void {
    if (this.#viewing.phase === 'live') return this.#reconnect('hub')
    if (this.#viewing.phase === 'reconnecting' && this.#viewing.why === 'hub') return
    this.#cancelPatience ??= this.#services.after(HUB_PATIENCE_MS, () => {
      this.#cancelPatience = null
      this.#reconnect('hub')
    })
  }

  #open(line: LiveLine, ports: ReceiverPorts): void {
    const viewingId = newUuid()
    const ending = new AbortController()
    let isBegun = false
    this.#listBeforeOffMs = null
    const iceServers = this.#store.get(iceServersAtom).map(rtcServer)
    const receiver = new LiveReceiver(optionsOn(line, iceServers), ports, {
      onOffer: (offer) => {
        if (!isBegun) line.send({ kind: 'view', viewingId, cameraId: this.#cameraId, size: this.#size, offer })
        else if (offer !== null) line.send({ kind: 'offer', viewingId, sdp: offer })
        isBegun = true
      },
      onCandidate: (candidate) =>
        void line.send({ kind: 'candidate', viewingId, candidate: candidateToSend(candidate) }),
      onRelayWanted: (isWanted) => void line.send({ kind: 'relay', viewingId, isWanted }),
      onPicture: ({ way, stream, hasSound }) => {
        this.#cancelAnew()
        // It may come by the hub for another reason the next time.
        if (way === 'direct') session.note = null
        this.#set({
          phase: 'live',
          way,
          stream,
          hasSound: hasSound && this.#isSoundOn(),
          delayMs: null,
          framesPerSecond: null,
          note: session.note,
        })
      },
      onNoPicture: () => {
        this.#reconnect('picture')
        this.#beginAnewAfter(ANEW_AFTER_MS)
      },
      onFigures: ({ delayMs, framesPerSecond }) => {
        if (!this.#areFiguresShown || this.#viewing.phase !== 'live') return
        this.#set({ ...this.#viewing, delayMs, framesPerSecond })
      },
      // Where others have all direct ways, this browser can show it once one of them has gone.
      onUnable: () => this.#noteEnd(session.note === liveSentences.noDirect.full ? 'full' : 'unable'),
    })
    const session: Session = { viewingId, line, receiver, ending, relayId: null, note: null }
    this.#session = session
    ending.signal.addEventListener('abort', line.watch())
    line.listen(
      { onNews: (news) => this.#hear(session, news), onChunk: (chunk) => takeChunk(session, chunk) },
      ending.signal,
    )
    if (this.#viewing.phase !== 'reconnecting') this.#set({ phase: 'connecting' })
    this.#beginAnewAfter(ANEW_AFTER_MS)
  }

  /** A way for sound is there also where the camera records none. */
  #isSoundOn(): boolean {
    return this.#camera?.isAudioEnabled === true
  }

  #hear(session: Session, news: LiveNews): void {
    if (!('viewingId' in news) || news.viewingId !== session.viewingId || this.#session !== session) return
    switch (news.kind) {
      case 'answer':
        return session.receiver.answer(news.sdp)
      case 'candidate':
        return session.receiver.addCandidate(candidateToAdd(news.candidate))
      case 'no-direct':
        session.note = liveSentences.noDirect[news.reason]
        if (this.#viewing.phase === 'live' && this.#viewing.way === 'relay') {
          this.#set({ ...this.#viewing, note: session.note })
        }
        return session.receiver.noDirect()
      case 'relay-format':
        session.relayId = news.relayId
        return session.receiver.setRelayFormat(news.format)
      case 'act-refused':
        for (const hear of [...this.#listeners]) hear(news)
        return
      case 'end':
        this.#dropSession()
        return this.#noteEnd(news.reason)
    }
  }

  #noteEnd(reason: ViewingEnd | 'unable'): void {
    if (reason === 'left' || reason === 'failed') {
      this.#reconnect('picture')
      return this.#beginAnewAfter(TRY_AGAIN_MS)
    }
    if (reason === 'camera-away') {
      this.#set({ phase: 'away', lastSeenMs: this.#services.nowMs() })
      this.#beginAnewAfter(TRY_AGAIN_MS)
      // A tab that was loaded anew is there again before anybody was told that it went.
      this.#isBarred = false
      return
    }
    if (reason === 'live-off') this.#listBeforeOffMs = this.#store.get(camerasQueryAtom).dataUpdatedAt
    this.#endWith(liveSentences.ends[reason])
    if (reason === 'full') this.#beginAnewAfter(TRY_AGAIN_MS)
  }

  #endWith(sentence: string): void {
    this.#endSession('failed')
    this.#isBarred = true
    this.#set({ phase: 'ended', sentence })
  }

  #beginAnewAfter(delayMs: number): void {
    this.#cancelAnew()
    this.#isBarred = this.#session === null
    this.#cancelAnew = this.#services.after(delayMs, () => {
      this.#endSession('failed')
      this.#isBarred = false
      if (this.#viewing.phase === 'connecting') this.#reconnect('picture')
      this.#apply()
    })
  }

  #reconnect(why: 'hub' | 'picture'): void {
    if (this.#viewing.phase === 'reconnecting' && this.#viewing.why === why) return
    const sinceMs = this.#viewing.phase === 'reconnecting' ? this.#viewing.sinceMs : this.#services.nowMs()
    this.#set({ phase: 'reconnecting', sinceMs, why })
  }

  #endSession(reason: ViewingEnd): void {
    this.#send((viewingId) => ({ kind: 'end', viewingId, reason }))
    this.#dropSession()
  }

  #dropSession(): void {
    this.#cancelAnew()
    const session = this.#session
    this.#session = null
    session?.ending.abort()
    session?.receiver.close()
    if (session !== null)
      for (const hear of [...this.#listeners]) hear({ kind: 'end', viewingId: session.viewingId, reason: 'left' })
  }

  #send(requestOf: (viewingId: string) => Parameters<LiveLine['send']>[0]): boolean {
    const session = this.#session
    return session?.line.send(requestOf(session.viewingId)) ?? false
  }

  #set(viewing: Viewing): void {
    this.#viewing = viewing
    if (!this.#ending.signal.aborted) this.#show(viewing)
  }
}

function optionsOn(line: LiveLine, iceServers: readonly RTCIceServer[]): ReceiverOptions {
  return { iceServers, relayAfterMs: RELAY_AFTER_MS, hubAheadMs: () => line.hubAheadMs ?? 0 }
}

function takeChunk(session: Session, chunk: Uint8Array): void {
  const head = readChunkHead(chunk)
  if (head === null || head.relayId !== session.relayId) return
  const { type, takenAtMs } = head
  session.receiver.takeRelayed({ type, takenAtMs, data: chunk.subarray(LIVE_CHUNK_HEAD_BYTES) })
}
