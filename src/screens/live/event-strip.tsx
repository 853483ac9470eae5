import { Box, Flex, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { SecurityEvent } from '../../contract/event'
import { seenInEvent } from '../../state/events/seen'
import { readingOf } from '../../state/http/reads'
import { watchedEventsAtom, watchedEventsQueryAtom } from '../../state/live/camera-events'
import { playEventAtom } from '../../state/recordings/playing'
import { EventAge, EventPicture } from '../../ui/events/event-picture'
import { SeenNote } from '../../ui/events/seen-note'
import { useNow } from '../../ui/layout/use-now'

/** Room of the strip in every state: nothing below it moves. */
const STRIP_HEIGHT = '8.5rem'

/** Back in time: the last events of the camera, the latest first; a click plays the clip (LIVE-84). */
export function EventStrip() {
  const query = useAtomValue(watchedEventsQueryAtom)
  const events = useAtomValue(watchedEventsAtom)
  const play = useSetAtom(playEventAtom)
  const nowMs = useNow(10_000)
  return (
    <Box mt="3" minH={STRIP_HEIGHT}>
      <Text textStyle="sm" fontWeight="medium" mb="1.5">
        Last events
      </Text>
      {events.length === 0 ? (
        <Text color="fg.muted" textStyle="sm">
          {readingOf(query) === 'here' ? 'This camera has not seen anything of late.' : 'Its events are not here yet.'}
        </Text>
      ) : (
        <Flex as="ul" listStyleType="none" gap="3" overflowX="auto" pb="1" aria-label="Last events of this camera">
          {events.map((event) => (
            <Moment key={event.id} event={event} nowMs={nowMs} onPlay={() => void play(event, events)} />
          ))}
        </Flex>
      )}
    </Box>
  )
}

function Moment(props: { readonly event: SecurityEvent; readonly nowMs: number; readonly onPlay: () => void }) {
  const { event } = props
  return (
    <Box as="li" width="8rem" flexShrink={0}>
      <Box rounded="l2" overflow="hidden">
        <EventPicture event={event} onPlay={props.onPlay} />
      </Box>
      <Box textStyle="xs" color="fg.muted" mt="1">
        <EventAge event={event} nowMs={props.nowMs} />
        {event.videoId === null ? <WhatItWas event={event} /> : <SeenNote labels={seenInEvent(event)} />}
      </Box>
    </Box>
  )
}

/** No picture tells. */
function WhatItWas({ event }: { readonly event: SecurityEvent }) {
  return (
    <Text color="fg.muted" textStyle="sm" truncate title={event.message}>
      {event.title}
    </Text>
  )
}
