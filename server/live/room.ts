import {
  type LiveAct,
  type LiveNews,
  type LiveRequest,
  type LiveViewer,
  MAX_VIEWINGS,
  type PresentCamera,
  type RelayFormat,
  type ViewingEnd,
} from '../../src/contract/live/live'
import type { ChunkHead } from '../../src/contract/live/live-chunk'
import type { Tier } from '../../src/contract/plans'
import { hasAudio } from '../billing/plan-rules'
import { CameraReader } from './camera-reader'
import type { Begun, OwnState } from './far/far-ports'
import { type OfferStamp, Offers } from './offers'
import { PresenceNews } from './presence-news'
import { Relays } from './relays'
import type { CameraState, RoomPorts, ViewRequest } from './room-ports'
import type { Tab, Viewer } from './tab'
import { Viewing } from './viewing'

type OfViewing<Kind extends LiveRequest['kind']> = Omit<Extract<LiveRequest, { kind: Kind }>, 'viewingId'>

/**
 * The live view of one workspace: its tabs, the cameras that they offer, who looks at which. In memory alone. Tabs at other
 * hubs offer cameras in it, and are told nothing else.
 */
export class Room {
  readonly #ports: RoomPorts
  readonly #tabs = new Set<Tab>()
  readonly #reader: CameraReader
  readonly #offers = new Offers()
  /** Of the cameras that are offered. */
  readonly #states = new Map<string, CameraState>()
  readonly #viewings = new Map<string, Viewing>()
  readonly #relays: Relays
  /** Who set the sirens off that sound, by camera. */
  readonly #sirens = new Map<string, string>()
  readonly #presence = new PresenceNews(() => this.#tellPresence())
  /** Who looks from other hubs, and what sounds there, by hub. */
  readonly #far = new Map<string, Pick<OwnState, 'viewed' | 'sirens'>>()
  #toldPresence = ''
  #isClosed = false

  constructor(ports: RoomPorts) {
    this.#ports = ports
    this.#reader = new CameraReader(ports, (cameraId, state) => this.#noteState(cameraId, state))
    this.#relays = new Relays(ports.nextRelayId, ports.noteRelayed)
  }

  get size(): number {
    return this.#tabs.size
  }

  /** Nobody is here any more, and whoever comes next has another: what is under way may not speak for that one. */
  close(): void {
    this.#presence.close()
    this.#publish()
    this.#isClosed = true
  }

  join(tab: Tab): void {
    this.#tabs.add(tab)
    tab.tellText(this.#presenceText())
    // It was told more than the others, perhaps: what comes next is told to all, even if it is what they heard last.
    this.#toldPresence = ''
  }

  /** `toCamera`: why, for the cameras that it looked through. Whoever looked through its own ones lost them. */
  leave(tab: Tab, toCamera: ViewingEnd): void {
    if (!this.#tabs.delete(tab)) return
    this.endOf(tab, toCamera)
    this.#setOffers(tab, new Map())
    this.#ports.far?.loseTab(tab)
    this.#publish()
  }

  /** Ends what somebody looks through. */
  endOf(viewer: Viewer, reason: ViewingEnd): void {
    for (const viewing of this.#viewings.values()) if (viewing.viewer === viewer) this.#end(viewing, reason, reason)
  }

  offer(tab: Tab, cameraIds: readonly string[]): void {
    const now = { atMs: this.#ports.nowMs(), hub: this.#ports.far?.hubId ?? '' }
    this.#setOffers(tab, new Map(cameraIds.map((id) => [id, this.#offers.stampOf(tab, id, now)])))
    this.#publish()
    this.#reader.readOffered(cameraIds)
  }

  /** By a tab at another hub. */
  async offerFar(tab: Tab, stamps: ReadonlyMap<string, OfferStamp>): Promise<void> {
    this.#setOffers(tab, stamps)
    await this.refresh(stamps.keys())
  }

  /** Reads again whether these may be looked through; what they may not be for ends at once. */
  async refresh(cameraIds: Iterable<string>): Promise<void> {
    await this.#reader.read(cameraIds)
  }

  /** Reads again those that somebody looks through, and those that could not be read when they were offered. */
  async refreshViewed(): Promise<void> {
    const unread = this.#offers.cameraIds.filter((cameraId) => !this.#states.has(cameraId))
    const viewed = [...this.#viewings.values()].map(({ cameraId }) => cameraId)
    await this.refresh(new Set([...unread, ...viewed]))
  }

  /** Asks those at both ends of viewings whether they are there. */
  viewingBeat(): void {
    const ends = new Set([...this.#viewings.values()].flatMap<Viewer>(({ viewer, camera }) => [viewer, camera]))
    const { far } = this.#ports
    for (const tab of [...this.#tabs]) if (ends.has(tab) || far?.isViewed(tab) === true) tab.viewingBeat()
  }

  /** A tab here that is like this. */
  tabWhere(isLike: (tab: Tab) => boolean): Tab | null {
    return [...this.#tabs].find(isLike) ?? null
  }

  /** What a tab here says of a look from another hub; false: it is of none. */
  hearFar(tab: Tab, request: LiveRequest): boolean {
    return this.#ports.far?.hear(tab, request) ?? false
  }

  /** What another hub has of this workspace, in the place of what it told before. */
  noteFar(hub: string, state: Pick<OwnState, 'viewed' | 'sirens'>): void {
    if (state.viewed.length + state.sirens.length === 0) this.#far.delete(hub)
    else this.#far.set(hub, state)
    this.#presence.noteChange()
  }

  /** What those who look from here have of tabs at other hubs. */
  askedElsewhere(): Begun {
    const isElsewhere = (camera: Tab) => !this.#tabs.has(camera)
    const viewings = [...this.#viewings.values()].filter(({ camera }) => isElsewhere(camera))
    return { viewingIds: viewings.map(({ id }) => id), relayIds: this.#relays.idsWhere(isElsewhere) }
  }

  /** Why nobody at another hub can look through this camera by this tab; null: they can. `others`: who look from there. */
  refusalOfFar(cameraId: string, tab: Tab, others: number): ViewingEnd | null {
    if (this.#offers.holderOf(cameraId) !== tab) return 'camera-away'
    const here = [...this.#viewings.values()].filter((viewing) => viewing.cameraId === cameraId)
    return here.length + others >= MAX_VIEWINGS ? 'full' : null
  }

  addFarRelay(viewing: Pick<Viewing, 'id' | 'cameraId' | 'camera'>, receiver: Tab): void {
    this.#relays.add(viewing, receiver)
  }

  removeFarRelay(viewing: Pick<Viewing, 'id' | 'cameraId'>): void {
    this.#relays.remove(viewing)
  }

  /** Begins a viewing, or tells the viewer why not. */
  async view(asked: ViewRequest): Promise<void> {
    const { viewer, request, isProgram } = asked
    const { viewingId: id, cameraId, size, offer } = request
    const known = await this.#reader.readFor(asked)
    if (viewer.isGone) return
    if (known === null) return viewer.tell({ kind: 'end', viewingId: id, reason: 'failed' })
    const { tier, state } = known
    // The next check of all lets it go.
    if (tier === null) return viewer.tell({ kind: 'end', viewingId: id, reason: 'not-allowed' })
    const camera = this.#offers.holderOf(cameraId)
    const refusal = state === 'open' ? this.#refusalOf(id, cameraId, camera, viewer) : state
    if (refusal !== null || camera === null)
      return viewer.tell({ kind: 'end', viewingId: id, reason: refusal ?? 'camera-away' })
    const mayHear = hasAudio(tier, true)
    this.#viewings.set(id, new Viewing({ id, cameraId, viewer, camera, isProgram, mayHear }))
    this.#ports.noteViewings(1)
    const facts = { viewingId: id, cameraId, who: viewer.who, size, offer, isComplete: isProgram, mayHear }
    camera.tell({ kind: 'viewing', ...facts })
    // It may end it at any hub as soon as it was answered.
    if (isProgram) this.#publish()
    this.#presence.noteChange()
  }

  /** By either end. */
  end(from: Viewer, viewingId: string, reason: ViewingEnd): void {
    const viewing = this.#viewings.get(viewingId)
    if (viewing?.viewer === from) this.#end(viewing, null, 'left')
    else if (viewing?.camera === from) this.#end(viewing, reason === 'camera-away' ? reason : 'failed', null)
  }

  /** By the program that looks, at another hub. */
  endProgram(cameraId: string, viewingId: string): void {
    const viewing = this.#viewings.get(viewingId)
    if (viewing?.isProgram && viewing.cameraId === cameraId) this.#end(viewing, 'left', 'left')
  }

  /** Hands on what one end of a viewing says to the other. */
  candidate(from: Tab, viewingId: string, { candidate }: OfViewing<'candidate'>): void {
    const viewing = this.#viewings.get(viewingId)
    if (viewing?.viewer === from) viewing.camera.tell({ kind: 'candidate', viewingId, candidate })
    else if (viewing?.camera === from) viewing.viewer.tell({ kind: 'candidate', viewingId, candidate })
  }

  tellViewer(from: Tab, viewingId: string, news: Extract<LiveNews, { kind: 'answer' | 'no-direct' }>): void {
    this.#filmedBy(from, viewingId)?.viewer.tell(news)
  }

  tellCamera(from: Tab, viewingId: string, news: Extract<LiveNews, { kind: 'offer' | 'size' }>): void {
    this.#seenBy(from, viewingId)?.camera.tell(news)
  }

  /** Of a viewer; or of a camera, that another program begins to hear it. */
  act(from: Tab, viewingId: string, act: LiveAct): void {
    this.#seenBy(from, viewingId)?.act(act)
    this.#filmedBy(from, viewingId)?.noteHeard(act)
    this.#presence.noteChange()
  }

  refuseAct(from: Tab, viewingId: string, { act, message }: OfViewing<'act-refused'>): void {
    this.#filmedBy(from, viewingId)?.refuseAct(act, message)
    this.#presence.noteChange()
  }

  /** The camera's tab says whether its siren sounds; null: it does not. */
  noteSiren(from: Tab, cameraId: string, by: string | null): void {
    if (this.#offers.holderOf(cameraId) !== from) return
    if (by === null) this.#sirens.delete(cameraId)
    else this.#sirens.set(cameraId, by)
    this.#presence.noteChange()
  }

  /** What a viewer's plan allows now. */
  noteTier(viewer: Viewer, tier: Tier): void {
    if (hasAudio(tier, true)) return
    for (const viewing of this.#viewings.values()) {
      if (viewing.viewer !== viewer || !viewing.mayHear) continue
      viewing.loseSound()
      this.#presence.noteChange()
    }
  }

  wantRelay(from: Tab, viewingId: string, isWanted: boolean): void {
    const viewing = this.#seenBy(from, viewingId)
    if (viewing === null) return
    if (isWanted) this.#relays.add(viewing, from)
    else this.#relays.remove(viewing)
  }

  relayFormat(from: Tab, relayId: number, format: RelayFormat): void {
    this.#relays.setFormat(from, relayId, format)
  }

  relayChunk(from: Tab, head: ChunkHead, chunk: Uint8Array): void {
    this.#relays.handOn(from, head, chunk)
  }

  #seenBy(viewer: Viewer, viewingId: string): Viewing | null {
    const viewing = this.#viewings.get(viewingId)
    return viewing?.viewer === viewer ? viewing : null
  }

  #filmedBy(camera: Tab, viewingId: string): Viewing | null {
    const viewing = this.#viewings.get(viewingId)
    return viewing?.camera === camera ? viewing : null
  }

  #refusalOf(id: string, cameraId: string, camera: Tab | null, viewer: Viewer): ViewingEnd | null {
    if (camera === null) return 'camera-away'
    // A tab shows its own cameras without the hub; of one tab nobody could tell which end speaks.
    if (this.#viewings.has(id) || camera === viewer) return 'failed'
    const ofCamera = [...this.#viewings.values()].filter((viewing) => viewing.cameraId === cameraId)
    return ofCamera.length >= MAX_VIEWINGS ? 'full' : null
  }

  #end(viewing: Viewing, toViewer: ViewingEnd | null, toCamera: ViewingEnd | null): void {
    if (!this.#viewings.delete(viewing.id)) return
    this.#relays.remove(viewing)
    viewing.tellEnd(toViewer, toCamera)
    this.#ports.noteViewings(-1)
    this.#presence.noteChange()
  }

  #endAllOf(cameraId: string, reason: ViewingEnd): void {
    for (const viewing of this.#viewings.values()) if (viewing.cameraId === cameraId) this.#end(viewing, reason, reason)
  }

  #setOffers(tab: Tab, stamps: ReadonlyMap<string, OfferStamp>): void {
    const changed = this.#offers.set(tab, stamps)
    for (const cameraId of changed) {
      this.#endAllOf(cameraId, 'camera-away')
      this.#sirens.delete(cameraId)
      // A new one is told of once its row was read.
      if (!this.#offers.has(cameraId) && this.#states.delete(cameraId)) this.#presence.noteChange()
    }
    if (changed.length > 0) this.#publish()
  }

  #noteState(cameraId: string, state: CameraState): void {
    if (state !== 'open') this.#endAllOf(cameraId, state)
    if (!this.#offers.has(cameraId) || this.#states.get(cameraId) === state) return
    this.#states.set(cameraId, state)
    this.#publish()
    this.#presence.noteChange()
  }

  #publish(): void {
    if (!this.#isClosed) this.#ports.far?.publish(this.#ownState())
  }

  /**
   * Whatever others offer: hubs whose messages followed from each other's would go on without end. What is no camera of the
   * workspace is told to none, and that is known once its row was read.
   */
  #ownState(): OwnState {
    const isCamera = (cameraId: string) => (this.#states.get(cameraId) ?? 'no-camera') !== 'no-camera'
    const offers = this.#offers.heldAmong(this.#tabs, isCamera)
    const viewings = [...this.#viewings.values()]
    const viewedIds = new Set(viewings.map(({ cameraId }) => cameraId))
    return {
      offers,
      viewed: [...viewedIds].map((cameraId) => ({ cameraId, viewers: this.#viewersHere(cameraId) })),
      sirens: [...this.#sirens].map(([cameraId, by]) => ({ cameraId, by })),
      programs: viewings.flatMap(({ id, cameraId, isProgram }) => (isProgram ? [{ cameraId, viewingId: id }] : [])),
    }
  }

  #viewersHere(cameraId: string): LiveViewer[] {
    const viewings = [...this.#viewings.values()].filter((viewing) => viewing.cameraId === cameraId)
    return viewings.map((viewing) => viewing.present())
  }

  #tellPresence(): void {
    this.#publish()
    const text = this.#presenceText()
    if (text === this.#toldPresence) return
    this.#toldPresence = text
    for (const tab of [...this.#tabs]) tab.tellText(text)
  }

  #presenceText(): string {
    const far = [...this.#far.values()]
    const cameras = this.#offers.cameraIds
      .filter((cameraId) => this.#states.get(cameraId) === 'open')
      .map((cameraId): PresentCamera => {
        const ofCamera = (one: { readonly cameraId: string }) => one.cameraId === cameraId
        const elsewhere = far.flatMap(({ viewed }) => viewed.filter(ofCamera).flatMap(({ viewers }) => viewers))
        const sirenBy = this.#sirens.get(cameraId) ?? far.flatMap(({ sirens }) => sirens).find(ofCamera)?.by ?? null
        return { cameraId, viewers: [...this.#viewersHere(cameraId), ...elsewhere], sirenBy }
      })
    const news: LiveNews = { kind: 'presence', cameras }
    return JSON.stringify(news)
  }
}
