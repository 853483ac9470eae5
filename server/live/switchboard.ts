import { randomInt } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { CameraTable } from '../db/schema'
import type { Clock } from '../lib/clock'
import type { Peers } from '../peers/peers'
import { FarLive } from './far/far-live'
import type { FarPorts } from './far/far-ports'
import { Room } from './room'
import type { CameraState } from './room-ports'
import type { Guest } from './tab'

/** Relay ids are 32 bits on the wire. */
const RELAY_IDS = 2 ** 32

export interface LiveMetrics {
  /** Viewings that began, or (negative) ended. */
  noteViewings(more: number): void
  noteRelayed(bytes: number): void
}

export interface SwitchboardPorts {
  readonly cameraLookup: { camera(workspaceId: string, cameraId: string): Promise<CameraTable | null> }
  readonly metrics: LiveMetrics
  readonly peers: Peers
  readonly lookLimitMs: number
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/**
 * Who offers which camera and who looks through it, for all workspaces, in the memory of this hub. A camera's tab and its
 * viewers must be at the same one, unless hubs reach each other (far/far-live.ts). Whoever makes it calls `close`.
 */
export class Switchboard {
  readonly #ports: SwitchboardPorts
  readonly #rooms = new Map<string, Room>()
  /** By workspace; none stands for an empty set. */
  readonly #guests = new Map<string, Set<Guest>>()
  readonly #far: FarLive | null
  #lastRelayId = 0

  constructor(ports: SwitchboardPorts) {
    const { peers, log } = ports
    this.#ports = ports
    const rooms = {
      roomOf: (workspaceId: string) => this.#rooms.get(workspaceId) ?? null,
      rooms: () => this.#rooms.values(),
    }
    this.#far = peers.state === 'alone' ? null : new FarLive({ peers, log, ...rooms })
    // A viewer of cameras at several hubs tells their relays apart by the number.
    if (this.#far !== null) this.#lastRelayId = randomInt(RELAY_IDS)
  }

  /** Made where there is none; it is kept while the workspace has a guest here. */
  roomOf(workspaceId: string): Room {
    const known = this.#rooms.get(workspaceId)
    if (known !== undefined) return known
    const room = this.#newRoom(workspaceId)
    this.#rooms.set(workspaceId, room)
    this.#far?.fill(workspaceId, room)
    return room
  }

  /** Of a program that looks from another hub; false: there is none. */
  endFarProgram(workspaceId: string, cameraId: string, viewingId: string): boolean {
    return this.#far?.endProgram(workspaceId, cameraId, viewingId) ?? false
  }

  enter(guest: Guest): void {
    const { workspaceId } = guest.pass
    this.#guests.set(workspaceId, (this.#guests.get(workspaceId) ?? new Set()).add(guest))
  }

  /** The room stays for all others: one whose plan is still being read is seen in none, and will look through this one. */
  leave(guest: Guest): void {
    const { workspaceId } = guest.pass
    const guests = this.#guests.get(workspaceId)
    if (guests?.delete(guest) !== true || guests.size > 0) return
    this.#guests.delete(workspaceId)
    this.#rooms.get(workspaceId)?.close()
    this.#rooms.delete(workspaceId)
    this.#far?.forget(workspaceId)
  }

  /** A camera was changed or removed: what it is looked through for no more ends before this resolves. Never rejects. */
  async noteCameraChange(workspaceId: string, cameraId: string): Promise<void> {
    try {
      this.#far?.noteChanged(workspaceId, cameraId)
      await this.#rooms.get(workspaceId)?.refresh([cameraId])
    } catch (problem) {
      // The next check of those who look does it.
      this.#noteUnread(problem)
    }
  }

  /** Looks whether those who are here still may, and whether what they look through still may be seen. */
  async checkAccess(): Promise<void> {
    const guests = this.#allGuests().map(async (guest) => {
      const tier = await guest.pass.tierNow()
      if (tier === null) guest.expel()
      else guest.noteTier(tier)
    })
    const cameras = [...this.#rooms.values()].map((room) => room.refreshViewed())
    await Promise.all([...guests, ...cameras])
  }

  /** Tells everybody that the hub is there, and lets go of those who are not. */
  beat(): void {
    for (const guest of this.#allGuests()) guest.beat()
  }

  viewingBeat(): void {
    for (const room of [...this.#rooms.values()]) room.viewingBeat()
  }

  close(): void {
    for (const guest of this.#allGuests()) guest.close()
    this.#far?.close()
  }

  #noteUnread(problem: unknown): void {
    this.#ports.log.error({ problem: String(problem) }, 'a camera could not be read for live view')
  }

  #allGuests(): Guest[] {
    return [...this.#guests.values()].flatMap((guests) => [...guests])
  }

  #newRoom(workspaceId: string): Room {
    const { cameraLookup, metrics, lookLimitMs, clock } = this.#ports
    return new Room({
      cameraState: async (cameraId) => stateOf(await cameraLookup.camera(workspaceId, cameraId)),
      lookLimitMs,
      noteUnread: (problem) => this.#noteUnread(problem),
      nextRelayId: () => {
        this.#lastRelayId = (this.#lastRelayId + 1) % RELAY_IDS
        return this.#lastRelayId
      },
      nowMs: () => clock.now(),
      noteViewings: (more) => metrics.noteViewings(more),
      noteRelayed: (bytes) => metrics.noteRelayed(bytes),
      far: this.#farFor(workspaceId),
    })
  }

  #farFor(workspaceId: string): FarPorts | null {
    const far = this.#far
    if (far === null) return null
    return {
      hubId: this.#ports.peers.hubId,
      publish: (state) => far.publish(workspaceId, state),
      hear: (tab, request) => far.hear(tab, request),
      isViewed: (tab) => far.isViewed(tab),
      loseTab: (tab) => far.loseTab(tab),
    }
  }
}

function stateOf(camera: CameraTable | null): CameraState {
  if (camera === null) return 'no-camera'
  return camera.is_live_allowed === 1 ? 'open' : 'live-off'
}
