import { Badge, Box, Flex, Stack, Text } from '@chakra-ui/react'
import { sampleEvents } from '../../state/assistant/chat'
import { EventTypeBadge } from '../../ui/events/event-type-badge'
import { Panel } from '../../ui/layout/panel'

/** The Recent Events card: samples (CHAT-09), and marked as such, since nobody shall take them for their own. */
export function SampleEvents() {
  return (
    <Panel heading="Recent Events" aside={<Badge variant="outline">Sample</Badge>}>
      <Stack as="ul" gap="3" listStyleType="none">
        {sampleEvents.map(({ type, title, time }) => (
          <Flex as="li" key={title} gap="3" justify="space-between" align="center">
            <Box minW="0">
              <Text textStyle="sm">{title}</Text>
              <Text textStyle="xs" color="fg.muted">
                {time}
              </Text>
            </Box>
            <EventTypeBadge type={type} />
          </Flex>
        ))}
      </Stack>
    </Panel>
  )
}
