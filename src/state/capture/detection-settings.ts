import { atom } from 'jotai/vanilla'
import { type DetectionMethod, ZONE_COLUMNS, ZONE_ROWS } from '../../engine/motion'
import { noteRecordingElsewhereAtom } from '../recordings/recording-settings'
import { servicesAtom } from '../services'
import type { KeyValueStorage } from '../session-store'

export { ZONE_COLUMNS, ZONE_ROWS } from '../../engine/motion'

/**
 * How this browser looks for motion in a camera's picture. Kept here and not on the hub: only the machine of the
 * camera's device measures. Left at sign-out, since the camera hangs where it hung.
 */
export interface DetectionSettings {
  readonly method: DetectionMethod
  /** Zones in which nothing counts: `row * ZONE_COLUMNS + column`, ascending. */
  readonly ignoredZones: readonly number[]
}

const methodKey = (cameraId: string) => `detection:${cameraId}`
const zonesKey = (cameraId: string) => `zones:${cameraId}`

/** Anything but `classic` reads as the default. */
function readMethod(text: string | null): DetectionMethod {
  return text === 'classic' ? 'classic' : 'adaptive'
}

/** What is no zone of the grid is left out. */
function readZones(text: string | null): readonly number[] {
  const indices = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^\d+$/.test(part))
    .map(Number)
  return orderZones(indices.filter((index) => index < ZONE_COLUMNS * ZONE_ROWS))
}

/** Ascending, each zone once: equal choices are kept as equal texts. */
export function orderZones(zones: Iterable<number>): readonly number[] {
  return [...new Set(zones)].sort((a, b) => a - b)
}

function readSettings(storage: KeyValueStorage, cameraId: string): DetectionSettings {
  return {
    method: readMethod(storage.getItem(methodKey(cameraId))),
    ignoredZones: readZones(storage.getItem(zonesKey(cameraId))),
  }
}

/** Counts changes of what is kept, so that the atom below reads it anew. */
const changesAtom = atom(0)

/** What is kept for a camera of this browser. */
export const keptDetectionAtom = atom((get) => {
  get(changesAtom)
  const { storage } = get(servicesAtom)
  return (cameraId: string): DetectionSettings => readSettings(storage, cameraId)
})

export const keepDetectionAtom = atom(null, (get, set, cameraId: string, settings: DetectionSettings) => {
  const { storage } = get(servicesAtom)
  storage.setItem(methodKey(cameraId), settings.method)
  if (settings.ignoredZones.length === 0) storage.removeItem(zonesKey(cameraId))
  else storage.setItem(zonesKey(cameraId), settings.ignoredZones.join(','))
  set(changesAtom, (count) => count + 1)
})

/** Another tab changed what is kept under `key`, or everything (null): the tab that runs the cameras follows. */
export const noteKeptElsewhereAtom = atom(null, (_get, set, key: string | null) => {
  if (key === null || /^(detection|zones):/.test(key)) set(changesAtom, (count) => count + 1)
  set(noteRecordingElsewhereAtom, key)
})
