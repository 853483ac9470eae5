import { Badge, Flex, Heading, Text } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { Camera } from 'lucide-react'
import type { Video } from '../../contract/video'
import { formatBytes } from '../../lib/bytes'
import { formatDateTime } from '../../lib/date-time'
import { playVideoAtom } from '../../state/recordings/playing'
import { EventTypeBadge } from '../../ui/events/event-type-badge'
import { PlayPicture } from '../../ui/pictures/play-picture'
import { DownloadButton } from './download-button'
import { VideoActions } from './video-actions'
import { VideoFrame } from './video-frame'

export function VideoCard({ video }: { readonly video: Video }) {
  const play = useSetAtom(playVideoAtom)
  const cameraName = video.camera?.name ?? ''
  return (
    <VideoFrame
      picture={
        <PlayPicture
          url={video.thumbnailUrl}
          alt={cameraName ? `Picture from ${cameraName}` : 'Picture of the recording'}
          title={video.title}
          detections={video.detections}
          onPlay={() => void play(video)}
        />
      }
      camera={
        <Flex gap="1.5" align="center" color="fg.muted" textStyle="sm" minW="0">
          <Camera size="0.9rem" aria-hidden />
          <Text truncate>{cameraName}</Text>
        </Flex>
      }
      badges={
        <>
          <EventTypeBadge type={video.notificationType} />
          {video.quality && <Badge variant="outline">{video.quality}</Badge>}
        </>
      }
      title={
        <Heading as="h2" size="sm" lineClamp={1}>
          {video.title}
        </Heading>
      }
      facts={
        <Text color="fg.muted" textStyle="sm">
          {/* A size is not torn from its unit where the line breaks. */}
          {formatDateTime(video.createdAt)} · {formatBytes(video.size).replace(' ', '\u00a0')}
        </Text>
      }
      action={
        <Flex justify="space-between" align="center" gap="2">
          <DownloadButton video={video} />
          <VideoActions video={video} />
        </Flex>
      }
    />
  )
}
