import { Stack, Text } from '@chakra-ui/react'
import { useAtom, useAtomValue } from 'jotai/react'
import { BatteryWarning, PlugZap } from 'lucide-react'
import { takesPowerSignsAtom } from '../../state/capture/alerts'
import { powerChoicesAtom } from '../../state/device/power-choices'
import { batteryAtom } from '../../state/device/this-device'
import { SettingToggle } from '../../ui/forms/setting-toggle'
import { Panel } from '../../ui/layout/panel'

/** What this device tells of its power (SENSE-06); nothing where hub or browser have no such sense. */
export function PowerAlerts() {
  const [choices, choose] = useAtom(powerChoicesAtom)
  const isTaken = useAtomValue(takesPowerSignsAtom)
  const { phase } = useAtomValue(batteryAtom)
  if (!isTaken || phase === 'untold') return null
  const rest = { isDisabled: false, isSaving: false }
  return (
    <Panel heading="Power Alerts">
      <Stack gap="4">
        <Text color="fg.muted" textStyle="sm">
          While a camera of this device looks for motion. That the power is back is told under System Status.
        </Text>
        <SettingToggle
          {...rest}
          label="Alert when unplugged"
          line="Somebody pulled the plug, or the power is out: after 10 seconds"
          icon={<PlugZap size="1.25rem" />}
          isOn={choices.unplugged}
          onChange={(isOn) => choose('unplugged', isOn)}
        />
        <SettingToggle
          {...rest}
          label="Alert when the battery is low"
          line="Below 20 % and not charging: before the cameras end"
          icon={<BatteryWarning size="1.25rem" />}
          isOn={choices['low-battery']}
          onChange={(isOn) => choose('low-battery', isOn)}
        />
      </Stack>
    </Panel>
  )
}
