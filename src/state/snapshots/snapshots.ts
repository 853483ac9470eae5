import { type Atom, atom } from 'jotai/vanilla'
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query'
import type { Failure } from '../../api/result'
import { calls } from '../../contract/calls'
import type { Camera } from '../../contract/camera'
import { SNAPSHOT_INTERVAL_MS } from '../../contract/limits'
import { camerasQueryAtom, keptCameras } from '../cameras/camera-list'
import { departureOfAtom } from '../cameras/camera-removal'
import { captureStatesAtom } from '../cameras/capture-states'
import { extensionsAtom } from '../http/extensions'
import { patienceMs } from '../http/patience'
import { unwrap } from '../http/request-error'
import { without } from '../maps'
import { raised } from '../messages'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'

/**
 * Whether a camera is shown by its latest snapshot: one of another machine, or one that another tab runs. Until the
 * cameras are here it is told by those that were there last, so that the pictures need not wait for the list.
 */
export const needsSnapshotsAtom = atom((get) => {
  const states = get(captureStatesAtom)
  const cameras = get(camerasQueryAtom).data ?? get(keptCameras.answerAtom) ?? []
  return cameras.some(({ id }) => !states.has(id))
})

/** Latest snapshots, read again as often as they come while a remote camera is shown. */
export const screenshotsQueryAtom = atomWithQuery((get) => ({
  queryKey: get(keysAtom).screenshots,
  enabled: get(isSignedInAtom) && get(needsSnapshotsAtom),
  refetchInterval: SNAPSHOT_INTERVAL_MS,
  queryFn: async () => {
    const { http, nowMs } = get(servicesAtom)
    const askedAtMs = nowMs()
    return { askedAtMs, screenshots: unwrap(await http.send(calls.screenshots.list, {}), raised.fetchCameraFeeds) }
  },
}))

const screenshotsAtom = atom((get) => get(screenshotsQueryAtom).data?.screenshots)

/** One map for as long as the pictures are the same (LESS-12). */
export const snapshotUrlsAtom = atom(
  (get) => new Map((get(screenshotsAtom) ?? []).map(({ cameraId, screenshotUrl }) => [cameraId, screenshotUrl])),
)

/** Our hub's links to snapshots live longer than this (HUB-16). */
const LINK_LIVES_MS = 15_000

/**
 * For whoever begins to show a camera's latest snapshot: its link, or null while there is none but of a while ago, which would
 * be a broken picture. One that shows stays, however old its link becomes.
 */
export const beginSnapshotAtom = atom(null, (get, _set, cameraId: string): Atom<string | null> => {
  const sinceMs = get(servicesAtom).nowMs()
  return atom((getNow) => {
    const askedAtMs = getNow(screenshotsQueryAtom).data?.askedAtMs
    const isAlive = askedAtMs !== undefined && sinceMs - askedAtMs < LINK_LIVES_MS
    return isAlive ? (getNow(snapshotUrlsAtom).get(cameraId) ?? null) : null
  })
})

/** Cameras with a snapshot on its way: the next one waits for its turn instead of queueing up. */
const uploadingAtom = atom(new Set<string>())

/** Cameras whose snapshots a busy hub asked to wait, and when it will be asked again. */
const refusedAtom = atom(new Map<string, number>())

/** A camera that sends nothing is OFFLINE soon, so that a hub is asked again after this long at most. */
const LONGEST_SILENCE_MS = 20_000

const noteRefusalAtom = atom(null, (get, _set, cameraId: string, failure: Failure) => {
  const { nowMs } = get(servicesAtom)
  const waitMs = failure.kind === 'http' ? patienceMs(failure, nowMs()) : 0
  if (waitMs > 0) get(refusedAtom).set(cameraId, nowMs() + Math.min(waitMs, LONGEST_SILENCE_MS))
})

/** A moment further off than any that was noted: the clock was set back meanwhile. */
const isSparedAtom = atom((get) => {
  const { nowMs } = get(servicesAtom)
  const refused = get(refusedAtom)
  return (cameraId: string): boolean => {
    const restMs = (refused.get(cameraId) ?? 0) - nowMs()
    return restMs > 0 && restMs <= LONGEST_SILENCE_MS
  }
})

/** How long each camera may wait between snapshots, where the hub asked for it. */
const snapshotIntervalsAtom = atom<ReadonlyMap<string, number>>(new Map<string, number>())

/** null is the specified pace: always, where the provider does not offer to ask for another. */
export const snapshotIntervalAtom = atom((get) => {
  const isOffered = get(extensionsAtom).has('snapshot-pace')
  const intervals = get(snapshotIntervalsAtom)
  return (cameraId: string): number | null => (isOffered ? (intervals.get(cameraId) ?? null) : null)
})

const notePaceAtom = atom(null, (get, set, cameraId: string, intervalMs: number | null) => {
  const known = get(snapshotIntervalsAtom)
  // The same again changes nothing, or every snapshot would have all captures looked at.
  if ((known.get(cameraId) ?? null) === intervalMs) return
  set(snapshotIntervalsAtom, intervalMs === null ? without(known, cameraId) : new Map(known).set(cameraId, intervalMs))
})

/** A snapshot that takes longer is overtaken by the next. */
const UPLOAD_TIMEOUT_MS = 15_000

/** A hub that took a camera's snapshot knows it to be online: a list that says otherwise is read again. */
const noteOnlineAtom = atom(null, (get, _set, cameraId: string) => {
  if (!get(extensionsAtom).has('polling')) return
  const client = get(queryClientAtom)
  const listed = client.getQueryData<readonly Camera[]>(get(keysAtom).cameras)?.find(({ id }) => id === cameraId)
  if (listed?.status === 'OFFLINE') void client.invalidateQueries({ queryKey: get(keysAtom).cameras })
})

/** Sends a snapshot; one that fails is not sent again, the next one is newer. A hub that is busy is spared some. */
export const uploadSnapshotAtom = atom(null, async (get, set, cameraId: string, jpeg: Blob) => {
  const uploading = get(uploadingAtom)
  const departure = set(departureOfAtom, cameraId)
  if (uploading.has(cameraId) || departure.aborted || get(isSparedAtom)(cameraId)) return
  uploading.add(cameraId)
  // One for this snapshot alone: signals made of one that lives as long as the tab may stay with it.
  const ending = new AbortController()
  const end = () => ending.abort()
  departure.addEventListener('abort', end)
  const form = new FormData()
  form.set('screenshot', jpeg, 'screenshot.jpg')
  const result = await get(servicesAtom).http.send(calls.screenshots.upload, {
    params: { cameraId },
    form,
    signal: ending.signal,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
  departure.removeEventListener('abort', end)
  uploading.delete(cameraId)
  if (!result.ok) return set(noteRefusalAtom, cameraId, result.failure)
  set(notePaceAtom, cameraId, result.value.snapshotIntervalMs)
  set(noteOnlineAtom, cameraId)
})
