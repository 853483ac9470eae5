import type { LiveNews, LiveRequest, ViewingEnd } from '../../../src/contract/live/live'
import type { Room } from '../room'
import type { Tab } from '../tab'
import type { Begun } from './far-ports'
import { FarReceiver } from './far-receiver'

export interface FarViewingsPorts {
  /** What a camera's tab here says to those who look from a hub. */
  readonly say: (to: Looking, request: LiveRequest) => void
  readonly sendChunk: (to: Looking, chunk: Uint8Array) => void
  readonly waitingBytes: () => number
}

/** Through which tab here somebody looks, and from which hub. */
export interface Looking {
  readonly hub: string
  readonly workspaceId: string
  readonly lineId: string
  readonly tab: Tab
  readonly room: Room
}

interface FarRelay extends Looking {
  readonly cameraId: string
  readonly relayId: number
}

/** Looks from other hubs through cameras whose tabs are here. Who may, and what they may, the other hub has judged. */
export class FarViewings {
  readonly #ports: FarViewingsPorts
  readonly #viewings = new Map<string, Looking & { readonly cameraId: string }>()
  readonly #relays = new Map<string, FarRelay>()

  constructor(ports: FarViewingsPorts) {
    this.#ports = ports
  }

  isViewed(tab: Tab): boolean {
    return [...this.#viewings.values()].some((viewing) => viewing.tab === tab)
  }

  /** What those who look from another hub say to a tab here. */
  tell(looking: Looking, news: LiveNews): void {
    switch (news.kind) {
      case 'viewing':
        return this.#begin(looking, news)
      case 'relay-begin':
        return this.#beginRelay(looking, news)
      case 'relay-end':
        return this.#endRelay(looking.hub, news.relayId)
      case 'offer':
      case 'size':
      case 'act':
      case 'candidate':
      case 'end':
        return this.#handOn(looking, news)
      default:
        return
    }
  }

  /** What a tab here says of a viewing; false: it is none of these. */
  hear(tab: Tab, request: LiveRequest): boolean {
    if (!('viewingId' in request)) return false
    const viewing = this.#viewings.get(request.viewingId)
    if (viewing?.tab !== tab) return false
    if (request.kind === 'end') this.#viewings.delete(request.viewingId)
    this.#ports.say(viewing, request)
    return true
  }

  /** A tab here has gone: the other hubs hear of that otherwise. */
  loseTab(tab: Tab): void {
    for (const [id, viewing] of this.#viewings) if (viewing.tab === tab) this.#viewings.delete(id)
    for (const relay of this.#relays.values()) if (relay.tab === tab) this.#endRelay(relay.hub, relay.relayId)
  }

  /** All that a hub still has of what it began here: the rest ends. */
  keep(hub: string, { viewingIds, relayIds }: Begun): void {
    for (const [viewingId, viewing] of this.#viewings) {
      if (viewing.hub !== hub || viewingIds.includes(viewingId)) continue
      this.#viewings.delete(viewingId)
      viewing.tab.tell({ kind: 'end', viewingId, reason: 'left' })
    }
    for (const { hub: of, relayId } of this.#relays.values())
      if (of === hub && !relayIds.includes(relayId)) this.#endRelay(hub, relayId)
  }

  #begin(looking: Looking, news: Extract<LiveNews, { kind: 'viewing' }>): void {
    const { viewingId, cameraId } = news
    const others = [...this.#viewings.values()].filter((viewing) => viewing.cameraId === cameraId).length
    const refusal: ViewingEnd | null = looking.room.refusalOfFar(cameraId, looking.tab, others)
    if (refusal !== null) return this.#ports.say(looking, { kind: 'end', viewingId, reason: refusal })
    this.#viewings.set(viewingId, { ...looking, cameraId })
    looking.tab.tell(news)
  }

  #handOn({ hub, tab }: Looking, news: LiveNews & { readonly viewingId: string }): void {
    const viewing = this.#viewings.get(news.viewingId)
    if (viewing?.hub !== hub || viewing.tab !== tab) return
    if (news.kind === 'end') this.#viewings.delete(news.viewingId)
    tab.tell(news)
  }

  #beginRelay(looking: Looking, { cameraId, relayId }: Extract<LiveNews, { kind: 'relay-begin' }>): void {
    if (looking.room.refusalOfFar(cameraId, looking.tab, 0) !== null) return
    const { say, sendChunk, waitingBytes } = this.#ports
    const receiver = new FarReceiver({
      relayId,
      say: (request) => say(looking, request),
      sendChunk: (chunk) => sendChunk(looking, chunk),
      waitingBytes,
    })
    this.#relays.set(keyOf(looking.hub, relayId), { ...looking, cameraId, relayId })
    looking.room.addFarRelay({ id: keyOf(looking.hub, relayId), cameraId, camera: looking.tab }, receiver)
  }

  #endRelay(hub: string, relayId: number): void {
    const id = keyOf(hub, relayId)
    const relay = this.#relays.get(id)
    if (relay === undefined) return
    this.#relays.delete(id)
    relay.room.removeFarRelay({ id, cameraId: relay.cameraId })
  }
}

function keyOf(hub: string, relayId: number): string {
  return `${hub}/${relayId}`
}
