import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import type { Failure } from '../../api/result'
import { calls } from '../../contract/calls'
import type { Camera } from '../../contract/camera'
import type { Video } from '../../contract/video'
import { changeCameraListAtom } from '../cameras/cameras'
import { extensionsAtom } from '../http/extensions'
import { reportFailure, sentenceOf } from '../http/request-error'
import { messages } from '../messages'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/keys'
import { setLeavingAtom } from '../snapshots/snapshots'
import { changeVideosAtom } from './videos'

/** Whether the provider lets cameras and recordings be removed (EXT-11). */
export const canRemoveAtom = atom((get) => get(extensionsAtom).has('removal'))

/** Removes a camera; true when it is gone. Its recordings stay. */
export const removeCameraAtom = atom(null, async (get, set, camera: Pick<Camera, 'id'>): Promise<boolean> => {
  const { http, showToast } = get(servicesAtom)
  set(setLeavingAtom, camera.id, true)
  const result = await http.send(calls.cameras.remove, { params: { cameraId: camera.id } })
  if (!result.ok && !isGone(result.failure)) {
    set(setLeavingAtom, camera.id, false)
    set(tellRemovalFailedAtom, 'camera', result.failure)
    return false
  }
  await set(changeCameraListAtom, (cameras) => cameras.filter(({ id }) => id !== camera.id))
  set(readAgainAtom, ['cameras', 'workspaceUsage'])
  showToast({ kind: 'success', text: messages.cameraRemoved })
  return true
})

/** Removes a recording; true when it is gone. Its event stays. */
export const removeVideoAtom = atom(null, async (get, set, video: Pick<Video, 'id'>): Promise<boolean> => {
  const { http, showToast } = get(servicesAtom)
  const result = await http.send(calls.videos.remove, { params: { videoId: video.id } })
  if (!result.ok && !isGone(result.failure)) {
    set(tellRemovalFailedAtom, 'recording', result.failure)
    return false
  }
  set(changeVideosAtom, (videos) => videos.filter(({ id }) => id !== video.id))
  set(readAgainAtom, ['videos', 'events', 'workspaceUsage'])
  showToast({ kind: 'success', text: messages.videoRemoved })
  return true
})

/** Somebody else was quicker: what was asked for holds. */
function isGone(failure: Failure): boolean {
  return failure.kind === 'http' && failure.status === 404
}

const tellRemovalFailedAtom = atom(null, (get, _set, what: 'camera' | 'recording', failure: Failure) => {
  const { showToast, reporter } = get(servicesAtom)
  reportFailure(reporter, failure)
  showToast({ kind: 'error', text: messages.notRemoved(what, sentenceOf(failure)) })
})

type ReadName = 'cameras' | 'workspaceUsage' | 'videos' | 'events'

const readAgainAtom = atom(null, (get, _set, names: readonly ReadName[]) => {
  const keys = get(keysAtom)
  for (const name of names) void get(queryClientAtom).invalidateQueries({ queryKey: keys[name] })
})
