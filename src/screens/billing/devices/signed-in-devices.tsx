import { Box, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { readingOf } from '../../../state/http/reads'
import { devicesQueryAtom, hasDevicesAtom, otherDevicesAtom, signOthersOutAtom } from '../../../state/sign-in/devices'
import { ConfirmButton } from '../../../ui/forms/confirm-button'
import { ListLines } from '../../../ui/layout/list-line'
import { Panel } from '../../../ui/layout/panel'
import { AwaitedRows } from '../../../ui/notices/try-again'
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
  return (
    <AwaitedRows reading={readingOf(query)} query={query} count={1} missing="The devices are not here yet.">
      <ListLines label="Signed-in devices">
        {query.data?.map((device) => (
          <DeviceLine key={device.id} device={device} />
        ))}
      </ListLines>
      {others.length > 0 ? (
        <SignOthersOut />
      ) : (
        <Text color="fg.muted" textStyle="sm">
          You are signed in nowhere else.
        </Text>
      )}
    </AwaitedRows>
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
