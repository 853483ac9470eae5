import { AspectRatio, Skeleton } from '@chakra-ui/react'
import type { SecurityEvent } from '../../contract/event'
import { EVENTS_PAGE_SIZE } from '../../contract/limits'
import { TextSkeleton, usePatience } from '../../ui/notices/skeletons'
import { Appearing } from '../../ui/theme/appear'
import { EventFrame, EventRows } from './event-frame'
import { EventRow } from './event-row'

export function EventList(props: {
  readonly events: readonly SecurityEvent[]
  readonly onPlay: (event: SecurityEvent) => void
}) {
  return (
    <EventRows>
      <Appearing>
        {props.events.map((event) => (
          <EventRow key={event.id} event={event} onPlay={() => props.onPlay(event)} />
        ))}
      </Appearing>
    </EventRows>
  )
}

/** A page of grey rows, each as high as the event that comes in its place. */
export function EventSkeletons() {
  const isShown = usePatience()
  return (
    <EventRows isLoading isHidden={!isShown}>
      <Appearing>
        {Array.from({ length: EVENTS_PAGE_SIZE }, (_, index) => index).map((index) => (
          <EventFrame
            key={index}
            picture={
              <AspectRatio ratio={16 / 9}>
                <Skeleton />
              </AspectRatio>
            }
            badge={<TextSkeleton width="3.5rem" textStyle="sm" />}
            camera={<TextSkeleton width="5rem" textStyle="sm" />}
            title={<TextSkeleton width="14rem" textStyle="md" />}
            time={<TextSkeleton width="11rem" textStyle="sm" />}
            action={<Skeleton height={{ base: '11', md: '9' }} width={{ base: '100%', lg: '7rem' }} rounded="l2" />}
          />
        ))}
      </Appearing>
    </EventRows>
  )
}
