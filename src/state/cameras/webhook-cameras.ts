import { atom } from 'jotai/vanilla'
import type { Webhook } from '../../contract/notifications/webhooks'
import { webhooksQueryAtom } from '../notifications/webhooks'
import { invitedCamerasQueryAtom } from './camera-list'

/**
 * Of the cameras that a webhook names, those that are still there; null: it is of all. One that was removed stays named,
 * and set up anew it has another id. The cameras are read only where a webhook names some.
 */
export const cameraIdsLeftAtom = atom((get) => {
  const isAnyNamed = get(webhooksQueryAtom).data?.some(({ cameraIds }) => cameraIds !== null) ?? false
  const cameras = isAnyNamed ? get(invitedCamerasQueryAtom)?.data : undefined
  return ({ cameraIds }: Webhook): readonly string[] | null =>
    cameras === undefined ? cameraIds : (cameraIds?.filter((id) => cameras.some((camera) => camera.id === id)) ?? null)
})
