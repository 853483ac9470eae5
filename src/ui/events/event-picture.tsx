import { Text } from '@chakra-ui/react'
import type { SecurityEvent } from '../../contract/event'
import { formatDateTime, formatRelativeTime } from '../../lib/date-time'
import { PlayPicture } from '../pictures/play-picture'

/** The small picture of an event, which plays its clip where there is one. */
export function EventPicture({ event, onPlay }: { readonly event: SecurityEvent; readonly onPlay: () => void }) {
  return (
    <PlayPicture
      url={event.video?.thumbnailUrl ?? null}
      alt=""
      title={event.title}
      detections={event.video?.detections}
      size="sm"
      onPlay={event.videoId === null ? null : onPlay}
    />
  )
}

/** How long ago it was; the moment itself under the pointer. */
export function EventAge({ event, nowMs }: { readonly event: SecurityEvent; readonly nowMs: number }) {
  return (
    <Text asChild display="block" flexShrink={0} maxW="100%">
      <time dateTime={event.createdAt} title={formatDateTime(event.createdAt)}>
        {formatRelativeTime(Date.parse(event.createdAt), nowMs)}
      </time>
    </Text>
  )
}
