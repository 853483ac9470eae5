import { atom, type createStore } from 'jotai/vanilla'
import type { EngineEvent, TamperingWatches } from '../../engine'
import type { MotionWorkerState } from '../../engine/motion'
import { mayOpenCamerasAtom, notePermissionAtom, refreshDevicesAtom } from '../cameras/devices'
import { listedTwinsAtom, noteTwinsAtom } from '../cameras/local-cameras'
import { codecMemoryAtom } from '../recordings/clip-codecs'
import { forgetOpenClipsAtom } from '../recordings/delivery'
import { punctualityAtom } from '../recordings/transcode'
import { type Services, servicesAtom } from '../services'
import { sessionAtom } from '../sign-in/session'
import { CAMERA_LAPTOP_KEY, captureWorkspacesAtom, takeEventAtom } from './engine-events'
import { namingPhaseAtom } from './inspection'
import { findPersonModelAtom } from './person-model'
import { RecordingTabVoice } from './recording-tab'
import { startTabPreviews } from './tab-previews'
import { lookAfterTroubledCameras } from './troubled-cameras'
import { keepAwakeAtom, wakeLockAtom } from './wake-lock'
import { tellOfWatchEnd } from './watch-end'
import { isCaptureWantedAtom, wishedCapturesAtom } from './wished-captures'

/** Of the engine that runs. */
const recorderAtom = atom<{ readonly recordNow: (cameraId: string) => boolean } | null>(null)

/** Begins a clip of a camera as by motion; false where this tab runs no such camera, or its motion detection is off. */
export const recordNowAtom = atom(
  null,
  (get, _set, cameraId: string): boolean => get(recorderAtom)?.recordNow(cameraId) ?? false,
)

type Store = ReturnType<typeof createStore>

/** Held by the one tab that runs the cameras of this browser. */
const CAPTURE_LOCK = 'nightjar-capture'

/** A motion worker that was lost is replaced after this long. */
const RESTART_MS = 5_000

/** Whether motion cannot be measured in this browser at all. */
export const isMotionUnusableAtom = atom(false)

/** Whether the engine of this tab runs at the pace of a mobile device; null while none runs. */
export const isEngineMobileAtom = atom<boolean | null>(null)

/** Runs the engine of a tab; see startCaptureService. */
class CaptureService {
  readonly #store: Store
  readonly #services: Services
  readonly #closing = new AbortController()
  readonly #voice: RecordingTabVoice
  readonly #tampering: TamperingWatches = new Map()
  #running: ReturnType<Services['cameras']['startEngine']> | null = null
  #lock: 'free' | 'asked' | 'held' = 'free'

  constructor(store: Store) {
    this.#store = store
    this.#services = store.get(servicesAtom)
    this.#voice = new RecordingTabVoice(store, this.#closing.signal)
  }

  start(): void {
    const { cameras, storage } = this.#services
    const { signal } = this.#closing
    if (storage.getItem(CAMERA_LAPTOP_KEY) === 'true') this.#store.set(isCaptureWantedAtom, true)
    const unsubscribe = this.#store.sub(wishedCapturesAtom, this.#apply)
    signal.addEventListener('abort', unsubscribe)
    const endTwins = this.#store.sub(listedTwinsAtom, () => this.#store.set(noteTwinsAtom))
    signal.addEventListener('abort', endTwins)
    cameras.watchDevices(this.#onDevices, signal)
    void cameras.watchPermission((permission) => {
      this.#store.set(notePermissionAtom, permission)
      this.#onDevices()
    }, signal)
    void cameras.watchMicrophone(() => this.#running?.engine.retryWithSound(), signal)
    cameras.wakeLock.watch((state) => this.#store.set(wakeLockAtom, state), signal)
    startTabPreviews(this.#store, () => this.#voice.ask(), signal)
    tellOfWatchEnd(this.#store, signal)
    lookAfterTroubledCameras(this.#store, () => this.#running?.engine.retry(), signal)
    this.#onDevices()
    this.#apply()
  }

  close(): void {
    this.#closing.abort()
    this.#running?.close()
    void this.#services.cameras.wakeLock.release()
  }

  readonly #onDevices = (): void => {
    void this.#store.set(refreshDevicesAtom).then(() => this.#running?.engine.retry())
  }

  /** Makes the engine run what is wished, once this tab is the one that may. */
  readonly #apply = (): void => {
    if (this.#closing.signal.aborted) return
    const wished = this.#store.get(wishedCapturesAtom)
    const isWatching = [...wished.values()].some(({ isMotionEnabled }) => isMotionEnabled)
    // Held while any local camera watches; where none does it is stealth mode's alone (CAM-32). By every tab: the one
    // that records may be behind this one, where browsers drop its lock.
    this.#store.set(keepAwakeAtom, 'motion', isWatching)
    if (wished.size > 0 && this.#lock === 'free') void this.#takeLock()
    if (this.#lock !== 'held') return
    if (wished.size === 0 && this.#running === null) return this.#endTampering()
    const session = this.#store.get(sessionAtom)
    if (wished.size > 0 && session.phase === 'signed-in') {
      const workspaceId = session.workspaceId ?? ''
      this.#store.set(
        captureWorkspacesAtom,
        (known) => new Map([...known, ...[...wished.keys()].map((cameraId) => [cameraId, workspaceId] as const)]),
      )
    }
    // Whoever took the permission away may be in the clip that waits (TAMP-06).
    this.#engine().setCameras(wished, this.#store.get(mayOpenCamerasAtom) ? 'unwanted' : 'stream-gone')
  }

  /** No camera is wished any more since the motion worker was lost. */
  #endTampering(): void {
    for (const watch of this.#tampering.values()) watch.end()
    this.#tampering.clear()
  }

  /** Two tabs must not record one device twice: the second waits until the first is gone, and only shows it. */
  async #takeLock(): Promise<void> {
    this.#lock = 'asked'
    this.#voice.wait()
    const { signal } = this.#closing
    const holdUntilClosed = async () => {
      this.#voice.prepare()
      await this.#services.cameras.prepareEngine()
      if (signal.aborted) return
      await new Promise<void>((resolve) => {
        this.#lock = 'held'
        this.#voice.begin()
        signal.addEventListener('abort', () => resolve())
        this.#apply()
      })
    }
    // Rejects only when this tab closes while it waits.
    await this.#services.exclusively(CAPTURE_LOCK, holdUntilClosed, signal).catch(() => undefined)
  }

  #engine() {
    if (this.#running === null) {
      const { cameras, reporter } = this.#services
      const running = cameras.startEngine(this.#onEvent, this.#onWorker, {
        findPersonModel: () => this.#store.set(findPersonModelAtom),
        codecs: this.#store.get(codecMemoryAtom),
        tampering: this.#tampering,
      })
      const { engine } = running
      this.#running = running
      this.#store.set(recorderAtom, { recordNow: (cameraId) => engine.recordNow(cameraId) })
      this.#store.set(punctualityAtom, { areChecksLate: () => running.areChecksLate() })
      this.#store.set(isEngineMobileAtom, this.#running.isMobile)
      const { frames, pacing, why } = this.#running.framePath
      if (frames === 'canvas' || pacing === 'clock') reporter.report(why)
    }
    return this.#running.engine
  }

  readonly #onEvent = (event: EngineEvent): void => {
    this.#store.set(takeEventAtom, event)
  }

  readonly #onWorker = (state: MotionWorkerState): void => {
    const { reporter, after } = this.#services
    switch (state.phase) {
      case 'ready':
        if (state.memory === 'plain') reporter.report('The page is not isolated: motion is measured in plain memory.')
        return this.#store.set(isMotionUnusableAtom, false)
      case 'unusable':
        reporter.report('Motion cannot be measured in this browser.', state.message)
        return this.#store.set(isMotionUnusableAtom, true)
      case 'lost':
        reporter.report('The motion worker was lost; a new one starts.', state.message)
        this.#running?.close()
        this.#running = null
        this.#store.set(recorderAtom, null)
        this.#store.set(isEngineMobileAtom, null)
        this.#store.set(punctualityAtom, null)
        // What the next worker has loaded it tells itself.
        this.#store.set(namingPhaseAtom, 'idle')
        this.#store.set(forgetOpenClipsAtom)
        after(RESTART_MS, this.#apply)
    }
  }
}

/**
 * Runs the cameras of this machine for as long as the app is open: follows devices, permission, camera list and
 * session, and tells the engine. Returns what ends it all.
 */
export function startCaptureService(store: Store): () => void {
  const service = new CaptureService(store)
  service.start()
  return () => service.close()
}
