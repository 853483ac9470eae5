import { Box, Flex, Link, Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Link as RouteLink } from 'wouter'
import type { SecurityEvent } from '../../contract/event'
import { formatRelativeTime } from '../../lib/relative-time'
import { dayEventsQueryAtom, recentActivityAtom } from '../../state/dashboard'
import { EventTypeBadge } from '../../ui/event-type-badge'
import { Panel } from '../../ui/panel'
import { Picture } from '../../ui/picture'
import { RowSkeletons } from '../../ui/row-skeletons'
import { useNow } from '../../ui/use-now'

function Row(props: { readonly event: SecurityEvent; readonly nowMs: number }) {
  const { event } = props
  return (
    <Flex gap="3" align="center">
      <Box w="5.5rem" flexShrink={0} rounded="l2" overflow="hidden">
        <Picture url={event.video?.thumbnailUrl ?? null} alt="" />
      </Box>
      <Box minW="0" flex="1">
        <Text fontWeight="medium" truncate>
          {event.title}
        </Text>
        <Text color="fg.muted" textStyle="sm">
          {formatRelativeTime(Date.parse(event.createdAt), props.nowMs)}
        </Text>
      </Box>
      <EventTypeBadge type={event.type} />
    </Flex>
  )
}

export function RecentActivity() {
  const query = useAtomValue(dayEventsQueryAtom)
  const events = useAtomValue(recentActivityAtom)
  const nowMs = useNow(10_000)
  return (
    <Panel
      heading="Recent Activity"
      aside={
        <Link asChild textStyle="sm" colorPalette="brand">
          <RouteLink href="/events">All events</RouteLink>
        </Link>
      }
    >
      {query.isPending ? (
        <RowSkeletons count={4} />
      ) : events.length === 0 ? (
        <Text color="fg.muted">Nothing has moved in the last 24 hours.</Text>
      ) : (
        <Stack gap="3">
          {events.map((event) => (
            <Row key={event.id} event={event} nowMs={nowMs} />
          ))}
        </Stack>
      )}
    </Panel>
  )
}
