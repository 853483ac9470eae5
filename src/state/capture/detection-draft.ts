import { atom } from 'jotai/vanilla'
import type { CameraSettings } from '../../contract/camera'
import { saveCameraAtom } from '../cameras/cameras'
import { forgetDifferenceAtom } from '../cameras/capture-states'
import { messages } from '../messages'
import { keepRecordingAtom, keptRecordingAtom, type RecordingSettings } from '../recordings/recording-settings'
import { servicesAtom } from '../services'
import { type DetectionSettings, keepDetectionAtom, keptDetectionAtom, orderZones } from './detection-settings'
import { beginInspectionAtom, endInspectionAtom } from './inspection'

/** How a camera is measured and recorded, as its dialog shows it. */
interface CameraDetection extends DetectionSettings {
  readonly cameraId: string
  /** Whether the picture shows what changed. */
  readonly isHeatShown: boolean
  /** Unlike the rest it does nothing before it is saved. */
  readonly recording: RecordingSettings
}

/** What the open Settings dialog has chosen so far; the engine runs with it, so that the meter shows its effect. */
interface DetectionDraft {
  readonly cameraId: string
  readonly isHeatShown: boolean
  /** The rest is what is kept, which another tab may change meanwhile. */
  readonly detection: Partial<DetectionSettings>
  readonly recording: Partial<RecordingSettings>
}

const draftAtom = atom<DetectionDraft | null>(null)

/** How each camera is measured now: as its open dialog says, otherwise as kept. */
export const detectionAtom = atom((get) => {
  const draft = get(draftAtom)
  const keptOf = get(keptDetectionAtom)
  const recordingOf = get(keptRecordingAtom)
  return (cameraId: string): CameraDetection => {
    const chosen = draft?.cameraId === cameraId ? draft : undefined
    const recording = { ...recordingOf(cameraId), ...chosen?.recording }
    return { ...keptOf(cameraId), ...chosen?.detection, cameraId, isHeatShown: chosen?.isHeatShown ?? false, recording }
  }
})

/** How one camera is measured now. */
export function detectionAtomOf(cameraId: string) {
  return atom((get) => get(detectionAtom)(cameraId))
}

/** Whether the open Settings dialog has chosen something that is kept by Save alone. */
export const isDetectionChangedAtom = atom((get) => {
  const draft = get(draftAtom)
  if (draft === null) return false
  const { method, ignoredZones, recording } = get(detectionAtom)(draft.cameraId)
  const { method: keptMethod, ignoredZones: keptZones } = get(keptDetectionAtom)(draft.cameraId)
  const kept = [keptMethod, keptZones, get(keptRecordingAtom)(draft.cameraId)]
  return JSON.stringify([method, ignoredZones, recording]) !== JSON.stringify(kept)
})

/** The Settings dialog of a camera of this machine opened. */
export const openDetectionDraftAtom = atom(null, (_get, set, cameraId: string) => {
  set(draftAtom, { cameraId, isHeatShown: true, detection: {}, recording: {} })
  set(beginInspectionAtom, cameraId)
})

interface DraftChange extends Partial<DetectionSettings> {
  readonly isHeatShown?: boolean
  readonly recording?: Partial<RecordingSettings>
}

export const changeDetectionDraftAtom = atom(null, (get, set, change: DraftChange) => {
  const draft = get(draftAtom)
  if (draft === null) return
  const { isHeatShown = draft.isHeatShown, recording, ...detection } = change
  const zones = detection.ignoredZones && { ignoredZones: orderZones(detection.ignoredZones) }
  const { method: before } = get(detectionAtom)(draft.cameraId)
  set(draftAtom, {
    ...draft,
    isHeatShown,
    detection: { ...draft.detection, ...detection, ...zones },
    recording: { ...draft.recording, ...recording },
  })
  if (get(detectionAtom)(draft.cameraId).method === before) return
  // The difference of one method says nothing about that of the other.
  set(forgetDifferenceAtom, draft.cameraId)
  set(beginInspectionAtom, draft.cameraId)
})

/** Adds zones to the ignored ones of the draft, or takes them out. */
export const paintZonesAtom = atom(null, (get, set, zones: readonly number[], isIgnored: boolean) => {
  const draft = get(draftAtom)
  if (draft === null) return
  const before = get(detectionAtom)(draft.cameraId).ignoredZones
  const painted = new Set(zones)
  const ignoredZones = isIgnored ? [...before, ...painted] : before.filter((zone) => !painted.has(zone))
  set(changeDetectionDraftAtom, { ignoredZones })
})

/** The dialog closed: the camera is measured as kept again. */
export const closeDetectionDraftAtom = atom(null, (get, set) => {
  const draft = get(draftAtom)
  if (draft === null) return
  const { method } = get(detectionAtom)(draft.cameraId)
  set(draftAtom, null)
  set(endInspectionAtom)
  if (get(keptDetectionAtom)(draft.cameraId).method !== method) set(forgetDifferenceAtom, draft.cameraId)
})

/** Done; done but for what the dialog has chosen of this browser's part since it began; or not done, as was told. */
type SaveOutcome = 'saved' | 'saved-but-for-since' | 'refused'

/** Saves what the dialog has changed; what stays in this browser is kept only once the hub has taken the rest. */
export const saveSettingsAtom = atom(
  null,
  async (
    get,
    set,
    cameraId: string,
    shown: CameraSettings,
    changed: Partial<CameraSettings> = shown,
  ): Promise<SaveOutcome> => {
    // Read before the answer: the dialog may be closed while the hub is asked.
    const draft = get(draftAtom)
    if (!(await set(saveCameraAtom, cameraId, shown, changed))) return 'refused'
    if (draft?.cameraId !== cameraId) return 'saved'
    const detection = { ...get(keptDetectionAtom)(cameraId), ...draft.detection }
    const recording = { ...get(keptRecordingAtom)(cameraId), ...draft.recording }
    try {
      set(keepDetectionAtom, cameraId, detection)
      set(keepRecordingAtom, cameraId, recording)
      return get(isDetectionChangedAtom) ? 'saved-but-for-since' : 'saved'
    } catch {
      // A storage that is full or shut.
      get(servicesAtom).showToast({ kind: 'error', text: messages.notKeptHere })
      return 'refused'
    }
  },
)
