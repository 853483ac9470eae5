import { randomUUID } from 'node:crypto'
import type { ShownSize } from '../../src/contract/live/live'
import type { Room } from './room'
import type { Switchboard } from './switchboard'
import type { Guest, Pass } from './tab'
import { type WhepOutcome, WhepViewer } from './whep-viewer'

/** What other programs are taken to show: nothing in their offer says. */
const SIZE: ShownSize = { width: 1920, height: 1080 }

interface WhepRequest {
  readonly pass: Pass
  readonly cameraId: string
  readonly offer: string
  /** The program hung up before it was answered. */
  readonly signal: AbortSignal
}

interface Entry {
  readonly viewer: WhepViewer
  readonly workspaceId: string
  readonly cameraId: string
}

/** The viewings of other programs that this hub answered, from offer to DELETE or whatever ends them before. */
export class WhepViewings {
  readonly #switchboard: Switchboard
  readonly #limitMs: number
  readonly #entries = new Map<string, Entry>()

  constructor(switchboard: Switchboard, limitMs: number) {
    this.#switchboard = switchboard
    this.#limitMs = limitMs
  }

  /** `viewingId` is good for as long as the outcome is an answer. */
  async begin({ pass, cameraId, offer, signal }: WhepRequest): Promise<{ viewingId: string; outcome: WhepOutcome }> {
    const viewingId = randomUUID()
    const room = this.#switchboard.roomOf(pass.workspaceId)
    const viewer = new WhepViewer(pass.who, () => this.#leave(viewingId, room, viewer, guest))
    const guest = guestOf(pass, room, viewer)
    this.#entries.set(viewingId, { viewer, workspaceId: pass.workspaceId, cameraId })
    this.#switchboard.enter(guest)
    const timer = setTimeout(() => viewer.end({ kind: 'late' }), this.#limitMs)
    const hangUp = () => viewer.end({ kind: 'end', reason: 'left' })
    signal.addEventListener('abort', hangUp)
    try {
      const request = { viewingId, cameraId, size: SIZE, offer }
      const begun = room.view({ viewer, request, isProgram: true, tierNow: () => pass.tierNow() })
      // The database may take longer than anybody waits.
      const outcome = await Promise.race([viewer.outcome, begun.then(() => viewer.outcome)])
      return { viewingId, outcome }
    } catch (problem) {
      viewer.end({ kind: 'end', reason: 'failed' })
      throw problem
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', hangUp)
    }
  }

  /** false: the workspace has no such viewing, or none any more. */
  end(workspaceId: string, cameraId: string, viewingId: string): boolean {
    const entry = this.#entries.get(viewingId)
    // Another hub, or process, has answered the offer.
    if (entry === undefined) return this.#switchboard.endFarProgram(workspaceId, cameraId, viewingId)
    if (entry.workspaceId !== workspaceId || entry.cameraId !== cameraId) return false
    entry.viewer.end({ kind: 'end', reason: 'left' })
    return true
  }

  #leave(viewingId: string, room: Room, viewer: WhepViewer, guest: Guest): void {
    this.#entries.delete(viewingId)
    room.endOf(viewer, 'left')
    this.#switchboard.leave(guest)
  }
}

function guestOf(pass: Pass, room: Room, viewer: WhepViewer): Guest {
  return {
    pass,
    noteTier: (tier) => room.noteTier(viewer, tier),
    // The camera is told why, and the viewer by it.
    expel: () => {
      room.endOf(viewer, 'not-allowed')
      viewer.end({ kind: 'end', reason: 'not-allowed' })
    },
    close: () => viewer.end({ kind: 'end', reason: 'camera-away' }),
    // Its requests are over long ago: the camera says when it has gone.
    beat: () => undefined,
  }
}
