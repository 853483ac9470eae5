import { SimpleGrid, Stack } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { savingAtom } from '../../state/notifications/settings'
import { useKeptFocus } from '../../ui/layout/focus-keeper'
import { PageHeader } from '../../ui/layout/page-header'
import { IntegrationChannels } from './integration-channels'
import { NotificationTypes } from './notification-types'
import { ThisDevice } from './this-device/this-device'
import { UsageLimits } from './usage-limits'

export default function NotificationsScreen() {
  const keptFocus = useKeptFocus(useAtomValue(savingAtom).phase === 'saving')
  return (
    <>
      <PageHeader title="Notification Settings" line="What you are told, and where" />
      <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start" {...keptFocus}>
        <Stack gap="4" minW="0">
          <NotificationTypes />
          <UsageLimits />
        </Stack>
        <Stack gap="4" minW="0">
          <IntegrationChannels />
          {/* Last: it comes when the provider has said that there is one, and nothing moves. */}
          <ThisDevice />
        </Stack>
      </SimpleGrid>
    </>
  )
}
