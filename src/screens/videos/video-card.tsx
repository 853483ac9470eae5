import { Badge, Box, Flex, Heading, Text } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { Camera } from 'lucide-react'
import type { Video } from '../../contract/video'
import { formatBytes } from '../../lib/bytes'
import { formatDateTime } from '../../lib/date-time'
import { playVideoAtom } from '../../state/playing'
import { EventTypeBadge } from '../../ui/event-type-badge'
import { PlayPicture } from '../../ui/play-picture'
import { DownloadButton } from './download-button'

export function VideoCard({ video }: { readonly video: Video }) {
  const play = useSetAtom(playVideoAtom)
  const cameraName = video.camera?.name ?? ''
  return (
    <Box as="article" bg="bg.panel" borderWidth="1px" rounded="l3" overflow="hidden" minW="0">
      <PlayPicture
        url={video.thumbnailUrl}
        alt={cameraName ? `Picture from ${cameraName}` : 'Picture of the recording'}
        title={video.title}
        onPlay={() => void play(video)}
      />
      <Box p="4">
        <Flex justify="space-between" gap="2" mb="2" align="center">
          <Flex gap="1.5" align="center" color="fg.muted" textStyle="sm" minW="0">
            <Camera size="0.9rem" aria-hidden />
            <Text truncate>{cameraName}</Text>
          </Flex>
          <Flex gap="1.5">
            <EventTypeBadge type={video.notificationType} />
            {video.quality && <Badge variant="outline">{video.quality}</Badge>}
          </Flex>
        </Flex>
        <Heading as="h2" size="sm" lineClamp={1}>
          {video.title}
        </Heading>
        <Flex justify="space-between" align="center" gap="2" mt="2" wrap="wrap">
          <Text color="fg.muted" textStyle="sm">
            {formatDateTime(video.createdAt)} · {formatBytes(video.size)}
          </Text>
          <DownloadButton video={video} />
        </Flex>
      </Box>
    </Box>
  )
}
