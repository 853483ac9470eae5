import { atom } from 'jotai/vanilla'
import { calls } from '../contract/calls'
import { servicesAtom } from './services'

/** Cameras with a snapshot on its way: the next one waits for its turn instead of queueing up. */
const uploadingAtom = atom(new Set<string>())

/** Sends a snapshot; one that fails is not sent again, the next one is newer. */
export const uploadSnapshotAtom = atom(null, async (get, _set, cameraId: string, jpeg: Blob) => {
  const uploading = get(uploadingAtom)
  if (uploading.has(cameraId)) return
  uploading.add(cameraId)
  const form = new FormData()
  form.set('screenshot', jpeg, 'screenshot.jpg')
  await get(servicesAtom).http.send(calls.screenshots.upload, { params: { cameraId }, form, timeoutMs: 15_000 })
  uploading.delete(cameraId)
})
