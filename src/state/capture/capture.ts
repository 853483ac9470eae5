import { atom, type createStore } from 'jotai/vanilla'
import type { Camera } from '../../contract/camera'
import type { CaptureOptions, CaptureState, EngineEvent } from '../../engine'
import type { MotionWorkerState } from '../../engine/motion'
import { sensitivityOf } from '../cameras/cameras'
import {
  captureStatesAtom,
  differencesAtom,
  forgetDifferenceAtom,
  hasSubstitute,
  without,
} from '../cameras/capture-states'
import { mayOpenCamerasAtom, notePermissionAtom, refreshDevicesAtom } from '../cameras/devices'
import { noteLeftOutAtom } from '../cameras/left-out'
import {
  listedTwinsAtom,
  localCamerasAtom,
  localDevicesAtom,
  noteTwinsAtom,
  rememberDeviceAtom,
} from '../cameras/local-cameras'
import { extensionsAtom } from '../http/extensions'
import { recordsInModeAtom } from '../modes/holding-mode'
import { codecMemoryAtom, isMp4TakenAtom, noteMakingAtom } from '../recordings/clip-codecs'
import {
  clipBegunAtom,
  clipDetectionsAtom,
  clipEndedAtom,
  clipLeftOutAtom,
  clipMovedAtom,
  clipPartAtom,
  clipThumbnailAtom,
  forgetOpenClipsAtom,
} from '../recordings/delivery'
import { longestClipAtom } from '../recordings/recording-settings'
import { punctualityAtom } from '../recordings/transcode'
import { type Services, servicesAtom } from '../services'
import { keepText } from '../session-store'
import { sessionAtom } from '../sign-in/session'
import { snapshotIntervalAtom, uploadSnapshotAtom } from '../snapshots/snapshots'
import { isAudioRefusedAtom } from '../workspace/workspace'
import { detectionAtom } from './detection-draft'
import type { DetectionSettings } from './detection-settings'
import { inspectLookAtom, inspectMeasurementAtom, namingPhaseAtom } from './inspection'
import { findPersonModelAtom } from './person-model'
import { RecordingTabVoice } from './recording-tab'
import { startTabPreviews } from './tab-previews'
import { endTamperingAtom, noteTamperingAtom } from './tampering'
import { lookAfterTroubledCameras } from './troubled-cameras'
import { keepAwakeAtom, wakeLockAtom } from './wake-lock'
import { tellOfWatchEnd } from './watch-end'

/** Of the engine that runs. */
const recorderAtom = atom<{ readonly recordNow: (cameraId: string) => boolean } | null>(null)

/** Begins a clip of a camera as by motion; false where this tab runs no such camera, or its motion detection is off. */
export const recordNowAtom = atom(
  null,
  (get, _set, cameraId: string): boolean => get(recorderAtom)?.recordNow(cameraId) ?? false,
)

type Store = ReturnType<typeof createStore>

/** Set once a camera of this machine ran here: from then on it runs on every signed-in screen. */
const CAMERA_LAPTOP_KEY = 'nightjar:camera-laptop'

/** Held by the one tab that runs the cameras of this browser. */
const CAPTURE_LOCK = 'nightjar-capture'

/** A motion worker that was lost is replaced after this long. */
const RESTART_MS = 5_000

/** Whether this tab is to look for its cameras: after the cameras screen was opened, or on a known camera laptop. */
export const isCaptureWantedAtom = atom(false)

/** Whether motion cannot be measured in this browser at all. */
export const isMotionUnusableAtom = atom(false)

/** Whether the engine of this tab runs at the pace of a mobile device; null while none runs. */
export const isEngineMobileAtom = atom<boolean | null>(null)

/** The captures this tab should run. Never prompts: only with permission, or where devices already show their ids. */
const wishedCapturesAtom = atom((get): ReadonlyMap<string, CaptureOptions> => {
  if (!get(isCaptureWantedAtom) || get(sessionAtom).phase !== 'signed-in') return new Map()
  if (!get(mayOpenCamerasAtom)) return new Map()
  const deviceIds = get(localDevicesAtom)
  const detectionOf = get(detectionAtom)
  const snapshotIntervalOf = get(snapshotIntervalAtom)
  const longestClipOf = get(longestClipAtom)
  const recordsInMode = get(recordsInModeAtom)
  const isAudioRefused = get(isAudioRefusedAtom)
  const isMp4Taken = get(isMp4TakenAtom)
  // A provider that is told of nobody has no use for names.
  const isNamingWanted = get(extensionsAtom).has('detections')
  const keptOf = ({ keepClipsOf }: Camera) => (isNamingWanted && keepClipsOf !== undefined ? keepClipsOf : null)
  const optionsOf = (camera: Camera) =>
    captureOptions(camera, {
      detection: detectionOf(camera.id),
      isNamingWanted,
      keepClipsOf: keptOf(camera),
      isMotionRecorded: recordsInMode(camera.id),
      isMp4Taken,
      longestClipMs: longestClipOf(camera.id),
      snapshotIntervalMs: snapshotIntervalOf(camera.id),
    })
  return new Map(
    get(localCamerasAtom).map((camera) => {
      const deviceId = deviceIds.get(camera.id) ?? camera.deviceId
      const isAudioEnabled = camera.isAudioEnabled && !isAudioRefused
      return [camera.id, optionsOf({ ...camera, deviceId, isAudioEnabled })]
    }),
  )
})

function captureOptions(
  camera: Camera,
  chosen: { readonly detection: DetectionSettings & { isHeatShown: boolean } } & Pick<
    CaptureOptions,
    'isNamingWanted' | 'isMotionRecorded' | 'keepClipsOf' | 'longestClipMs' | 'isMp4Taken' | 'snapshotIntervalMs'
  >,
): CaptureOptions {
  const { detection, isNamingWanted, isMotionRecorded, keepClipsOf, longestClipMs, isMp4Taken } = chosen
  return {
    deviceId: camera.deviceId,
    isMotionEnabled: camera.isMotionEnabled,
    isMotionRecorded,
    isAudioEnabled: camera.isAudioEnabled,
    sensitivityPercent: sensitivityOf(camera),
    detectionMethod: detection.method,
    ignoredZones: detection.ignoredZones,
    isHeatWanted: detection.isHeatShown,
    isNamingWanted,
    keepClipsOf,
    longestClipMs,
    isMp4Taken,
    snapshotIntervalMs: chosen.snapshotIntervalMs,
  }
}

/** Workspace of every camera that ran here, by camera id: a clip may begin and end after a sign-out. */
const captureWorkspacesAtom = atom<ReadonlyMap<string, string>>(new Map<string, string>())

const takeEventAtom = atom(null, (get, set, event: EngineEvent) => {
  const { reporter, storage } = get(servicesAtom)
  switch (event.kind) {
    case 'state':
      if (event.state.phase === 'running') keepText(storage, CAMERA_LAPTOP_KEY, 'true')
      if (event.state.phase === 'running' && !hasSubstitute(event.state)) set(rememberDeviceAtom, event.cameraId)
      return set(takeStateAtom, event.cameraId, event.state)
    case 'measured':
      set(differencesAtom, (all) => new Map(all).set(event.cameraId, event.measurement.difference))
      return set(inspectMeasurementAtom, event.cameraId, event.measurement)
    case 'learning':
      return set(forgetDifferenceAtom, event.cameraId)
    case 'snapshot':
      return void set(uploadSnapshotAtom, event.cameraId, event.jpeg)
    case 'clip-making':
      return set(noteMakingAtom, event.cameraId, event.making)
    case 'clip-begun':
      return set(clipBegunAtom, get(captureWorkspacesAtom).get(event.cameraId) ?? '', event.cameraId, event.clip)
    case 'clip-part':
      return set(clipPartAtom, event.clipId, event.bytes)
    case 'clip-thumbnail':
      return set(clipThumbnailAtom, event.clipId, event.jpeg)
    case 'clip-detections':
      return set(clipDetectionsAtom, event.clipId, event.detections)
    case 'clip-moved':
      return set(clipMovedAtom, event.clipId)
    case 'tampered': {
      const workspaceId = get(captureWorkspacesAtom).get(event.cameraId) ?? ''
      return set(noteTamperingAtom, { id: event.cameraId, workspaceId }, event.tampering, event.atMs)
    }
    case 'tampering-over':
      return set(endTamperingAtom, event.cameraId)
    case 'clip-ended':
      return set(clipEndedAtom, event.clipId)
    case 'clip-left-out':
      set(clipLeftOutAtom, event.clipId)
      return set(noteLeftOutAtom, event.cameraId)
    case 'looked':
      return set(inspectLookAtom, event.cameraId, event.look)
    case 'naming':
      return set(namingPhaseAtom, event.phase)
    case 'warning':
      return reporter.report(event.message, event.error)
  }
})

const takeStateAtom = atom(null, (_get, set, cameraId: string, state: CaptureState) => {
  // A camera that is not watched is not measured: the next check begins anew.
  if (state.phase !== 'running' || state.motion.phase === 'off') set(forgetDifferenceAtom, cameraId)
  set(captureStatesAtom, (states) =>
    state.phase === 'stopped' ? without(states, cameraId) : new Map(states).set(cameraId, state),
  )
})

/** Runs the engine of a tab; see startCaptureService. */
class CaptureService {
  readonly #store: Store
  readonly #services: Services
  readonly #closing = new AbortController()
  readonly #voice: RecordingTabVoice
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
    if (this.#lock !== 'held' || (wished.size === 0 && this.#running === null)) return
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
      const running = cameras.startEngine(
        this.#onEvent,
        this.#onWorker,
        () => this.#store.set(findPersonModelAtom),
        this.#store.get(codecMemoryAtom),
      )
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
