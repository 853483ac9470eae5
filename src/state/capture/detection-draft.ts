import { atom } from 'jotai/vanilla'
import type { CameraSettings } from '../../contract/camera'
import { saveCameraAtom } from '../cameras/cameras'
import { forgetDifferenceAtom } from '../cameras/capture-states'
import { keepRecordingAtom, keptRecordingAtom, type RecordingSettings } from '../recordings/recording-settings'
import { type DetectionSettings, keepDetectionAtom, keptDetectionAtom, orderZones } from './detection-settings'
import { beginInspectionAtom, endInspectionAtom } from './inspection'

/** What the open Settings dialog has chosen so far; the engine runs with it, so that the meter shows its effect. */
interface DetectionDraft extends DetectionSettings {
  readonly cameraId: string
  /** Whether the picture shows what changed. */
  readonly isHeatShown: boolean
  /** Unlike the rest it does nothing before it is saved. */
  readonly recording: RecordingSettings
}

const draftAtom = atom<DetectionDraft | null>(null)

/** How each camera is measured now: as its open dialog says, otherwise as kept. */
export const detectionAtom = atom((get) => {
  const draft = get(draftAtom)
  const keptOf = get(keptDetectionAtom)
  const recordingOf = get(keptRecordingAtom)
  return (cameraId: string): DetectionDraft =>
    draft?.cameraId === cameraId
      ? draft
      : { ...keptOf(cameraId), cameraId, isHeatShown: false, recording: recordingOf(cameraId) }
})

/** How one camera is measured now. */
export function detectionAtomOf(cameraId: string) {
  return atom((get) => get(detectionAtom)(cameraId))
}

/** Whether the open Settings dialog has chosen something that is kept by Save alone. */
export const isDetectionChangedAtom = atom((get) => {
  const draft = get(draftAtom)
  if (draft === null) return false
  const { method, ignoredZones } = get(keptDetectionAtom)(draft.cameraId)
  const kept = [method, ignoredZones, get(keptRecordingAtom)(draft.cameraId)]
  return JSON.stringify([draft.method, draft.ignoredZones, draft.recording]) !== JSON.stringify(kept)
})

/** The Settings dialog of a camera of this machine opened. */
export const openDetectionDraftAtom = atom(null, (get, set, cameraId: string) => {
  const recording = get(keptRecordingAtom)(cameraId)
  set(draftAtom, { ...get(keptDetectionAtom)(cameraId), cameraId, isHeatShown: true, recording })
  set(beginInspectionAtom, cameraId)
})

type DraftChange = Partial<Omit<DetectionDraft, 'cameraId'>>

export const changeDetectionDraftAtom = atom(null, (get, set, change: DraftChange) => {
  const draft = get(draftAtom)
  if (draft === null) return
  const changed = { ...draft, ...change, ignoredZones: orderZones(change.ignoredZones ?? draft.ignoredZones) }
  set(draftAtom, changed)
  if (changed.method === draft.method) return
  // The difference of one method says nothing about that of the other.
  set(forgetDifferenceAtom, draft.cameraId)
  set(beginInspectionAtom, draft.cameraId)
})

/** Adds zones to the ignored ones of the draft, or takes them out. */
export const paintZonesAtom = atom(null, (get, set, zones: readonly number[], isIgnored: boolean) => {
  const before = get(draftAtom)?.ignoredZones ?? []
  const painted = new Set(zones)
  const ignoredZones = isIgnored ? [...before, ...painted] : before.filter((zone) => !painted.has(zone))
  set(changeDetectionDraftAtom, { ignoredZones })
})

/** The dialog closed: the camera is measured as kept again. */
export const closeDetectionDraftAtom = atom(null, (get, set) => {
  const draft = get(draftAtom)
  if (draft === null) return
  set(draftAtom, null)
  set(endInspectionAtom)
  if (get(keptDetectionAtom)(draft.cameraId).method !== draft.method) set(forgetDifferenceAtom, draft.cameraId)
})

/** Saves all of the dialog; what stays in this browser is kept only once the hub has taken the rest. */
export const saveSettingsAtom = atom(null, async (get, set, cameraId: string, settings: CameraSettings) => {
  // Read before the answer: the dialog may be closed while the hub is asked.
  const draft = get(draftAtom)
  const isSaved = await set(saveCameraAtom, cameraId, settings)
  if (isSaved && draft?.cameraId === cameraId) {
    set(keepDetectionAtom, cameraId, draft)
    set(keepRecordingAtom, cameraId, draft.recording)
  }
  return isSaved
})
