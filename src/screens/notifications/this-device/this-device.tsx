import { Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { readingOf } from '../../../state/http/reads'
import { hasPushAtom, pushDevicesQueryAtom, pushStateAtom } from '../../../state/notifications/push'
import { ListLines } from '../../../ui/layout/list-line'
import { Panel } from '../../../ui/layout/panel'
import { AwaitedRows } from '../../../ui/notices/try-again'
import { PushDeviceLine } from './push-device-line'
import { PushSwitch } from './push-switch'

/** Notifications of this browser, where the provider pushes (PUSH-13); nothing elsewhere. */
export function ThisDevice() {
  if (!useAtomValue(hasPushAtom)) return null
  return (
    <Panel heading="This Device">
      <Stack gap="4">
        <Text color="fg.muted" textStyle="sm">
          Notifications on this device itself, also while Nightjar is closed. They follow Notify Me About, modes and
          snooze, and count like any other.
        </Text>
        <PushSwitch />
        <ToldDevices />
      </Stack>
    </Panel>
  )
}

function ToldDevices() {
  const query = useAtomValue(pushDevicesQueryAtom)
  const { phase } = useAtomValue(pushStateAtom)
  const devices = query.data ?? []
  const missing = 'Your devices that are told are not here yet.'
  return (
    <AwaitedRows reading={readingOf(query)} query={query} count={1} missing={missing}>
      {devices.length === 0 ? (
        <Text color="fg.muted" textStyle="sm">
          {phase === 'on' ? '' : 'None of your devices is told yet. Turn it on at each of them.'}
        </Text>
      ) : (
        <ListLines label="Your devices that are told">
          {devices.map((device) => (
            <PushDeviceLine key={device.id} device={device} />
          ))}
        </ListLines>
      )}
    </AwaitedRows>
  )
}
