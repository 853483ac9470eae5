import { Box, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { readingOf } from '../../../state/http/reads'
import { devicesQueryAtom, hasDevicesAtom, otherDevicesAtom, signOthersOutAtom } from '../../../state/sign-in/devices'
import { ConfirmButton } from '../../../ui/forms/confirm-button'
import { Panel } from '../../../ui/layout/panel'
import { RowSkeletons } from '../../../ui/notices/skeletons'
import { TryAgain } from '../../../ui/notices/try-again'
import { DeviceLine } from './device-line'

/** Where this person is signed in, where the provider tells (extension `sessions`); nothing elsewhere. */
export function SignedInDevices() {
  if (!useAtomValue(hasDevicesAtom)) return null
  return (
    <Panel heading="Signed-in devices">
      <Stack gap="4">
        <Text color="fg.muted" textStyle="sm">
          Every browser where you are signed in. Only you see this list.
        </Text>
        <Devices />
      </Stack>
    </Panel>
  )
}

function Devices() {
  const query = useAtomValue(devicesQueryAtom)
  const others = useAtomValue(otherDevicesAtom)
  const reading = readingOf(query)
  if (reading === 'awaited') return <RowSkeletons count={1} />
  if (reading === 'missing') {
    const retry = () => void query.refetch()
    return <TryAgain text="The devices are not here yet." isTrying={query.isFetching} onRetry={retry} />
  }
  return (
    <>
      <Stack as="ul" gap="0" listStyleType="none" aria-label="Signed-in devices" my="-2">
        {query.data?.map((device) => (
          <DeviceLine key={device.id} device={device} />
        ))}
      </Stack>
      {others.length > 0 ? (
        <SignOthersOut />
      ) : (
        <Text color="fg.muted" textStyle="sm">
          You are signed in nowhere else.
        </Text>
      )}
    </>
  )
}

function SignOthersOut() {
  const signOut = useSetAtom(signOthersOutAtom)
  return (
    <Box>
      <ConfirmButton
        size="sm"
        variant="outline"
        question="End all other sessions?"
        consequence="They are signed out at once, and cameras that they run stop delivering. This device stays signed in. Passkeys, API tokens, webhooks and shares stay; remove those that may be in other hands."
        verb="End All Others"
        onConfirm={() => signOut()}
      >
        End All Others
      </ConfirmButton>
    </Box>
  )
}
