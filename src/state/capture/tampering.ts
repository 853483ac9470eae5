import { atom } from 'jotai/vanilla'
import type { Tampering } from '../../engine'
import { without } from '../maps'
import { raiseAlertAtom } from './alerts'

/** Cameras of this tab that were tampered with and whose picture is not good again, by camera id. */
const tamperingAtom = atom<ReadonlyMap<string, Tampering>>(new Map<string, Tampering>())

/** What was done to one camera; null: nothing. */
export function tamperingAtomOf(cameraId: string) {
  return atom((get): Tampering | null => get(tamperingAtom).get(cameraId) ?? null)
}

/** Shows it on the camera's card, and tells the hub. */
export const noteTamperingAtom = atom(
  null,
  (_get, set, camera: { readonly id: string; readonly workspaceId: string }, tampering: Tampering, atMs: number) => {
    set(tamperingAtom, (all) => new Map(all).set(camera.id, tampering))
    set(raiseAlertAtom, camera.workspaceId, camera.id, tampering, atMs)
  },
)

export const endTamperingAtom = atom(null, (_get, set, cameraId: string) =>
  set(tamperingAtom, (all) => without(all, cameraId)),
)
