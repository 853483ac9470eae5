import { Box, Button, Flex, HStack, Text } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { Camera, ExternalLink } from 'lucide-react'
import type { SecurityEvent } from '../../contract/event'
import { formatDateTime } from '../../lib/date-time'
import { viewClipAtom } from '../../state/events'
import { playShownEventAtom } from '../../state/playing'
import { EventTypeBadge } from '../../ui/event-type-badge'
import { PlayPicture } from '../../ui/play-picture'

export function EventRow({ event }: { readonly event: SecurityEvent }) {
  const viewClip = useSetAtom(viewClipAtom)
  const play = useSetAtom(playShownEventAtom)
  const cameraName = event.video?.camera?.name ?? ''
  const { videoId } = event
  return (
    <Flex
      as="li"
      gap={{ base: '3', md: '4' }}
      align={{ base: 'stretch', sm: 'center' }}
      direction={{ base: 'column', sm: 'row' }}
      bg="bg.panel"
      borderWidth="1px"
      rounded="l3"
      overflow="hidden"
      pe={{ sm: '4' }}
    >
      <Box w={{ base: '100%', sm: '11rem' }} flexShrink={0}>
        <PlayPicture
          url={event.video?.thumbnailUrl ?? null}
          alt={cameraName ? `Picture from ${cameraName}` : 'Picture of the event'}
          title={event.title}
          onPlay={videoId === null ? null : () => void play(event)}
        />
      </Box>
      <Box flex="1" minW="0" px={{ base: '4', sm: '0' }}>
        <HStack gap="2" mb="1">
          <EventTypeBadge type={event.type} />
          {cameraName && (
            <HStack gap="1" color="fg.muted" textStyle="sm" minW="0">
              <Camera size="0.9rem" aria-hidden />
              <Text truncate>{cameraName}</Text>
            </HStack>
          )}
        </HStack>
        <Text fontWeight="medium" lineClamp={2}>
          {event.title}
        </Text>
        <Text color="fg.muted" textStyle="sm">
          Recorded: {formatDateTime(event.createdAt)}
        </Text>
      </Box>
      <Box px={{ base: '4', sm: '0' }} pb={{ base: '4', sm: '0' }}>
        <Button
          variant="outline"
          size="sm"
          width={{ base: '100%', sm: 'auto' }}
          disabled={videoId === null}
          onClick={() => videoId !== null && void viewClip(videoId)}
        >
          <ExternalLink size="1rem" aria-hidden />
          View Clip
        </Button>
      </Box>
    </Flex>
  )
}
