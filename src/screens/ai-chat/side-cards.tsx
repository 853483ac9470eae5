import { Badge, Box, Flex, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import type { EventType } from '../../contract/event'
import { formatRelativeTime } from '../../lib/date-time'
import { sampleEvents } from '../../state/assistant/chat'
import { chatsTotalAtom, chatsUsedAtom, isCountAwaitedAtom } from '../../state/assistant/chat-count'
import { videoAnalysisAtom } from '../../state/assistant/video-analysis'
import { dayEventsQueryAtom, recentActivityAtom } from '../../state/dashboard/dashboard'
import { extensionsAtom } from '../../state/http/extensions'
import { readingOf } from '../../state/http/reads'
import { hasHeardAtom } from '../../state/hub/connection'
import { unwatchedWordsAtom } from '../../state/modes/unwatched'
import { playEventAtom } from '../../state/recordings/playing'
import { UsageBar } from '../../ui/billing/usage-bar'
import { EventPicture } from '../../ui/events/event-picture'
import { EventTypeBadge } from '../../ui/events/event-type-badge'
import { Panel } from '../../ui/layout/panel'
import { useNow } from '../../ui/layout/use-now'
import { Awaited } from '../../ui/notices/skeletons'
import { TryAgain } from '../../ui/notices/try-again'

/** The Recent Events card: the latest of the hub's own (FACE-11), where it invites open screens to read them. */
export function RecentEvents() {
  const isOffered = useAtomValue(extensionsAtom).has('polling')
  const hasHeard = useAtomValue(hasHeardAtom)
  if (isOffered) return <OwnEvents />
  return hasHeard ? <SampleEvents /> : <EventsCard>{null}</EventsCard>
}

const ROWS = 3

/** As high as its rows from the start. */
function EventsCard(props: { readonly aside?: ReactNode; readonly children: ReactNode }) {
  return (
    <Panel heading="Recent Events" aside={props.aside}>
      <Box minH="10rem">{props.children}</Box>
    </Panel>
  )
}

function OwnEvents() {
  const query = useAtomValue(dayEventsQueryAtom)
  const events = useAtomValue(recentActivityAtom).slice(0, ROWS)
  const unwatched = useAtomValue(unwatchedWordsAtom)
  const play = useSetAtom(playEventAtom)
  const nowMs = useNow(10_000)
  const reading = readingOf(query)
  return (
    <EventsCard>
      {reading === 'awaited' ? null : reading === 'missing' ? (
        <TryAgain
          text="The events are not here yet."
          isTrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : events.length === 0 ? (
        <Text color="fg.muted" textStyle="sm">
          {unwatched ?? 'Nothing has moved in the last 24 hours.'}
        </Text>
      ) : (
        <Stack as="ul" gap="3" listStyleType="none">
          {events.map((event) => (
            <EventLine
              key={event.id}
              type={event.type}
              title={event.title}
              time={formatRelativeTime(Date.parse(event.createdAt), nowMs)}
              picture={<EventPicture event={event} onPlay={() => void play(event, query.data?.events ?? [event])} />}
            />
          ))}
        </Stack>
      )}
    </EventsCard>
  )
}

/** What a provider without them shows (CHAT-09), marked as such, since nobody shall take them for their own. */
function SampleEvents() {
  return (
    <EventsCard aside={<Badge variant="outline">Sample</Badge>}>
      <Stack as="ul" gap="3" listStyleType="none">
        {sampleEvents.map((event) => (
          <EventLine key={event.title} {...event} />
        ))}
      </Stack>
    </EventsCard>
  )
}

function EventLine(props: {
  readonly type: EventType
  readonly title: string
  readonly time: string
  readonly picture?: ReactNode
}) {
  return (
    <Flex as="li" gap="3" align="center" wrap="wrap">
      {props.picture && (
        <Box w="5rem" flexShrink={0} rounded="l2" overflow="hidden">
          {props.picture}
        </Box>
      )}
      <Box minW="0" flex="1 1 4rem">
        <Text
          textStyle="sm"
          fontWeight="medium"
          lineClamp={{ base: 2, sm: 1 }}
          wordBreak={{ sm: 'break-all' }}
          overflowWrap="anywhere"
          title={props.title}
        >
          {props.title}
        </Text>
        <Flex gap="2" rowGap="0" wrap="wrap" align="center" justify="space-between" textStyle="xs" color="fg.muted">
          {props.time}
          <EventTypeBadge type={props.type} />
        </Flex>
      </Box>
    </Flex>
  )
}

export function UsageStats() {
  const used = useAtomValue(chatsUsedAtom)
  const total = useAtomValue(chatsTotalAtom)
  const isAwaited = useAtomValue(isCountAwaitedAtom)
  const videoAnalysis = useAtomValue(videoAnalysisAtom)
  return (
    <Panel heading="Usage Stats">
      <Stack gap="3">
        <Awaited isAwaited={isAwaited}>
          <UsageBar label="Chats used" text={`${used} out of ${total}`} percentage={(used / total) * 100} />
        </Awaited>
        <Flex justify="space-between" gap="3" textStyle="sm">
          <Text>Video analysis</Text>
          <Text color="fg.muted">{videoAnalysis ?? '\u00a0'}</Text>
        </Flex>
      </Stack>
    </Panel>
  )
}
