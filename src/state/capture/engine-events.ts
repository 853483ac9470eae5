import { atom } from 'jotai/vanilla'
import type { CaptureState, EngineEvent } from '../../engine'
import { captureStatesAtom, differencesAtom, forgetDifferenceAtom, hasSubstitute } from '../cameras/capture-states'
import { noteLeftOutAtom } from '../cameras/left-out'
import { rememberDeviceAtom } from '../cameras/local-cameras'
import { without } from '../maps'
import { noteMakingAtom } from '../recordings/clip-codecs'
import {
  clipBegunAtom,
  clipDetectionsAtom,
  clipEndedAtom,
  clipLeftOutAtom,
  clipMovedAtom,
  clipPartAtom,
  clipThumbnailAtom,
} from '../recordings/delivery'
import { servicesAtom } from '../services'
import { keepText } from '../session-store'
import { uploadSnapshotAtom } from '../snapshots/snapshots'
import { inspectLookAtom, inspectMeasurementAtom, namingPhaseAtom } from './inspection'
import { endTamperingAtom, noteTamperingAtom } from './tampering'

/** Set once a camera of this machine ran here: from then on it runs on every signed-in screen. */
export const CAMERA_LAPTOP_KEY = 'nightjar:camera-laptop'

/** Workspace of every camera that ran here, by camera id: a clip may begin and end after a sign-out. */
export const captureWorkspacesAtom = atom<ReadonlyMap<string, string>>(new Map<string, string>())

/** Takes what the engine tells to those whom it concerns. */
export const takeEventAtom = atom(null, (get, set, event: EngineEvent) => {
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
