import { atom, type createStore } from 'jotai/vanilla'
import type { CaptureOptions, CaptureState, EngineEvent } from '../engine'
import { sensitivityOf } from './cameras'
import { deliveryAtom } from './delivery'
import { devicesAtom, permissionAtom, refreshDevicesAtom } from './devices'
import { captureStatesAtom, differencesAtom, localCamerasAtom } from './local-cameras'
import { servicesAtom } from './services'
import { sessionAtom } from './session'
import { uploadSnapshotAtom } from './snapshots'

type Store = ReturnType<typeof createStore>

/** Set once a camera of this machine ran here: from then on it runs on every signed-in screen. */
const CAMERA_LAPTOP_KEY = 'nightjar:camera-laptop'

/** Whether this tab is to look for its cameras: after the cameras screen was opened, or on a known camera laptop. */
export const isCaptureWantedAtom = atom(false)

/** Why nothing can be measured in this browser; null while it can. */
export const motionUnusableAtom = atom<string | null>(null)

/** The captures this tab should run. Never prompts: only with permission, or where devices already show their ids. */
const wishedCapturesAtom = atom((get): ReadonlyMap<string, CaptureOptions> => {
  if (!get(isCaptureWantedAtom) || get(sessionAtom).phase !== 'signed-in') return new Map()
  const permission = get(permissionAtom).phase
  const isAllowed = permission === 'granted' || (permission !== 'denied' && get(devicesAtom).kind === 'listed')
  if (!isAllowed) return new Map()
  return new Map(
    get(localCamerasAtom).map((camera) => [
      camera.id,
      {
        deviceId: camera.deviceId,
        isMotionEnabled: camera.isMotionEnabled,
        isAudioEnabled: camera.isAudioEnabled,
        sensitivityPercent: sensitivityOf(camera),
      },
    ]),
  )
})

/** Workspace of the cameras that run, kept for clips that end after a sign-out. */
const captureWorkspaceAtom = atom('')

const takeEventAtom = atom(null, (get, set, event: EngineEvent) => {
  const { reporter, storage } = get(servicesAtom)
  switch (event.kind) {
    case 'state':
      if (event.state.phase === 'running') storage.setItem(CAMERA_LAPTOP_KEY, 'true')
      return set(captureStatesAtom, (states) => withState(states, event.cameraId, event.state))
    case 'difference':
      return set(differencesAtom, (all) => new Map(all).set(event.cameraId, event.difference))
    case 'snapshot':
      return void set(uploadSnapshotAtom, event.cameraId, event.jpeg)
    case 'clip':
      return set(deliveryAtom, get(captureWorkspaceAtom), event.cameraId, event.clip)
    case 'warning':
      return reporter.report(event.message, event.error)
  }
})

function withState(states: ReadonlyMap<string, CaptureState>, cameraId: string, state: CaptureState) {
  const next = new Map(states)
  if (state.phase === 'stopped') next.delete(cameraId)
  else next.set(cameraId, state)
  return next
}

/**
 * Runs the cameras of this machine for as long as the app is open: follows devices, permission, camera list and
 * session, and tells the engine. Returns what ends it all.
 */
export function startCaptureService(store: Store): () => void {
  const { cameras, storage, reporter } = store.get(servicesAtom)
  const closing = new AbortController()
  let running: ReturnType<typeof cameras.startEngine> | null = null
  if (storage.getItem(CAMERA_LAPTOP_KEY) === 'true') store.set(isCaptureWantedAtom, true)

  const engine = () => {
    running ??= cameras.startEngine(
      (event) => store.set(takeEventAtom, event),
      (state) => {
        if (state.phase !== 'unusable') return
        reporter.report('Motion cannot be measured in this browser.', state.message)
        store.set(motionUnusableAtom, state.message)
      },
    )
    return running.engine
  }
  const apply = () => {
    const wished = store.get(wishedCapturesAtom)
    if (wished.size === 0 && running === null) return
    const session = store.get(sessionAtom)
    if (wished.size > 0 && session.phase === 'signed-in') store.set(captureWorkspaceAtom, session.workspaceId ?? '')
    engine().setCameras(wished)
    const isWatching = [...wished.values()].some(({ isMotionEnabled }) => isMotionEnabled)
    // Held while any local camera watches, released when none does (spec 4).
    void (isWatching ? cameras.wakeLock.hold() : cameras.wakeLock.release())
  }
  const devicesChanged = () => void store.set(refreshDevicesAtom).then(() => running?.engine.retry())

  const unsubscribe = store.sub(wishedCapturesAtom, apply)
  cameras.watchDevices(devicesChanged, closing.signal)
  void cameras.watchPermission((permission) => {
    store.set(permissionAtom, permission)
    devicesChanged()
  }, closing.signal)
  devicesChanged()
  apply()
  return () => {
    closing.abort()
    unsubscribe()
    running?.close()
    void cameras.wakeLock.release()
  }
}
