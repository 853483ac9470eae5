import { Stack, StackSeparator } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Activity, Car, type LucideIcon, PawPrint, PersonStanding, ShieldAlert, Wifi } from 'lucide-react'
import {
  changeConfigAtom,
  hasLabelChoicesAtom,
  type NotificationName,
  savingAtom,
  shownConfigAtom,
} from '../../state/notifications/settings'
import { SettingToggle } from '../../ui/forms/setting-toggle'
import { Panel } from '../../ui/layout/panel'

interface Type {
  readonly name: NotificationName
  readonly label: string
  readonly line: string
  readonly icon: LucideIcon
}

const types: readonly Type[] = [
  { name: 'notifyOnMotion', label: 'Motion Detection', line: 'Something moves in front of a camera', icon: Activity },
  { name: 'notifyOnPerson', label: 'Person Detection', line: 'A camera sees a person', icon: PersonStanding },
  {
    name: 'notifyOnAlert',
    label: 'Security Alerts',
    line: 'A camera is covered or tampered with, or its power goes',
    icon: ShieldAlert,
  },
  { name: 'notifyOnError', label: 'System Status', line: 'A camera goes offline, or comes back online', icon: Wifi },
]

/** Where the provider tells animals and vehicles apart, motion is what is left (LABEL-08). */
const motionLine = 'Something moves, and what it is was not recognised'
const labelTypes: readonly Type[] = [
  { name: 'notifyOnAnimal', label: 'Animals', line: 'A camera sees a cat, dog, bird or horse', icon: PawPrint },
  {
    name: 'notifyOnVehicle',
    label: 'Vehicles',
    line: 'A camera sees a bicycle, motorcycle, car, bus or truck',
    icon: Car,
  },
]

export function NotificationTypes() {
  const config = useAtomValue(shownConfigAtom)
  const saving = useAtomValue(savingAtom)
  const change = useSetAtom(changeConfigAtom)
  const hasLabelChoices = useAtomValue(hasLabelChoicesAtom)
  const shown = hasLabelChoices ? [...types, ...labelTypes] : types
  return (
    <Panel heading="Notify Me About">
      <Stack gap="3" separator={<StackSeparator />}>
        {shown.map(({ name, label, line, icon: Icon }) => (
          <SettingToggle
            key={name}
            label={label}
            line={hasLabelChoices && name === 'notifyOnMotion' ? motionLine : line}
            icon={<Icon size="1.25rem" />}
            // Told of until the provider says otherwise, as motion is.
            isOn={config[name] ?? true}
            isDisabled={saving.phase === 'saving'}
            isSaving={saving.phase === 'saving' && saving.change.name === name}
            onChange={(value) => void change({ part: 'notifications', name, value })}
          />
        ))}
      </Stack>
    </Panel>
  )
}
