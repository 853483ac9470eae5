import type { ClipStore } from '../../src/outbox/clip-store'
import { Outbox, type OutboxPorts, type OutboxState } from '../../src/outbox/outbox'
import type { DeliveryResult, WaitingClip } from '../../src/outbox/waiting-clip'
import { manualClock, settled } from './manual-clock'

/** A clip whose age is told by its number: 1 is the oldest. */
export function waitingClip(number: number, changes: Partial<WaitingClip> = {}): WaitingClip {
  return {
    id: `clip-${number}`,
    workspaceId: 'home',
    cameraId: 'front',
    content: new Blob([`webm ${number}`], { type: 'video/webm' }),
    mediaType: 'video/webm',
    hasAudio: false,
    startedAtMs: 1_000 * number,
    thumbnail: null,
    refusal: null,
    ...changes,
  }
}

/** A disk that the test can break. */
export interface FakeDisk extends ClipStore {
  readonly clips: ReadonlyMap<string, WaitingClip>
  /** While set, every call of these fails with it. */
  failing: { readonly calls: readonly (keyof ClipStore)[]; readonly error: Error } | null
  /** While set, a clip is kept only then. */
  putGate: Promise<void> | null
}

export function fakeDisk(...initial: WaitingClip[]): FakeDisk {
  const clips = new Map(initial.map((clip) => [clip.id, clip]))
  const access = (call: keyof ClipStore) => {
    if (disk.failing?.calls.includes(call)) throw disk.failing.error
  }
  const disk: FakeDisk = {
    clips,
    failing: null,
    putGate: null,
    async put(clip) {
      access('put')
      await disk.putGate
      clips.set(clip.id, clip)
    },
    async list() {
      access('list')
      return [...clips.values()].sort((a, b) => a.startedAtMs - b.startedAtMs)
    },
    async remove(id) {
      access('remove')
      clips.delete(id)
    },
  }
  return disk
}

/** An outbox in front of a hub that answers what the test says; time and chance are the test's, too. */
export function testOutbox(disk = fakeDisk()) {
  const clock = manualClock()
  const told = { states: [] as OutboxState[], errors: [] as unknown[] }
  const hub = {
    /** What the hub makes of a clip. */
    answer: async (_clip: WaitingClip, _signal: AbortSignal): Promise<DeliveryResult> => ({ kind: 'delivered' }),
    workspaceId: 'home' as string | null,
    /** Ids in the order of their attempts. */
    attempts: [] as string[],
  }
  const ports: OutboxPorts = {
    store: disk,
    deliver: (clip, signal) => {
      hub.attempts.push(clip.id)
      return hub.answer(clip, signal)
    },
    workspaceId: () => hub.workspaceId,
    exclusively: (work) => work(),
    after: clock.after,
    random: () => 0,
    onState: (state) => told.states.push(state),
    onError: (error) => told.errors.push(error),
  }
  return {
    ...{ clock, disk, hub, told, ports },
    outbox: new Outbox(ports),
    /** The state shown last. */
    state: () => told.states.at(-1),
    settled,
  }
}
