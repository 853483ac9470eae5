import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import type { Camera, CameraSettings } from '../../../contract/camera'
import { sensitivityOf } from '../../../state/cameras/cameras'
import { devicesAtom } from '../../../state/cameras/devices'
import { isDetectionChangedAtom, saveSettingsAtom } from '../../../state/capture/detection-draft'
import { usePending } from '../../../ui/forms/use-pending'
import { useCurrent } from '../../../ui/layout/use-current'

/** What is changed of a camera, which has the device that it opens here, and its save. `keptDeviceId`: as the hub has it. */
export function useSettingsForm(camera: Camera, keptDeviceId: string, onSaved: () => void) {
  const saveSettings = useSetAtom(saveSettingsAtom)
  const [changes, setChanges] = useState<Partial<CameraSettings>>({})
  // The rest follows the camera, which may be changed elsewhere while this dialog is open.
  const settings: CameraSettings = { ...camera, motionSensitivity: sensitivityOf(camera), ...changes }
  const isDetectionChanged = useAtomValue(isDetectionChangedAtom)
  const [isSaving, run] = usePending()
  const current = useCurrent(changes)
  const isListed = useAtomValue(devicesAtom).devices.some(({ id }) => id === settings.deviceId)
  const isMoved = settings.deviceId !== camera.deviceId
  // A device that was chosen and is gone from the list is not shown, so it is not saved.
  const shown = isMoved && !isListed ? { ...settings, deviceId: '' } : settings
  const save = async () => {
    // Only a device that was chosen is another than the hub has.
    const own = isMoved ? {} : { deviceId: keptDeviceId }
    const changed = changes.deviceId === undefined ? changes : { ...changes, ...own }
    const outcome = await saveSettings(camera.id, { ...shown, ...own }, changed)
    if (outcome === 'saved' && current.current === changes) onSaved()
  }
  return {
    settings,
    shown,
    change: (part: Partial<CameraSettings>) => setChanges((before) => ({ ...before, ...part })),
    isChanged: isDetectionChanged || Object.keys(changes).length > 0,
    isListed,
    isMoved,
    isSaving,
    save: () => void run(save),
  }
}
