import { Box, Flex, Link, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Link as RouteLink } from 'wouter'
import type { SecurityEvent } from '../../contract/event'
import { ACTIVITY_ROWS } from '../../contract/limits'
import { dayEventsAtom, dayEventsReadingAtom, recentActivityAtom } from '../../state/dashboard/dashboard'
import { seenInEvent } from '../../state/events/seen'
import { unwatchedWordsAtom } from '../../state/modes/unwatched'
import { playEventAtom } from '../../state/recordings/playing'
import { EventAge, EventPicture } from '../../ui/events/event-picture'
import { EventTypeBadge } from '../../ui/events/event-type-badge'
import { SeenNote } from '../../ui/events/seen-note'
import { Panel } from '../../ui/layout/panel'
import { useNow } from '../../ui/layout/use-now'
import { RowSkeletons } from '../../ui/notices/skeletons'
import { Appear, Appearing } from '../../ui/theme/appear'
import { MissingEvents } from './missing-events'

/** A row is as high as its thumbnail. */
/** Of a telephone's row never more than a third: large letters would leave its words no room. */
const THUMBNAIL_WIDTH = 'min(6rem, 35%)'
const ROW_HEIGHT = '3.375rem'

/** Room of all rows and the gaps between, in every state: what is below never moves. */
const ROWS_HEIGHT = `calc(${ACTIVITY_ROWS} * ${ROW_HEIGHT} + ${ACTIVITY_ROWS - 1} * 0.75rem)`

function Row(props: { readonly event: SecurityEvent; readonly nowMs: number; readonly onPlay: () => void }) {
  const { event } = props
  return (
    <Flex asChild gap="3" align="center" wrap="wrap">
      <Appear as="li">
        <Box w={THUMBNAIL_WIDTH} flexShrink={0} rounded="l2" overflow="hidden">
          <EventPicture event={event} onPlay={props.onPlay} />
        </Box>
        <Box minW="0" flex="1 1 4rem">
          <Text
            fontWeight="medium"
            title={event.title}
            lineClamp={{ base: 2, sm: 1 }}
            // A long name would go to a second line, which is cut, and leave nothing of itself.
            wordBreak={{ sm: 'break-all' }}
            overflowWrap="anywhere"
          >
            {event.title}
          </Text>
          <Flex columnGap="3" wrap="wrap" align="baseline" color="fg.muted" textStyle="sm">
            <EventAge event={event} nowMs={props.nowMs} />
            <SeenNote labels={seenInEvent(event)} />
          </Flex>
        </Box>
        <EventTypeBadge type={event.type} />
      </Appear>
    </Flex>
  )
}

function Rows() {
  const reading = useAtomValue(dayEventsReadingAtom)
  const all = useAtomValue(dayEventsAtom)?.events
  const events = useAtomValue(recentActivityAtom)
  const play = useSetAtom(playEventAtom)
  const nowMs = useNow(10_000)
  const unwatched = useAtomValue(unwatchedWordsAtom)
  if (reading === 'awaited') return <RowSkeletons count={ACTIVITY_ROWS} height={ROW_HEIGHT} />
  if (reading === 'missing') return <MissingEvents />
  if (events.length === 0) {
    return (
      <Text color="fg.muted">
        {unwatched ?? 'Nothing has moved in the last 24 hours.'} Events appear here when a camera with motion detection
        on sees something.
      </Text>
    )
  }
  return (
    <Stack as="ul" gap="3" listStyleType="none" aria-label="Recent Activity">
      <Appearing>
        {events.map((event) => (
          <Row key={event.id} event={event} nowMs={nowMs} onPlay={() => void play(event, all ?? [event])} />
        ))}
      </Appearing>
    </Stack>
  )
}

export function RecentActivity() {
  return (
    <Panel
      heading="Recent Activity"
      aside={
        <Link asChild textStyle="sm" colorPalette="brand" minH={{ base: '11', md: '6' }}>
          <RouteLink href="/events">See all</RouteLink>
        </Link>
      }
    >
      <Box minH={ROWS_HEIGHT}>
        <Rows />
      </Box>
    </Panel>
  )
}
