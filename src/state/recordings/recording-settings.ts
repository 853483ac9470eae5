import { atom } from 'jotai/vanilla'
import { CLIP_LENGTH_MS } from '../../contract/limits'
import { noteLeftOutElsewhereAtom } from '../cameras/left-out'
import { servicesAtom } from '../services'
import type { KeyValueStorage } from '../session-store'
import { planLimitsAtom } from '../workspace/workspace'

/**
 * How this browser records a camera, beyond what the hub knows of it. Kept here, like detection settings: only the
 * machine of the camera's device records. Left at sign-out.
 */
export interface RecordingSettings {
  /** Clips are made into MP4 files before they are uploaded. */
  readonly isMp4Wanted: boolean
  /** How long a clip may grow while motion lasts; the plan may allow less. */
  readonly longestClipMs: number
}

/** What may be chosen for `longestClipMs`: the usual length, and up to the longest segment of a plan (CLIP-04). */
export const clipLengthsMs: readonly number[] = [CLIP_LENGTH_MS, 30_000, 60_000]

const mp4Key = (cameraId: string) => `mp4:${cameraId}`
const lengthKey = (cameraId: string) => `clip-length:${cameraId}`

function readSettings(storage: KeyValueStorage, cameraId: string): RecordingSettings {
  const text = storage.getItem(lengthKey(cameraId))
  return {
    isMp4Wanted: storage.getItem(mp4Key(cameraId)) === 'on',
    longestClipMs: clipLengthsMs.find((lengthMs) => String(lengthMs) === text) ?? CLIP_LENGTH_MS,
  }
}

/** Counts changes of what is kept, so that the atom below reads it anew. */
const changesAtom = atom(0)

/** What is kept for a camera of this browser. */
export const keptRecordingAtom = atom((get) => {
  get(changesAtom)
  const { storage } = get(servicesAtom)
  return (cameraId: string): RecordingSettings => readSettings(storage, cameraId)
})

/** What is the default is kept as nothing. */
export const keepRecordingAtom = atom(null, (get, set, cameraId: string, settings: RecordingSettings) => {
  const { storage } = get(servicesAtom)
  if (settings.isMp4Wanted) storage.setItem(mp4Key(cameraId), 'on')
  else storage.removeItem(mp4Key(cameraId))
  if (settings.longestClipMs === CLIP_LENGTH_MS) storage.removeItem(lengthKey(cameraId))
  else storage.setItem(lengthKey(cameraId), String(settings.longestClipMs))
  set(changesAtom, (count) => count + 1)
})

/** Another tab changed what is kept under `key`, or everything (null). */
export const noteRecordingElsewhereAtom = atom(null, (_get, set, key: string | null) => {
  if (key === null || /^(mp4|clip-length):/.test(key)) set(changesAtom, (count) => count + 1)
  set(noteLeftOutElsewhereAtom, key)
})

/** The plan's longest segment; a workspace that is not known yet counts as the least plan. */
const planSegmentAtom = atom((get) => get(planLimitsAtom).segmentMs)

/** Whether the plan allows clips longer than the usual 15 s (PRO and TEAM). */
export const areLongClipsAllowedAtom = atom((get) => get(planSegmentAtom) > CLIP_LENGTH_MS)

/** How long a clip of a camera may grow, in ms: as chosen in this browser, and never beyond the plan's segment. */
export const longestClipAtom = atom((get) => {
  const segmentMs = get(planSegmentAtom)
  const settingsOf = get(keptRecordingAtom)
  return (cameraId: string): number => Math.min(settingsOf(cameraId).longestClipMs, segmentMs)
})
