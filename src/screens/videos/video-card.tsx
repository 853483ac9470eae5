import { Badge, Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { Camera, Play } from 'lucide-react'
import type { Video } from '../../contract/video'
import { formatBytes } from '../../lib/bytes'
import { formatDateTime } from '../../lib/date-time'
import { playVideoAtom } from '../../state/videos'
import { EventTypeBadge } from '../../ui/event-type-badge'
import { Picture } from '../../ui/picture'
import { DownloadButton } from './download-button'

export function VideoCard({ video }: { readonly video: Video }) {
  const play = useSetAtom(playVideoAtom)
  const cameraName = video.camera?.name ?? ''
  return (
    <Box as="article" bg="bg.panel" borderWidth="1px" rounded="l3" overflow="hidden" minW="0">
      <chakra.button
        type="button"
        className="group"
        display="block"
        width="100%"
        position="relative"
        cursor="pointer"
        aria-label={`Play ${video.title}`}
        onClick={() => void play(video)}
      >
        <Picture url={video.thumbnailUrl} alt={`Picture from ${cameraName}`} />
        <Flex
          position="absolute"
          inset="0"
          align="center"
          justify="center"
          color="white"
          bg="blackAlpha.300"
          _groupHover={{ bg: 'blackAlpha.500' }}
        >
          <Flex rounded="full" bg="blackAlpha.700" p="3">
            <Play fill="currentColor" aria-hidden />
          </Flex>
        </Flex>
      </chakra.button>
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
