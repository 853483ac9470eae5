import { Button, Field, Input, Stack } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import type { Camera } from '../../contract/camera'
import { MAX_NAME_LENGTH } from '../../contract/limits'
import { saveCameraAtom, sensitivityLabel, sensitivityOf } from '../../state/cameras'
import { devicesAtom } from '../../state/devices'
import { isAudioAllowedAtom } from '../../state/workspace'
import { Choice } from '../../ui/choice'
import { Hint } from '../../ui/hint'
import { Modal } from '../../ui/modal'
import { SensitivitySlider } from '../../ui/sensitivity-slider'
import { Toggle } from '../../ui/toggle'
import { DevicePreview } from './device-preview'

const AUDIO_TIERS = 'Available on Pro or Team tier'

interface SettingsProps {
  readonly camera: Camera
  readonly onClose: () => void
}

export function SettingsDialog({ camera, isOpen, onClose }: SettingsProps & { readonly isOpen: boolean }) {
  // The form mounts with the dialog, so that each opening starts from what is saved.
  return isOpen ? <SettingsForm camera={camera} onClose={onClose} /> : null
}

function SettingsForm({ camera, onClose }: SettingsProps) {
  const { devices } = useAtomValue(devicesAtom)
  const isAudioAllowed = useAtomValue(isAudioAllowedAtom)
  const saveCamera = useSetAtom(saveCameraAtom)
  const [settings, setSettings] = useState({ ...camera, motionSensitivity: sensitivityOf(camera) })
  const [isSaving, setIsSaving] = useState(false)
  const change = (part: Partial<typeof settings>) => setSettings((before) => ({ ...before, ...part }))
  const save = async () => {
    setIsSaving(true)
    const { id: _id, status: _status, ...typed } = settings
    // Motion is switched on the card, perhaps elsewhere while this dialog was open.
    const isSaved = await saveCamera(camera.id, { ...typed, isMotionEnabled: camera.isMotionEnabled })
    setIsSaving(false)
    if (isSaved) onClose()
  }
  const isListed = devices.some(({ id }) => id === settings.deviceId)
  const options = devices.map(({ id, label }) => ({ value: id, label }))
  const elsewhere = { value: camera.deviceId, label: `${camera.deviceLabel || 'Its device'} (on another machine)` }
  return (
    <Modal
      title={`Settings of ${camera.name}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button colorPalette="brand" loading={isSaving} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <DevicePreview
          deviceId={isListed ? settings.deviceId : null}
          cameraId={camera.id}
          ownDeviceId={camera.deviceId}
        />
        <Field.Root>
          <Field.Label>Camera name</Field.Label>
          <Input
            maxLength={MAX_NAME_LENGTH}
            value={settings.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </Field.Root>
        <Field.Root>
          <Field.Label>Location</Field.Label>
          <Input
            maxLength={MAX_NAME_LENGTH}
            value={settings.location}
            onChange={(event) => change({ location: event.currentTarget.value })}
          />
        </Field.Root>
        <Choice
          label="Camera device"
          placeholder="Choose a device"
          value={settings.deviceId}
          options={isListed || camera.deviceId === '' ? options : [elsewhere, ...options]}
          onChange={(deviceId) =>
            change({ deviceId, deviceLabel: devices.find(({ id }) => id === deviceId)?.label ?? camera.deviceLabel })
          }
        />
        <SensitivitySlider
          percent={settings.motionSensitivity}
          label={sensitivityLabel(settings.motionSensitivity)}
          onChange={(motionSensitivity) => change({ motionSensitivity })}
        />
        <Hint text={AUDIO_TIERS} isDisabled={isAudioAllowed}>
          <span>
            <Toggle
              label="Audio"
              isOn={settings.isAudioEnabled}
              isDisabled={!isAudioAllowed}
              // A disabled switch takes no focus, so the hint is told with its name as well.
              {...(isAudioAllowed ? {} : { description: AUDIO_TIERS })}
              onChange={(isAudioEnabled) => change({ isAudioEnabled })}
            />
          </span>
        </Hint>
      </Stack>
    </Modal>
  )
}
