import { atom, type createStore } from 'jotai/vanilla'
import type { OpenedStream } from '../../engine/capture'
import { mayOpenCamerasAtom } from '../cameras/devices'
import { localDevicesAtom } from '../cameras/local-cameras'
import { type Services, servicesAtom } from '../services'
import { recordingTabAtom } from './recording-tab'

/** Whether a screen shows the previews, and whether that screen can be seen. */
const isShownAtom = atom(false)
const isPageVisibleAtom = atom(false)

const streamsAtom = atom<ReadonlyMap<string, MediaStream>>(new Map<string, MediaStream>())

/** Live pictures of cameras that another tab records, by camera id; open only while somebody looks. */
export const tabPreviewsAtom = atom(
  (get) => get(streamsAtom),
  (_get, set, isShown: boolean) => set(isShownAtom, isShown),
)
tabPreviewsAtom.onMount = (setShown) => {
  setShown(true)
  return () => setShown(false)
}

/** The device to look at for each camera. */
const wishedPreviewsAtom = atom((get): ReadonlyMap<string, string> => {
  const isWished =
    get(recordingTabAtom).phase === 'elsewhere' && get(isShownAtom) && get(isPageVisibleAtom) && get(mayOpenCamerasAtom)
  return isWished ? get(localDevicesAtom) : new Map()
})

/** A preview that did not open or ended is tried again after this long, and the tab that records is asked anew. */
const LOOK_AGAIN_MS = 5_000

interface TabPreview {
  readonly deviceId: string
  /** null while it opens. */
  stream: MediaStream | null
}

/** Shows what another tab records: opens the devices a second time, for looking only. */
class TabPreviews {
  readonly #store: ReturnType<typeof createStore>
  readonly #services: Services
  readonly #askWhoRecords: () => void
  readonly #previews = new Map<string, TabPreview>()
  #cancelNextLook: (() => void) | null = null

  constructor(store: ReturnType<typeof createStore>, askWhoRecords: () => void) {
    this.#store = store
    this.#services = store.get(servicesAtom)
    this.#askWhoRecords = askWhoRecords
  }

  /** Makes the open previews those that are wished. */
  readonly apply = (): void => {
    const wished = this.#store.get(wishedPreviewsAtom)
    for (const [cameraId, { deviceId }] of this.#previews) {
      if (wished.get(cameraId) !== deviceId) this.#end(cameraId)
    }
    for (const [cameraId, deviceId] of wished) {
      if (!this.#previews.has(cameraId)) void this.#open(cameraId, deviceId)
    }
    if (wished.size === 0) this.#stopLooking()
    else this.#cancelNextLook ??= this.#services.after(LOOK_AGAIN_MS, this.#lookAgain)
  }

  close(): void {
    this.#stopLooking()
    for (const cameraId of [...this.#previews.keys()]) this.#end(cameraId)
  }

  readonly #lookAgain = (): void => {
    this.#cancelNextLook = null
    this.#askWhoRecords()
    this.apply()
  }

  #stopLooking(): void {
    this.#cancelNextLook?.()
    this.#cancelNextLook = null
  }

  async #open(cameraId: string, deviceId: string): Promise<void> {
    const preview: TabPreview = { deviceId, stream: null }
    this.#previews.set(cameraId, preview)
    const opened = await this.#services.cameras.openPreview(deviceId)
    if (this.#previews.get(cameraId) !== preview || opened.kind === 'failed' || opened.isSubstitute) {
      this.#discard(opened)
      if (this.#previews.get(cameraId) === preview) this.#previews.delete(cameraId)
      return
    }
    preview.stream = opened.stream
    for (const track of opened.stream.getTracks()) {
      track.addEventListener('ended', () => this.#previews.get(cameraId) === preview && this.#end(cameraId))
    }
    this.#tell()
  }

  #discard(opened: OpenedStream): void {
    if (opened.kind === 'open') this.#services.cameras.stopPreview(opened.stream)
  }

  #end(cameraId: string): void {
    const stream = this.#previews.get(cameraId)?.stream ?? null
    this.#previews.delete(cameraId)
    if (stream === null) return
    this.#services.cameras.stopPreview(stream)
    this.#tell()
  }

  #tell(): void {
    const streams = [...this.#previews].flatMap(([id, { stream }]) => (stream === null ? [] : [[id, stream] as const]))
    this.#store.set(streamsAtom, new Map(streams))
  }
}

/** Runs the previews until the signal aborts. */
export function startTabPreviews(
  store: ReturnType<typeof createStore>,
  askWhoRecords: () => void,
  signal: AbortSignal,
): void {
  const previews = new TabPreviews(store, askWhoRecords)
  const unsubscribe = store.sub(wishedPreviewsAtom, previews.apply)
  store.get(servicesAtom).cameras.watchVisibility((isVisible) => store.set(isPageVisibleAtom, isVisible), signal)
  previews.apply()
  signal.addEventListener('abort', () => {
    unsubscribe()
    previews.close()
  })
}
