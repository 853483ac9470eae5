import type { FastifyBaseLogger } from 'fastify'
import type { CameraTable } from '../db/schema'
import type { Guest } from './line'
import { type CameraState, Room } from './room'

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
  readonly log: FastifyBaseLogger
}

/**
 * Who offers which camera and who looks through it, for all workspaces, in the memory of this hub: a camera's tab and its
 * viewers must be at the same one. Whoever makes it calls `close`.
 */
export class Switchboard {
  readonly #ports: SwitchboardPorts
  readonly #rooms = new Map<string, Room>()
  readonly #guests = new Set<Guest>()
  #lastRelayId = 0

  constructor(ports: SwitchboardPorts) {
    this.#ports = ports
  }

  /** Made where there is none; it is kept while a line is in it. */
  roomOf(workspaceId: string): Room {
    const room = this.#rooms.get(workspaceId) ?? this.#newRoom(workspaceId)
    this.#rooms.set(workspaceId, room)
    return room
  }

  enter(guest: Guest): void {
    this.#guests.add(guest)
  }

  leave(guest: Guest): void {
    this.#guests.delete(guest)
    const { workspaceId } = guest.pass
    if (this.#rooms.get(workspaceId)?.size === 0) this.#rooms.delete(workspaceId)
  }

  /** A camera was changed or removed: what it is looked through for no more ends before this resolves. Never rejects. */
  async noteCameraChange(workspaceId: string, cameraId: string): Promise<void> {
    try {
      await this.#rooms.get(workspaceId)?.refresh([cameraId])
    } catch (problem) {
      // The next check of those who look does it.
      this.#ports.log.error({ problem: String(problem) }, 'a camera could not be read for live view')
    }
  }

  /** Looks whether those who are here still may, and whether what they look through still may be seen. */
  async checkAccess(): Promise<void> {
    const guests = [...this.#guests].map(async (guest) => {
      const tier = await guest.pass.tierNow()
      if (tier === null) guest.expel()
      else guest.noteTier(tier)
    })
    const cameras = [...this.#rooms.values()].map((room) => room.refreshViewed())
    await Promise.all([...guests, ...cameras])
  }

  /** Tells everybody that the hub is there, and lets go of those who are not. */
  beat(): void {
    for (const guest of [...this.#guests]) guest.beat()
  }

  viewingBeat(): void {
    for (const room of [...this.#rooms.values()]) room.viewingBeat()
  }

  close(): void {
    for (const guest of [...this.#guests]) guest.close()
  }

  #newRoom(workspaceId: string): Room {
    const { cameraLookup, metrics } = this.#ports
    return new Room({
      cameraState: async (cameraId) => stateOf(await cameraLookup.camera(workspaceId, cameraId)),
      nextRelayId: () => {
        this.#lastRelayId = (this.#lastRelayId + 1) % RELAY_IDS
        return this.#lastRelayId
      },
      noteViewings: (more) => metrics.noteViewings(more),
      noteRelayed: (bytes) => metrics.noteRelayed(bytes),
    })
  }
}

function stateOf(camera: CameraTable | null): CameraState {
  if (camera === null) return 'no-camera'
  return camera.is_live_allowed === 1 ? 'open' : 'live-off'
}
