import { atom } from 'jotai/vanilla'
import { camerasQueryAtom } from '../cameras/camera-list'
import { extensionsAtom } from '../http/extensions'
import { messages } from '../messages'
import { servicesAtom } from '../services'

/** Whether cameras can be looked through now (LIVE-70). */
export const canWatchAtom = atom((get) => get(extensionsAtom).has('live'))

const chosenAtom = atom<string | null>(null)

/** The camera that is open in the large view, and its place among all; null: the view is closed. */
export const watchedAtom = atom((get) => {
  const chosen = get(chosenAtom)
  // The list is read only where somebody looks at it.
  if (chosen === null) return null
  const cameras = get(camerasQueryAtom).data ?? []
  const index = cameras.findIndex(({ id }) => id === chosen)
  const camera = cameras[index]
  return camera === undefined ? null : { camera, index, count: cameras.length }
})

/** View Feed: opens the live picture; warns where the provider has none (CAM-22). */
export const viewFeedAtom = atom(null, (get, set, cameraId: string) => {
  if (get(canWatchAtom)) set(chosenAtom, cameraId)
  else get(servicesAtom).showToast({ kind: 'warning', text: messages.viewFeed })
})

/** On to the next camera, or back to the one before; round at the ends (LIVE-75). */
export const stepWatchedAtom = atom(null, (get, set, by: 1 | -1) => {
  const watched = get(watchedAtom)
  const cameras = get(camerasQueryAtom).data ?? []
  const next = watched && cameras[(watched.index + by + cameras.length) % cameras.length]
  if (next) set(chosenAtom, next.id)
})

export const closeWatchedAtom = atom(null, (_get, set) => set(chosenAtom, null))
