import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { LiveRequest } from '../../../src/contract/live/live'
import { readChunkHead } from '../../../src/contract/live/live-chunk'
import type { Peers } from '../../peers/peers'
import { hearRequest } from '../hear-request'
import type { OfferStamp } from '../offers'
import type { Room } from '../room'
import type { Tab } from '../tab'
import { FarHubs } from './far-hubs'
import { type FarMessage, type RoomState, readFarChunk, readFarMessage, writeFarChunk } from './far-messages'
import type { OwnState } from './far-ports'
import { FarTab } from './far-tab'
import { FarViewings } from './far-viewings'

/** For all hubs; each has one of its own beside. */
const TOPIC = 'live'

export interface FarLivePorts {
  readonly peers: Peers
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Of this hub; null: nobody of the workspace is here. */
  readonly roomOf: (workspaceId: string) => Room | null
  readonly rooms: () => Iterable<Room>
}

type Of<Kind extends FarMessage['kind']> = Extract<FarMessage, { kind: Kind }>

/**
 * Live view across hubs: a camera's tab and its viewers may be at different ones. Each hub tells all others which cameras
 * its tabs offer and who looks from it. The viewing is at the viewer's hub, which judges it, and to which a tab elsewhere is
 * a tab like any (`FarTab`); the camera's hub only hands on (`FarViewings`). Whoever makes it calls `close`.
 */
export class FarLive {
  readonly #ports: FarLivePorts
  readonly #hubs: FarHubs
  readonly #viewings: FarViewings
  /** What others told last, by hub and workspace. */
  readonly #told = new Map<string, Map<string, RoomState>>()
  /** By workspace and tab, where the workspace has a room here. */
  readonly #tabs = new Map<string, Map<string, FarTab>>()
  /** Of the tabs here. */
  readonly #ids = new Map<Tab, string>()
  readonly #own = new Map<string, { readonly state: RoomState; readonly text: string }>()

  constructor(ports: FarLivePorts) {
    const { peers } = ports
    this.#ports = ports
    this.#viewings = new FarViewings({
      say: ({ hub, workspaceId, lineId }, request) =>
        this.#send(hub, { kind: 'said', hub: peers.hubId, workspaceId, lineId, request }),
      sendChunk: ({ hub, workspaceId, lineId }, chunk) =>
        peers.send(topicOf(hub), writeFarChunk(workspaceId, lineId, chunk)),
      waitingBytes: () => peers.waitingBytes,
    })
    this.#hubs = new FarHubs({
      beat: () => this.#send(null, { kind: 'beat', hub: peers.hubId }),
      onGone: (hub) => this.#loseHub(hub),
    })
    peers.hear(TOPIC, (message) => this.#hear(message))
    peers.hear(topicOf(peers.hubId), (message) => this.#hear(message))
    peers.watch((state) => {
      if (state === 'together') this.#greet()
    })
    this.#greet()
  }

  isViewed(tab: Tab): boolean {
    return this.#viewings.isViewed(tab)
  }

  /** What a tab here says of a look from another hub; false: it is of none. */
  hear(tab: Tab, request: LiveRequest): boolean {
    return this.#viewings.hear(tab, request)
  }

  /** What this hub has of a workspace. */
  publish(workspaceId: string, { offers, viewed, sirens, programs }: OwnState): void {
    const lines = [...offers].map(([tab, held]) => ({
      id: this.#idOf(tab),
      cameraIds: [...held.keys()],
      offeredAtMs: Object.fromEntries(held),
    }))
    const others = { viewed: [...viewed], sirens: [...sirens], programs: [...programs] }
    const state: RoomState = { workspaceId, lines, ...others }
    const text = JSON.stringify(state)
    const before = this.#own.get(workspaceId)
    if (before === undefined ? isEmpty(state) : before.text === text) return
    if (isEmpty(state)) this.#own.delete(workspaceId)
    else this.#own.set(workspaceId, { state, text })
    this.#tellState(state)
  }

  loseTab(tab: Tab): void {
    this.#viewings.loseTab(tab)
    this.#ids.delete(tab)
  }

  /** It is new, and has yet to hear what others told. */
  fill(workspaceId: string, room: Room): void {
    for (const [hub, states] of this.#told) {
      const state = states.get(workspaceId)
      if (state !== undefined) this.#apply(room, hub, state)
    }
  }

  /** Its room is gone. */
  forget(workspaceId: string): void {
    this.#tabs.delete(workspaceId)
  }

  noteChanged(workspaceId: string, cameraId: string): void {
    this.#send(null, { kind: 'changed', hub: this.#ports.peers.hubId, workspaceId, cameraId })
  }

  /** Of a program that looks from another hub; false: none tells of it, or none can be told. */
  endProgram(workspaceId: string, cameraId: string, viewingId: string): boolean {
    const { peers } = this.#ports
    const isMeant = (one: { cameraId: string; viewingId: string }) =>
      one.cameraId === cameraId && one.viewingId === viewingId
    const [hub] = [...this.#told].find(([, states]) => states.get(workspaceId)?.programs?.some(isMeant)) ?? []
    if (hub === undefined || peers.state !== 'together') return false
    this.#send(hub, { kind: 'end-program', hub: peers.hubId, workspaceId, cameraId, viewingId })
    return true
  }

  close(): void {
    this.#hubs.close()
    this.#send(null, { kind: 'bye', hub: this.#ports.peers.hubId })
  }

  #greet(): void {
    this.#send(null, { kind: 'hello', hub: this.#ports.peers.hubId })
    this.#tellAll()
  }

  /** What is gone since others heard of it last is not told of by itself: none of that is in the last message. */
  #tellAll(): void {
    for (const { state } of this.#own.values()) this.#tellState(state)
    const asked = [...this.#ports.rooms()].map((room) => room.askedElsewhere())
    this.#send(null, {
      kind: 'all',
      hub: this.#ports.peers.hubId,
      workspaceIds: [...this.#own.keys()],
      viewingIds: asked.flatMap(({ viewingIds }) => viewingIds),
      relayIds: asked.flatMap(({ relayIds }) => relayIds),
    })
  }

  #tellState(state: RoomState): void {
    this.#send(null, { kind: 'room', hub: this.#ports.peers.hubId, state })
  }

  /** null: to all. */
  #send(hub: string | null, message: FarMessage): void {
    this.#ports.peers.send(hub === null ? TOPIC : topicOf(hub), JSON.stringify(message))
  }

  #hear(bytes: Buffer): void {
    const far = readFarChunk(bytes)
    if (far !== null) {
      const tab = this.#tabs.get(far.workspaceId)?.get(far.lineId)
      const head = readChunkHead(far.chunk)
      if (tab !== undefined && head !== null) this.#ports.roomOf(far.workspaceId)?.relayChunk(tab, head, far.chunk)
      return
    }
    const message = readFarMessage(bytes)
    if (message === null || message.hub === this.#ports.peers.hubId) return
    if (message.kind === 'bye') return this.#hubs.lose(message.hub)
    // Whoever was held for gone has to hear everything anew.
    if (this.#hubs.note(message.hub) && message.kind !== 'hello') this.#greet()
    this.#take(message)
  }

  #take(message: Exclude<FarMessage, { kind: 'bye' }>): void {
    switch (message.kind) {
      case 'beat':
        return
      case 'hello':
        return this.#tellAll()
      case 'all':
        return this.#takeAll(message)
      case 'changed':
        return this.#quietly(this.#ports.roomOf(message.workspaceId)?.refresh([message.cameraId]))
      case 'end-program':
        return this.#ports.roomOf(message.workspaceId)?.endProgram(message.cameraId, message.viewingId)
      case 'room':
        return this.#takeRoom(message)
      case 'tell':
        return this.#takeTold(message)
      case 'said':
        return this.#takeSaid(message)
    }
  }

  #takeRoom({ hub, state }: Of<'room'>): void {
    const states = this.#told.get(hub) ?? new Map<string, RoomState>()
    this.#told.set(hub, states)
    if (isEmpty(state)) states.delete(state.workspaceId)
    else states.set(state.workspaceId, state)
    const room = this.#ports.roomOf(state.workspaceId)
    if (room !== null) this.#apply(room, hub, state)
  }

  #takeAll({ hub, workspaceIds, viewingIds, relayIds }: Of<'all'>): void {
    this.#viewings.keep(hub, { viewingIds, relayIds })
    const gone = [...(this.#told.get(hub)?.keys() ?? [])].filter((id) => !workspaceIds.includes(id))
    for (const workspaceId of gone) this.#takeRoom({ kind: 'room', hub, state: emptyState(workspaceId) })
  }

  #apply(room: Room, hub: string, { workspaceId, lines, viewed, sirens }: RoomState): void {
    const known = this.#tabs.get(workspaceId) ?? new Map<string, FarTab>()
    this.#tabs.set(workspaceId, known)
    const told = new Map(lines.map((tab) => [tab.id, stampsOf(hub, tab)]))
    for (const [id, tab] of known) {
      if (tab.hub !== hub || told.has(id)) continue
      known.delete(id)
      this.#quietly(room.offerFar(tab, new Map()))
    }
    for (const [id, stamps] of told) {
      const tab = known.get(id) ?? this.#farTab(hub, workspaceId, id)
      known.set(id, tab)
      this.#quietly(room.offerFar(tab, stamps))
    }
    room.noteFar(hub, { viewed, sirens })
  }

  #farTab(hub: string, workspaceId: string, id: string): FarTab {
    const { hubId } = this.#ports.peers
    return new FarTab(hub, id, (news) => this.#send(hub, { kind: 'tell', hub: hubId, workspaceId, lineId: id, news }))
  }

  #takeTold({ hub, workspaceId, lineId, news }: Of<'tell'>): void {
    const room = this.#ports.roomOf(workspaceId)
    const tab = room?.tabWhere((one) => this.#ids.get(one) === lineId) ?? null
    if (room !== null && tab !== null) return this.#viewings.tell({ hub, workspaceId, lineId, tab, room }, news)
    if (news.kind !== 'viewing') return
    const request: LiveRequest = { kind: 'end', viewingId: news.viewingId, reason: 'camera-away' }
    this.#send(hub, { kind: 'said', hub: this.#ports.peers.hubId, workspaceId, lineId, request })
  }

  /** A camera's tab says nothing else through its hub. */
  #takeSaid({ hub, workspaceId, lineId, request }: Of<'said'>): void {
    const room = this.#ports.roomOf(workspaceId)
    const tab = this.#tabs.get(workspaceId)?.get(lineId)
    if (room === null || tab === undefined || tab.hub !== hub) return
    switch (request.kind) {
      case 'answer':
      case 'no-direct':
      case 'candidate':
      case 'relay-format':
      case 'act':
      case 'act-refused':
      case 'end':
        return void hearRequest(room, tab, async () => null, request)
      default:
        return
    }
  }

  #loseHub(hub: string): void {
    this.#viewings.keep(hub, { viewingIds: [], relayIds: [] })
    const states = this.#told.get(hub)
    this.#told.delete(hub)
    for (const workspaceId of states?.keys() ?? []) {
      const room = this.#ports.roomOf(workspaceId)
      if (room !== null) this.#apply(room, hub, emptyState(workspaceId))
    }
  }

  #idOf(tab: Tab): string {
    const id = this.#ids.get(tab) ?? randomUUID()
    this.#ids.set(tab, id)
    return id
  }

  /** A database that is away: the round of those who look reads rows again. */
  #quietly(work: Promise<void> | undefined): void {
    work?.catch((problem: unknown) =>
      this.#ports.log.warn({ problem: String(problem) }, 'a camera at another hub could not be read for live view'),
    )
  }
}

function topicOf(hub: string): string {
  return `${TOPIC}:${hub}`
}

function stampsOf(hub: string, { cameraIds, offeredAtMs }: RoomState['lines'][number]): Map<string, OfferStamp> {
  return new Map(cameraIds.map((id) => [id, { atMs: offeredAtMs?.[id] ?? 0, hub }]))
}

function emptyState(workspaceId: string): RoomState {
  return { workspaceId, lines: [], viewed: [], sirens: [] }
}

function isEmpty({ lines, viewed, sirens }: RoomState): boolean {
  return lines.length + viewed.length + sirens.length === 0
}
