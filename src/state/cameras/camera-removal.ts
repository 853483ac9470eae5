import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { Camera } from '../../contract/camera'
import { isGone, tellRemovalFailedAtom } from '../http/removal'
import { messages } from '../messages'
import { ownServices } from '../sign-in/own-services'
import { keysAtom } from '../sign-in/query-keys'
import { changeCameraListAtom } from './camera-list'

const departuresAtom = atom(new Map<string, AbortController>())

/**
 * Aborted once a camera is being removed: what is on its way from it would come to one that is no more. A camera that
 * stays after all gets another.
 */
export const departureOfAtom = atom(
  null,
  (get, _set, cameraId: string): AbortSignal => departureOf(get(departuresAtom), cameraId).signal,
)

function departureOf(departures: Map<string, AbortController>, cameraId: string): AbortController {
  const departure = departures.get(cameraId) ?? new AbortController()
  departures.set(cameraId, departure)
  return departure
}

/** Removes a camera; true when it is gone. Its recordings stay. */
export const removeCameraAtom = atom(null, async (get, set, camera: Pick<Camera, 'id'>): Promise<boolean> => {
  const { http, showToast } = ownServices(get)
  departureOf(get(departuresAtom), camera.id).abort()
  const result = await http.send(calls.cameras.remove, { params: { cameraId: camera.id } })
  if (!result.ok && !isGone(result.failure)) {
    get(departuresAtom).delete(camera.id)
    set(tellRemovalFailedAtom, 'camera', result.failure)
    return false
  }
  await set(changeCameraListAtom, (cameras) => cameras.filter(({ id }) => id !== camera.id))
  for (const queryKey of [get(keysAtom).cameras, get(keysAtom).workspaceUsage]) {
    void get(queryClientAtom).invalidateQueries({ queryKey })
  }
  showToast({ kind: 'success', text: messages.cameraRemoved })
  return true
})
