import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { Camera } from '../../contract/camera'
import { extensionsAtom } from '../http/extensions'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/keys'

/** Cameras with a snapshot on its way, and what ends it: the next one waits for its turn instead of queueing up. */
const uploadingAtom = atom(new Map<string, AbortController>())

/** Cameras that are being removed: a snapshot would come to one that is no more. */
const leavingAtom = atom(new Set<string>())

/** From here on nothing is sent of a camera, also not what is on its way; until `false` says that it stays after all. */
export const setLeavingAtom = atom(null, (get, _set, cameraId: string, isLeaving: boolean) => {
  if (!isLeaving) return void get(leavingAtom).delete(cameraId)
  get(leavingAtom).add(cameraId)
  get(uploadingAtom).get(cameraId)?.abort()
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
  const others = [...known].filter(([id]) => id !== cameraId)
  set(snapshotIntervalsAtom, new Map(intervalMs === null ? others : [...others, [cameraId, intervalMs]]))
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

/** Sends a snapshot; one that fails is not sent again, the next one is newer. */
export const uploadSnapshotAtom = atom(null, async (get, set, cameraId: string, jpeg: Blob) => {
  const uploading = get(uploadingAtom)
  if (uploading.has(cameraId) || get(leavingAtom).has(cameraId)) return
  const ending = new AbortController()
  uploading.set(cameraId, ending)
  const form = new FormData()
  form.set('screenshot', jpeg, 'screenshot.jpg')
  const result = await get(servicesAtom).http.send(calls.screenshots.upload, {
    params: { cameraId },
    form,
    signal: ending.signal,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
  uploading.delete(cameraId)
  if (!result.ok) return
  set(notePaceAtom, cameraId, result.value.snapshotIntervalMs)
  set(noteOnlineAtom, cameraId)
})
