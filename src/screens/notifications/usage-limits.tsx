import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Link } from 'wouter'
import {
  areNotificationsUsedUpAtom,
  isFreeLimitAtom,
  notificationUsageQueryAtom,
} from '../../state/notifications/notification-usage'
import { UsageBar } from '../../ui/billing/usage-bar'
import { Panel } from '../../ui/layout/panel'
import { Notice } from '../../ui/notices/notice'
import { RowSkeletons } from '../../ui/notices/skeletons'

export function UsageLimits() {
  const { data, isPending, isFetching, refetch } = useAtomValue(notificationUsageQueryAtom)
  const isFreeLimit = useAtomValue(isFreeLimitAtom)
  const areUsedUp = useAtomValue(areNotificationsUsedUpAtom)
  return (
    <Panel heading="Usage Limits">
      <Stack gap="4">
        {data !== undefined ? (
          <UsageBar label="Notifications sent" text={`${data.used} / ${data.total}`} percentage={data.percentage} />
        ) : isPending ? (
          <RowSkeletons count={1} height="2.25rem" />
        ) : (
          <Flex align="center" justify="space-between" gap="3" textStyle="sm">
            <Text color="fg.muted">How many were sent is not known right now.</Text>
            <Button size="xs" variant="outline" disabled={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </Flex>
        )}
        {areUsedUp && <Notice kind="warning">All of them are used: nothing more is sent until next month.</Notice>}
        {isFreeLimit && <Notice kind="info">Free Plan Limit: 10 notifications per month</Notice>}
        <Button asChild variant="outline">
          <Link href="/billing">Upgrade for Higher Limits</Link>
        </Button>
      </Stack>
    </Panel>
  )
}
