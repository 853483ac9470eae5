import { atom, type createStore } from 'jotai/vanilla'
import type { ClipHead } from '../../engine/recording'
import type { ClipLocks } from '../../outbox/exclusive'
import { Outbox } from '../../outbox/outbox'
import { emptyOutbox, type OutboxState } from '../../outbox/outbox-state'
import { RecordingKeeper } from '../../outbox/recording-keeper'
import type { ClipDetection } from '../../outbox/waiting-clip'
import { signClipAtom } from '../evidence/signing'
import { connectionAtom } from '../hub/connection'
import { servicesAtom } from '../services'
import { keepText } from '../session-store'
import { sessionAtom } from '../sign-in/session'
import { deliveryWorkspaceAtom, uploadClipAtom } from './clip-upload'

type Store = ReturnType<typeof createStore>

/** Set once this browser was asked to keep its disk: some ask the user in turn. */
const PERSISTENCE_ASKED_KEY = 'nightjar:persistence-asked'

/** What waits for delivery in this browser. */
export const outboxStateAtom = atom<OutboxState>(emptyOutbox)

/** Since when the browser itself says that it has no network, in ms since the epoch; null while it has. */
export const offlineSinceMsAtom = atom<number | null>(null)

const outboxAtom = atom<Outbox | null>(null)
const keeperAtom = atom<RecordingKeeper | null>(null)

const isCloserFetchedAtom = atom(false)

/** Clips that this tab's cameras have begun, and neither ended nor left out. */
const openClipsAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Whether the page may go: of a clip that is still open the next page delivers what there is, were it left out or not. */
export const areClipsDecidedAtom = atom((get) => get(openClipsAtom).size === 0)

const clipClosedAtMsAtom = atom<number | null>(null)

/** When the last of them was, in ms since the epoch; null: none has been. */
export const lastClipClosedAtMsAtom = atom((get) => get(clipClosedAtMsAtom))

const closeClipAtom = atom(null, (get, set, clipId: string) => {
  set(openClipsAtom, new Set([...get(openClipsAtom)].filter((id) => id !== clipId)))
  set(clipClosedAtMsAtom, get(servicesAtom).nowMs())
})

/** Those of an engine that is gone are decided by whoever finds them. */
export const forgetOpenClipsAtom = atom(null, (_get, set) => set(openClipsAtom, new Set<string>()))

/** A camera records for the workspace it belongs to: that may be signed out before the clip is delivered. */
export const clipBegunAtom = atom(null, (get, set, workspaceId: string, cameraId: string, clip: ClipHead) => {
  get(keeperAtom)?.begin({ ...clip, workspaceId, cameraId, thumbnail: null, detections: [] })
  set(openClipsAtom, new Set([...get(openClipsAtom), clip.id]))
  if (get(isCloserFetchedAtom)) return
  set(isCloserFetchedAtom, true)
  // Closing nothing makes the browser fetch and keep the worker that closes, for an outage.
  void get(servicesAtom).closeClip(new Blob([]))
})
export const clipPartAtom = atom(null, (get, _set, clipId: string, bytes: Uint8Array<ArrayBuffer>) =>
  get(keeperAtom)?.append(clipId, bytes),
)
export const clipThumbnailAtom = atom(null, (get, _set, clipId: string, jpeg: Blob) =>
  get(keeperAtom)?.amend(clipId, { thumbnail: jpeg }),
)
export const clipDetectionsAtom = atom(null, (get, _set, clipId: string, detections: readonly ClipDetection[]) =>
  get(keeperAtom)?.amend(clipId, { detections }),
)
export const clipMovedAtom = atom(null, (get, _set, clipId: string) =>
  get(keeperAtom)?.amend(clipId, { hasMoved: true }),
)
/** It is decided once the disk has it no more: another page would deliver it. */
export const clipLeftOutAtom = atom(null, async (get, set, clipId: string) => {
  await get(keeperAtom)?.leaveOut(clipId)
  set(closeClipAtom, clipId)
})
export const clipEndedAtom = atom(null, (get, set, clipId: string) => {
  set(closeClipAtom, clipId)
  get(keeperAtom)?.end(clipId)
})

/** What a person may do with clips that the hub would not take. */
export const retryRefusedAtom = atom(null, (get) => get(outboxAtom)?.retryRefused())
export const discardRefusedAtom = atom(null, async (get) => {
  const { reporter } = get(servicesAtom)
  const report = (error: unknown) => reporter.report('Clips that could not be delivered could not be discarded.', error)
  await get(outboxAtom)?.discardRefused().catch(report)
})

/** A person has seen how many clips were dropped. */
export const dismissDroppedAtom = atom(null, (get) => get(outboxAtom)?.dismissDropped(get(outboxStateAtom).dropped))

/** Where the storage is full, the browser does not remember. */
const isPersistenceAskedAtom = atom(false)

/** Asks once in a browser's life that the disk be kept. */
const askPersistenceAtom = atom(null, async (get, set) => {
  const { clips, storage, reporter } = get(servicesAtom)
  if (get(isPersistenceAskedAtom) || storage.getItem(PERSISTENCE_ASKED_KEY) !== null) return
  set(isPersistenceAskedAtom, true)
  keepText(storage, PERSISTENCE_ASKED_KEY, 'true')
  if (!(await clips.persist())) {
    reporter.report('The browser may clear waiting clips when its disk is full: it did not grant persistent storage.')
  }
})

/** Keeps what the cameras record and delivers it for as long as the app is open. */
class DeliveryService {
  readonly #store: Store
  readonly #closing = new AbortController()
  readonly #outbox: Outbox
  readonly #keeper: RecordingKeeper

  constructor(store: Store) {
    this.#store = store
    const { clips, exclusively, after, random, nowMs, reporter } = store.get(servicesAtom)
    const locks: ClipLocks = { exclusively, ifFree: (name, work) => store.get(servicesAtom).ifFree(name, work) }
    this.#outbox = new Outbox({
      store: clips,
      locks,
      after,
      random,
      nowMs,
      deliver: (clip, signal) => store.set(uploadClipAtom, clip, signal),
      workspaceId: () => store.get(deliveryWorkspaceAtom),
      ended: () => this.#keeper.ended(),
      isOnline: () => store.get(offlineSinceMsAtom) === null,
      onState: (state) => store.set(outboxStateAtom, state),
      onError: (error) => reporter.report('The outbox broke off.', error),
    })
    this.#keeper = new RecordingKeeper({
      store: clips,
      locks,
      after,
      random,
      nowMs,
      closeClip: (recorded) => store.get(servicesAtom).closeClip(recorded),
      signClip: (clip) => store.set(signClipAtom, clip),
      isHubReachable: () => store.get(connectionAtom).phase === 'reachable' && store.get(offlineSinceMsAtom) === null,
      onEnded: () => void this.#outbox.takeStock(),
      onKept: () => {
        void this.#outbox.clipKept()
        void store.set(askPersistenceAtom)
      },
      onNothingRecorded: ({ id }) => reporter.report(`The recording ${id} held no picture and was removed.`),
      onKeptAsRecorded: ({ id }) =>
        reporter.report(`No file that seeks could be made of the recording ${id}; it is delivered as it was recorded.`),
      onError: (error) => reporter.report('A recording could not be finished; it is tried again.', error),
    })
  }

  start(): void {
    const store = this.#store
    const { signal } = this.#closing
    store.set(outboxAtom, this.#outbox)
    store.set(keeperAtom, this.#keeper)
    this.#noteNetwork()
    store.get(servicesAtom).network.watch(this.#onNetwork, signal)
    const wake = () => this.#outbox.deliverNow()
    const wakeWhenReachable = () => {
      if (store.get(connectionAtom).phase !== 'reachable') return
      this.#outbox.hubAnswers()
      // The worker that closes clips comes from the hub, too.
      this.#keeper.finishNow()
    }
    const unsubscribes = [store.sub(sessionAtom, wake), store.sub(connectionAtom, wakeWhenReachable)]
    signal.addEventListener('abort', () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    })
    wake()
    void this.#keeper.recover()
  }

  close(): void {
    this.#closing.abort()
    this.#outbox.close()
    this.#keeper.close()
    this.#store.set(outboxAtom, null)
    this.#store.set(keeperAtom, null)
  }

  readonly #onNetwork = (): void => {
    const wasOffline = this.#store.get(offlineSinceMsAtom) !== null
    this.#noteNetwork()
    if (wasOffline && this.#store.get(offlineSinceMsAtom) === null) this.#outbox.deliverNow('all')
    void this.#outbox.takeStock()
    // Another tab may be gone, with a recording under way.
    this.#keeper.finishNow()
  }

  #noteNetwork(): void {
    const { network, nowMs } = this.#store.get(servicesAtom)
    const isOnline = network.isOnline()
    this.#store.set(offlineSinceMsAtom, (sinceMs) => (isOnline ? null : (sinceMs ?? nowMs())))
  }
}

/** Starts recording and delivering; wakes at sign-in and when network or hub are back. Returns what ends it all. */
export function startDeliveryService(store: Store): () => void {
  const service = new DeliveryService(store)
  service.start()
  return () => service.close()
}
