import { Stack } from '@chakra-ui/react'
import type { SecurityEvent } from '../../contract/event'
import { Appearing } from '../../ui/theme/appear'
import { EventRow } from './event-row'

export function EventList(props: {
  readonly events: readonly SecurityEvent[]
  readonly onPlay: (event: SecurityEvent) => void
}) {
  return (
    <Stack as="ul" gap="3" listStyleType="none" aria-label="Events">
      <Appearing>
        {props.events.map((event) => (
          <EventRow key={event.id} event={event} onPlay={() => props.onPlay(event)} />
        ))}
      </Appearing>
    </Stack>
  )
}
