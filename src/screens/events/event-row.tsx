import { Button, HStack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Camera, ExternalLink } from 'lucide-react'
import type { SecurityEvent } from '../../contract/event'
import { formatDateTime } from '../../lib/date-time'
import { viewClipAtom } from '../../state/events/events'
import { seenInEvent } from '../../state/events/seen'
import { hasSharesAtom, shareClipAtom } from '../../state/shares/shares'
import { DescriptionNote } from '../../ui/events/description-note'
import { EventTypeBadge } from '../../ui/events/event-type-badge'
import { SeenNote } from '../../ui/events/seen-note'
import { PlayPicture } from '../../ui/pictures/play-picture'
import { ShareButton } from '../../ui/recordings/share-button'
import { EventFrame } from './event-frame'

export function EventRow(props: { readonly event: SecurityEvent; readonly onPlay: () => void }) {
  const { event } = props
  const viewClip = useSetAtom(viewClipAtom)
  const canShare = useAtomValue(hasSharesAtom)
  const share = useSetAtom(shareClipAtom)
  const cameraName = event.video?.camera?.name ?? ''
  const { videoId } = event
  return (
    <EventFrame
      picture={
        <PlayPicture
          url={event.video?.thumbnailUrl ?? null}
          alt={cameraName ? `Picture from ${cameraName}` : 'Picture of the event'}
          title={event.title}
          detections={event.video?.detections}
          size="sm"
          onPlay={videoId === null ? null : props.onPlay}
        />
      }
      badge={<EventTypeBadge type={event.type} />}
      camera={
        <>
          {cameraName && (
            <HStack gap="1" color="fg.muted" textStyle="sm" minW="0">
              <Camera size="0.9rem" aria-hidden style={{ flexShrink: 0 }} />
              <Text title={cameraName} lineClamp={{ base: 2, xl: 1 }} overflowWrap="anywhere">
                {cameraName}
              </Text>
            </HStack>
          )}
          {/* On phones what was seen goes below the camera's name rather than being cut. */}
          <SeenNote labels={seenInEvent(event)} />
        </>
      }
      title={
        <>
          <Text fontWeight="medium" lineClamp={{ base: 2, xl: 1 }} wordBreak={{ xl: 'break-all' }}>
            {event.title}
          </Text>
          <DescriptionNote description={event.description} place="row" />
          {/* There is nothing to look at: its words are all there is, such as why it was not recorded. */}
          {videoId === null && event.message && (
            <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
              {event.message}
            </Text>
          )}
        </>
      }
      time={
        <Text color="fg.muted" textStyle="sm">
          Recorded: {formatDateTime(event.createdAt)}
        </Text>
      }
      action={
        <HStack gap="1" width="100%" wrap={{ base: 'wrap', lg: 'nowrap' }}>
          <Button
            variant="outline"
            size="sm"
            flex={{ base: '1 1 auto', lg: 'none' }}
            disabled={videoId === null}
            onClick={() => videoId !== null && void viewClip(videoId)}
          >
            <ExternalLink size="1rem" aria-hidden />
            View Clip
          </Button>
          {canShare && videoId !== null && (
            <ShareButton title={event.title} onShare={() => share({ videoId, title: event.title })} />
          )}
        </HStack>
      }
    />
  )
}
