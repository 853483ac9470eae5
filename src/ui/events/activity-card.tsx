import { Box, Flex, Text } from '@chakra-ui/react'
import { formatDateTime } from '../../lib/date-time'
import { countedLabels } from '../../lib/label'
import { Picture } from '../pictures/picture'
import type { ActivityEvent } from './activity-places'
import { EventTypeBadge } from './event-type-badge'

const WIDTH = '13rem'

/** What is known of the event under the pointer or the keys. `at` is its place in the row, 0 to 1. */
export function ActivityCard({ event, at }: { readonly event: ActivityEvent; readonly at: number }) {
  return (
    <Box
      data-testid="activity-card"
      position="absolute"
      top="calc(100% + 0.25rem)"
      width={WIDTH}
      zIndex="popover"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.emphasized"
      rounded="l2"
      shadow="lg"
      overflow="hidden"
      pointerEvents="none"
      // Beside its mark, and never out of the row.
      style={{ left: `clamp(0px, calc(${at * 100}% - ${WIDTH} / 2), calc(100% - ${WIDTH}))` }}
      // The option itself is read out.
      aria-hidden
    >
      {/* One element would show the picture of the event before until its own has come. */}
      <Picture key={event.id} url={event.thumbnailUrl} alt="" detections={event.detections} />
      <Box px="3" py="2">
        <Text fontWeight="medium" textStyle="sm" lineClamp={2}>
          {event.title}
        </Text>
        <Flex justify="space-between" align="center" gap="2" mt="1">
          <Text color="fg.muted" textStyle="xs">
            {formatDateTime(event.createdAt)}
          </Text>
          <EventTypeBadge type={event.type} />
        </Flex>
        {event.labels.length > 0 && (
          <Text color="fg.muted" textStyle="xs" mt="1">
            {countedLabels(event.labels)}
          </Text>
        )}
        {!event.isPlayable && (
          <Text color="fg.muted" textStyle="xs" mt="1">
            Without a clip
          </Text>
        )}
      </Box>
    </Box>
  )
}
