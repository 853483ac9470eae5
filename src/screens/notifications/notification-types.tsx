import { Stack, StackSeparator } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Activity, type LucideIcon, PersonStanding, ShieldAlert, Wifi } from 'lucide-react'
import {
  changeConfigAtom,
  type NotificationName,
  savingAtom,
  shownConfigAtom,
} from '../../state/notifications/settings'
import { SettingToggle } from '../../ui/forms/setting-toggle'
import { Panel } from '../../ui/layout/panel'

const types: readonly {
  readonly name: NotificationName
  readonly label: string
  readonly line: string
  readonly icon: LucideIcon
}[] = [
  { name: 'notifyOnMotion', label: 'Motion Detection', line: 'Something moves in front of a camera', icon: Activity },
  { name: 'notifyOnPerson', label: 'Person Detection', line: 'A camera sees a person', icon: PersonStanding },
  {
    name: 'notifyOnAlert',
    label: 'Security Alerts',
    line: 'A camera is covered or tampered with',
    icon: ShieldAlert,
  },
  { name: 'notifyOnError', label: 'System Status', line: 'A camera goes offline, or comes back online', icon: Wifi },
]

export function NotificationTypes() {
  const config = useAtomValue(shownConfigAtom)
  const saving = useAtomValue(savingAtom)
  const change = useSetAtom(changeConfigAtom)
  return (
    <Panel heading="Notify Me About">
      <Stack gap="3" separator={<StackSeparator />}>
        {types.map(({ name, label, line, icon: Icon }) => (
          <SettingToggle
            key={name}
            label={label}
            line={line}
            icon={<Icon size="1.25rem" />}
            isOn={config[name]}
            isDisabled={saving.phase === 'saving'}
            isSaving={saving.phase === 'saving' && saving.change.name === name}
            onChange={(value) => void change({ part: 'notifications', name, value })}
          />
        ))}
      </Stack>
    </Panel>
  )
}
