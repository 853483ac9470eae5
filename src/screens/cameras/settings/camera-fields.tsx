import { Field, Input, SimpleGrid } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import type { Camera, CameraSettings } from '../../../contract/camera'
import { MAX_NAME_LENGTH } from '../../../contract/limits'
import { devicesAtom } from '../../../state/cameras/devices'
import { isAudioAllowedAtom } from '../../../state/workspace/workspace'
import { Choice } from '../../../ui/forms/choice'
import { Toggle } from '../../../ui/forms/toggle'
import { Hint } from '../../../ui/notices/hint'

/** Said of what the free plans lack (CAM-38). */
export const PAID_TIERS = 'Available on Pro or Team tier'

/** Name, location, device and sound of a camera (CAM-21). */
export function CameraFields(props: {
  readonly camera: Camera
  /** Its device is one of this machine, perhaps not connected now or known under another id. */
  readonly isLocal: boolean
  readonly settings: CameraSettings
  readonly onChange: (part: Partial<CameraSettings>) => void
}) {
  const { camera, isLocal, settings, onChange } = props
  const { devices } = useAtomValue(devicesAtom)
  const isAudioAllowed = useAtomValue(isAudioAllowedAtom)
  const isListed = devices.some(({ id }) => id === settings.deviceId || id === camera.deviceId)
  const options = devices.map(({ id, label }) => ({ value: id, label }))
  const label = camera.deviceLabel || 'Its device'
  const unlisted = { value: camera.deviceId, label: isLocal ? label : `${label} (on another machine)` }
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="end">
      <Field.Root invalid={settings.name.trim() === ''}>
        <Field.Label>Camera name</Field.Label>
        <Input
          maxLength={MAX_NAME_LENGTH}
          value={settings.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </Field.Root>
      <Field.Root invalid={settings.location.trim() === ''}>
        <Field.Label>Location</Field.Label>
        <Input
          maxLength={MAX_NAME_LENGTH}
          value={settings.location}
          onChange={(event) => onChange({ location: event.currentTarget.value })}
        />
      </Field.Root>
      <Choice
        label="Camera device"
        placeholder="Choose a device"
        value={settings.deviceId}
        options={isListed || camera.deviceId === '' ? options : [unlisted, ...options]}
        onChange={(deviceId) =>
          onChange({ deviceId, deviceLabel: devices.find(({ id }) => id === deviceId)?.label ?? camera.deviceLabel })
        }
      />
      <Hint text={PAID_TIERS} isDisabled={isAudioAllowed}>
        <span>
          <Toggle
            label="Audio"
            isOn={settings.isAudioEnabled}
            isDisabled={!isAudioAllowed}
            // A disabled switch takes no focus, so the hint is told after its name as well.
            {...(isAudioAllowed ? {} : { description: PAID_TIERS })}
            onChange={(isAudioEnabled) => onChange({ isAudioEnabled })}
          />
        </span>
      </Hint>
    </SimpleGrid>
  )
}
