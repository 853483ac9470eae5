import { Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { readingOf } from '../../../state/http/reads'
import { hasPushAtom, pushDevicesQueryAtom, pushStateAtom } from '../../../state/notifications/push'
import { Panel } from '../../../ui/layout/panel'
import { RowSkeletons } from '../../../ui/notices/skeletons'
import { TryAgain } from '../../../ui/notices/try-again'
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
  const reading = readingOf(query)
  const { phase } = useAtomValue(pushStateAtom)
  if (reading === 'awaited') return <RowSkeletons count={1} />
  if (reading === 'missing') {
    const retry = () => void query.refetch()
    return <TryAgain text="Your devices that are told are not here yet." isTrying={query.isFetching} onRetry={retry} />
  }
  const devices = query.data ?? []
  if (devices.length === 0) {
    return (
      <Text color="fg.muted" textStyle="sm">
        {phase === 'on' ? '' : 'None of your devices is told yet. Turn it on at each of them.'}
      </Text>
    )
  }
  return (
    <Stack as="ul" gap="0" listStyleType="none" aria-label="Your devices that are told" my="-2">
      {devices.map((device) => (
        <PushDeviceLine key={device.id} device={device} />
      ))}
    </Stack>
  )
}
