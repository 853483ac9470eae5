import type { createStore } from 'jotai/vanilla'
import { type ClipStore, LostRecording } from '../../src/outbox/clip-store'
import { type ClipLocks, exclusively, ifFree } from '../../src/outbox/exclusive'
import { emptyLedger, entered, type Ledger } from '../../src/outbox/ledger'
import { Outbox, type OutboxPorts } from '../../src/outbox/outbox'
import type { OutboxState } from '../../src/outbox/outbox-state'
import {
  type CloseResult,
  type EndedRecording,
  entryOfRecording,
  type Part,
  type Recording,
} from '../../src/outbox/recording'
import { type KeeperPorts, RecordingKeeper } from '../../src/outbox/recording-keeper'
import { type DeliveryResult, entryOf, type WaitingClip } from '../../src/outbox/waiting-clip'
import {
  clipBegunAtom,
  clipDetectionsAtom,
  clipEndedAtom,
  clipPartAtom,
  clipThumbnailAtom,
} from '../../src/state/recordings/delivery'
import { type Services, servicesAtom } from '../../src/state/services'
import { noSigning } from './browser/no-signing'
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
    detections: [],
    refusal: null,
    isRefusedForNow: false,
    ...changes,
  }
}

/** A recording whose age is told by its number, as that of a clip. */
export function recordingOf(number: number, changes: Partial<Recording> = {}): Recording {
  const { id, workspaceId, cameraId, mediaType, hasAudio, startedAtMs } = waitingClip(number)
  return { id, workspaceId, cameraId, mediaType, hasAudio, startedAtMs, thumbnail: null, detections: [], ...changes }
}

/** A part with its number as its byte. */
export function partOf(recording: number, number: number, changes: Partial<Part> = {}): Part {
  const bytes = new Uint8Array([number])
  return { recordingId: `clip-${recording}`, number, bytes, sizeBytes: bytes.byteLength, keptAtMs: 0, ...changes }
}

/** A blob that says it has so many bytes. */
export function declaredBlob(sizeBytes: number): Blob {
  return Object.defineProperty(new Blob(['x']), 'size', { value: sizeBytes })
}

/** A disk that the test can break. */
export interface FakeDisk extends ClipStore {
  readonly clips: ReadonlyMap<string, WaitingClip>
  readonly unfinished: ReadonlyMap<string, Recording>
  readonly ledgers: ReadonlyMap<string, Ledger>
  /** Parts in the order of their writing. */
  readonly written: readonly Part[]
  /** While set, every call of these fails with it. */
  failing: { readonly calls: readonly (keyof ClipStore)[]; readonly error: Error } | null
  /** While set, a part is kept only then. */
  appendGate: Promise<void> | null
  roomBytes: number
}

export function fakeDisk(...initial: WaitingClip[]): FakeDisk {
  const clips = new Map(initial.map((clip) => [clip.id, clip]))
  const unfinished = new Map<string, Recording>()
  const ledgers = new Map<string, Ledger>()
  let written: Part[] = []
  const access = (call: keyof ClipStore) => {
    if (disk.failing?.calls.includes(call)) throw disk.failing.error
  }
  const partsOf = (id: string) => written.filter(({ recordingId }) => recordingId === id)
  const takeRecording = (id: string) => {
    unfinished.delete(id)
    written = written.filter(({ recordingId }) => recordingId !== id)
  }
  const disk: FakeDisk = {
    clips,
    unfinished,
    ledgers,
    failing: null,
    appendGate: null,
    roomBytes: 1_000_000,
    get written() {
      return written
    },
    async put(clip) {
      access('put')
      clips.set(clip.id, clip)
    },
    async list() {
      access('list')
      return [...clips.values()].map(entryOf).sort((a, b) => a.startedAtMs - b.startedAtMs)
    },
    async get(id) {
      access('get')
      return clips.get(id) ?? null
    },
    async remove({ id, workspaceId }, why) {
      access('remove')
      if (why.kind === 'delivered' || clips.has(id) || unfinished.has(id)) {
        ledgers.set(workspaceId, entered(ledgers.get(workspaceId) ?? emptyLedger(workspaceId), why))
      }
      clips.delete(id)
      takeRecording(id)
    },
    async begin(recording) {
      access('begin')
      unfinished.set(recording.id, recording)
      if (!ledgers.has(recording.workspaceId)) ledgers.set(recording.workspaceId, emptyLedger(recording.workspaceId))
    },
    async append(part) {
      access('append')
      await disk.appendGate
      if (!unfinished.has(part.recordingId)) throw new LostRecording(part.recordingId)
      written = [...written, part]
    },
    async amend(id, amendment) {
      access('amend')
      const recording = unfinished.get(id)
      if (recording !== undefined) unfinished.set(id, { ...recording, ...amendment })
    },
    async recordings() {
      access('recordings')
      return [...unfinished.values()].map((recording) => entryOfRecording(recording, partsOf(recording.id)))
    },
    async recording(id) {
      access('recording')
      return unfinished.get(id) ?? null
    },
    async parts(id) {
      access('parts')
      return partsOf(id)
    },
    async finish(clip) {
      access('finish')
      if (!unfinished.has(clip.id)) return 'gone'
      clips.set(clip.id, clip)
      takeRecording(clip.id)
      return 'on-disk'
    },
    async ledger(workspaceId) {
      access('ledger')
      return ledgers.get(workspaceId) ?? null
    },
    async dismissDropped(workspaceId, count) {
      access('dismissDropped')
      const ledger = ledgers.get(workspaceId)
      if (ledger !== undefined) ledgers.set(workspaceId, { ...ledger, dropped: ledger.dropped - count })
    },
    isDiskSilent: () => false,
    remembered: async () => [],
    offerAgain: async () => [],
    room: async () => disk.roomBytes,
    persist: async () => true,
  }
  return disk
}

/** Web Locks that its tabs share; one holder for each name. Unlike fakeLocks it can also be asked whether one is free. */
export function browserLocks(): LockManager {
  const holders = new Map<string, Promise<unknown>>()
  type Work = (lock: Lock | null) => unknown
  const request = async (name: string, { signal, ifAvailable }: LockOptions, work: Work): Promise<unknown> => {
    if (ifAvailable && holders.has(name)) return work(null)
    for (let held = holders.get(name); held !== undefined; held = holders.get(name)) {
      await Promise.race([held.catch(() => undefined), rejectedWith(signal)])
    }
    signal?.throwIfAborted()
    const working = Promise.resolve(work({ name, mode: 'exclusive' })).finally(() => holders.delete(name))
    holders.set(name, working)
    return working
  }
  return { request } as unknown as LockManager
}

function rejectedWith(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

/** The outbox's locks over the browser's; undefined is a browser without any. */
export function clipLocks(locks: LockManager | undefined): ClipLocks {
  return {
    exclusively: (name, work, signal) => exclusively(locks, name, work, signal),
    ifFree: (name, work) => ifFree(locks, name, work),
  }
}

/** An outbox in front of a hub that answers what the test says; time and chance are the test's, too. */
export function testOutbox(disk = fakeDisk(), store: ClipStore = disk) {
  const clock = manualClock()
  const told = { states: [] as OutboxState[], errors: [] as unknown[] }
  const hub = {
    /** What the hub makes of a clip. */
    answer: async (_clip: WaitingClip, _signal: AbortSignal): Promise<DeliveryResult> => ({ kind: 'delivered' }),
    workspaceId: 'home' as string | null,
    isOnline: true,
    /** Recordings that wait to be made clips. */
    ended: [] as EndedRecording[],
    /** Ids in the order of their attempts. */
    attempts: [] as string[],
  }
  const ports: OutboxPorts = {
    store,
    deliver: (clip, signal) => {
      hub.attempts.push(clip.id)
      return hub.answer(clip, signal)
    },
    workspaceId: () => hub.workspaceId,
    ended: () => hub.ended,
    isOnline: () => hub.isOnline,
    locks: clipLocks(undefined),
    after: clock.after,
    nowMs: clock.nowMs,
    random: () => 0,
    onState: (state) => told.states.push(state),
    onError: (error) => told.errors.push(error),
  }
  const outbox = new Outbox(ports)
  return {
    clock,
    disk,
    hub,
    told,
    ports,
    outbox,
    /** A clip is finished and waits from now on. */
    async keep(clip: WaitingClip): Promise<void> {
      await store.put(clip)
      await outbox.clipKept()
    },
    /** The state shown last. */
    state: () => told.states.at(-1),
    settled,
  }
}

/** Closes a stream by naming it: 'closed ' and its bytes, so that what was closed can be told. */
async function closedByName(recorded: Blob): Promise<CloseResult> {
  const bytes = new Uint8Array(await recorded.arrayBuffer())
  const content = new Blob([`closed ${[...bytes].join(' ')}`], { type: recorded.type })
  return { kind: 'closed', clip: { content, mediaType: recorded.type, hasAudio: false } }
}

/** A tab's keeper of recordings; time and chance are the test's. Null locks: a browser without any. */
export function testKeeper(store: ClipStore, locks: LockManager | null = browserLocks(), clock = manualClock()) {
  const told = { ended: 0, kept: 0, empty: [] as string[], asRecorded: [] as string[], errors: [] as unknown[] }
  const closing = { isHubReachable: true, answer: closedByName, streams: [] as string[] }
  const ports: KeeperPorts = {
    store,
    locks: clipLocks(locks ?? undefined),
    closeClip: async (recorded) => {
      closing.streams.push([...new Uint8Array(await recorded.arrayBuffer())].join(' '))
      return closing.answer(recorded)
    },
    signClip: async () => null,
    isHubReachable: () => closing.isHubReachable,
    nowMs: clock.nowMs,
    after: clock.after,
    random: () => 0,
    onEnded: () => {
      told.ended++
    },
    onKept: () => {
      told.kept++
    },
    onNothingRecorded: ({ id }) => told.empty.push(id),
    onKeptAsRecorded: ({ id }) => told.asRecorded.push(id),
    onError: (error) => told.errors.push(error),
  }
  return { keeper: new RecordingKeeper(ports), told, closing, clock, settled }
}

/** Lets an in-memory database come to rest, too, which takes a turn of the loop for each request. */
export async function rested(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await settled()
}

/** The network as the browser tells it. */
export function fakeNetwork() {
  const watchers = new Set<() => void>()
  let isOnline = true
  return {
    isOnline: () => isOnline,
    watch(onChange: () => void, signal: AbortSignal) {
      watchers.add(onChange)
      signal.addEventListener('abort', () => watchers.delete(onChange))
    },
    /** The half minute is over, or the tab is shown. */
    look() {
      for (const watcher of watchers) watcher()
    },
    turn(online: boolean) {
      isOnline = online
      for (const watcher of watchers) watcher()
    },
  }
}

/** The services that the outbox needs beside its disk: recordings are taken for files as they are. */
export function outboxServices(locks?: LockManager) {
  return {
    closeClip: async (recorded: Blob): Promise<CloseResult> => ({
      kind: 'closed',
      clip: { content: recorded, mediaType: recorded.type, hasAudio: true },
    }),
    takeStills: async (): Promise<readonly Blob[]> => [],
    ifFree: clipLocks(locks).ifFree,
    signing: noSigning,
    network: fakeNetwork(),
  } satisfies Partial<Services>
}

type Store = ReturnType<typeof createStore>

/** Gives a tab what its outbox needs beside its disk. */
export function equip(store: Store, given: Partial<Services> = {}): void {
  store.set(servicesAtom, { ...store.get(servicesAtom), ...outboxServices(), ...given })
}

/** The engine of a tab records a clip from beginning to end, in two parts. */
export async function recordClip(
  store: Store,
  clip: Omit<WaitingClip, 'refusal' | 'isRefusedForNow' | 'detections'> & Partial<Pick<WaitingClip, 'detections'>>,
): Promise<void> {
  const { id, workspaceId, cameraId, content, startedAtMs, mediaType, hasAudio, thumbnail } = clip
  const bytes = new Uint8Array(await content.arrayBuffer())
  store.set(clipBegunAtom, workspaceId, cameraId, { id, startedAtMs, mediaType, hasAudio })
  if (thumbnail !== null) store.set(clipThumbnailAtom, id, thumbnail)
  if (clip.detections !== undefined) store.set(clipDetectionsAtom, id, clip.detections)
  store.set(clipPartAtom, id, bytes.slice(0, 100))
  store.set(clipPartAtom, id, bytes.slice(100))
  store.set(clipEndedAtom, id)
}
