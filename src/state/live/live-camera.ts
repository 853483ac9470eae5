import { type LiveAct, MAX_DIRECT_VIEWERS, type ShownSize } from '../../contract/live/live'
import type { SendPace } from '../../engine/live'
import { actRefusals } from '../messages'
import { CameraRelay } from './camera-relay'
import type { CameraSign } from './camera-signs'
import { CameraViewing, type ViewingNews } from './camera-viewing'
import type { OfferedCamera } from './offered-cameras'
import { refuse, type SendingContext } from './sending-context'
import type { TabSiren } from './tab-siren'

/** A camera of this tab while others may look through it: its viewings, and its relay. */
export class LiveCamera {
  readonly #cameraId: string
  readonly #context: SendingContext
  readonly #siren: TabSiren
  readonly #viewings = new Map<string, CameraViewing>()
  #camera: OfferedCamera
  #relay: CameraRelay | null = null

  constructor(cameraId: string, camera: OfferedCamera, context: SendingContext, siren: TabSiren) {
    this.#cameraId = cameraId
    this.#camera = camera
    this.#context = context
    this.#siren = siren
  }

  get isLookedAt(): boolean {
    return this.#viewings.size > 0 || this.#relay !== null
  }

  get relayId(): number | null {
    return this.#relay?.relayId ?? null
  }

  viewing(viewingId: string): CameraViewing | undefined {
    return this.#viewings.get(viewingId)
  }

  /** Somebody begins to look; at most so many get the picture directly. */
  begin(news: ViewingNews): void {
    this.end(news.viewingId)
    const viewing = new CameraViewing(news, this.#camera, this.#context)
    this.#viewings.set(news.viewingId, viewing)
    this.#relay?.setShown(this.#largest)
    if (news.offer !== null) this.#answer(viewing, news.offer)
  }

  setSize(viewingId: string, size: ShownSize): void {
    this.#viewings.get(viewingId)?.setSize(size)
    this.#relay?.setShown(this.#largest)
  }

  /** A viewer whose direct way came to nothing tries another. */
  offerAgain(viewingId: string, offer: string): void {
    const viewing = this.#viewings.get(viewingId)
    if (viewing !== undefined) this.#answer(viewing, offer)
  }

  #answer(viewing: CameraViewing, offer: string): void {
    const others = [...this.#viewings.values()].filter((other) => other !== viewing && other.isDirect).length
    if (others < MAX_DIRECT_VIEWERS) viewing.sendDirectly(offer)
    else viewing.refuseDirect('full')
  }

  end(viewingId: string): void {
    this.#viewings.get(viewingId)?.close()
    if (this.#viewings.delete(viewingId)) this.#relay?.setShown(this.#largest)
  }

  act(viewing: CameraViewing, act: LiveAct): void {
    const { viewingId } = viewing.viewing
    switch (act) {
      case 'listen-begin':
        return void viewing.listen()
      case 'listen-end':
        return viewing.endListening()
      case 'talk-begin':
        return void viewing.talk()
      case 'talk-end':
        return viewing.endTalking()
      case 'siren-begin':
        return void this.#siren.begin(viewing.viewing, this.#camera.name)
      case 'siren-end':
        return this.#siren.endOf(this.#cameraId)
      case 'record': {
        const isRecording = this.#context.recordNow(this.#cameraId)
        return isRecording ? undefined : refuse(this.#context.line, viewingId, act, actRefusals.notRecording)
      }
    }
  }

  /** Somebody at the camera ends what a viewer does. */
  stop({ viewingId, kind }: Pick<CameraSign, 'viewingId' | 'kind'>): void {
    const viewing = this.#viewings.get(viewingId)
    if (kind === 'listening') viewing?.stopListening()
    if (kind === 'talking') viewing?.endTalking(actRefusals.stopped)
  }

  /** The relay that the hub wants; of the same again it wants a key frame. */
  beginRelay(relayId: number): void {
    if (this.#relay?.relayId === relayId) return this.#relay.askKeyFrame()
    this.#relay?.close()
    this.#relay = new CameraRelay(relayId, this.#camera.stream, this.#largest, this.#context)
  }

  endRelay(): void {
    this.#relay?.close()
    this.#relay = null
  }

  setCamera(camera: OfferedCamera): void {
    this.#camera = camera
    for (const viewing of this.#viewings.values()) viewing.setCamera(camera)
    this.#relay?.setStream(camera.stream)
  }

  /** How the machine is doing, every second while somebody looks. */
  note(areChecksLate: boolean, nowMs: number): void {
    this.#relay?.note(areChecksLate, nowMs)
  }

  setPace(pace: SendPace): void {
    for (const viewing of this.#viewings.values()) viewing.setPace(pace)
  }

  /** The hub does not say who takes the relay: it is as large as anybody shows the picture. null: nobody does. */
  get #largest(): ShownSize | null {
    const sizes = [...this.#viewings.values()].map(({ size }) => size)
    if (sizes.length === 0) return null
    return {
      width: Math.max(...sizes.map(({ width }) => width)),
      height: Math.max(...sizes.map(({ height }) => height)),
    }
  }

  /** Players that cannot ask hear again once stealth mode is over. */
  setStealthy(isStealthy: boolean): void {
    for (const viewing of this.#viewings.values()) {
      if (isStealthy) {
        viewing.endListening(actRefusals.stealth)
        viewing.endTalking(actRefusals.stealth)
      } else viewing.listenByItself()
    }
  }

  /** The line or the camera is gone. */
  close(): void {
    for (const viewingId of [...this.#viewings.keys()]) this.end(viewingId)
    this.endRelay()
  }
}
