import { Badge, Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Camera, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Video } from '../../contract/video'
import { formatBytes } from '../../lib/bytes'
import { formatDateTime, formatLongDate } from '../../lib/date-time'
import { filmWords } from '../../lib/film-words'
import { seenIn } from '../../state/events/seen'
import { hasEvidenceAtom } from '../../state/evidence/offered'
import { playVideoAtom } from '../../state/recordings/playing'
import { showProofAtom } from '../../state/recordings/proven-clip'
import { hasFactsAtom } from '../../state/recordings/videos'
import { EventTypeBadge } from '../../ui/events/event-type-badge'
import { SeenNote } from '../../ui/events/seen-note'
import { PlayPicture } from '../../ui/pictures/play-picture'
import { ProofMark } from '../../ui/recordings/proof-button'
import { Appear } from '../../ui/theme/appear'
import { DownloadButton } from './download-button'
import { VideoActions } from './video-actions'

export function VideoCard({ video }: { readonly video: Video }) {
  const play = useSetAtom(playVideoAtom)
  const showProof = useSetAtom(showProofAtom)
  const hasEvidence = useAtomValue(hasEvidenceAtom)
  const hasFacts = useAtomValue(hasFactsAtom)
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
        <Flex gap="1.5" align="center" color="fg.muted" textStyle="sm" minW="0" flex="1 1 5rem">
          <Camera size="0.9rem" aria-hidden style={{ flexShrink: 0 }} />
          <Text title={cameraName} truncate>
            {cameraName}
          </Text>
        </Flex>
      }
      badges={
        <>
          {hasEvidence && video.proof !== undefined && (
            <ProofMark
              mark={video.proof}
              title={video.title}
              onShow={() => showProof({ videoId: video.id, title: video.title })}
            />
          )}
          <EventTypeBadge type={video.notificationType} />
          {video.quality && <Badge variant="outline">{video.quality}</Badge>}
        </>
      }
      title={
        <Flex justify="space-between" align="baseline" columnGap="3" wrap="wrap">
          <Heading as="h2" size="sm" lineClamp={{ base: 2, sm: 1 }} overflowWrap="anywhere">
            {video.title}
          </Heading>
          <SeenNote labels={seenIn(video)} />
        </Flex>
      }
      facts={
        <>
          <Text color="fg.muted" textStyle="sm">
            {/* A size is not torn from its unit where the line breaks. */}
            <span>{formatDateTime(video.createdAt)}</span> ·{' '}
            <chakra.span whiteSpace="nowrap">{formatBytes(video.size)}</chakra.span>
            {video.sharedUntil && ` · Shared, kept until ${formatLongDate(video.sharedUntil)}`}
          </Text>
          {hasFacts && <FilmLine video={video} />}
        </>
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

/** Its height is there before the hub has read the film. */
function FilmLine({ video }: { readonly video: Video }) {
  if (video.isPlayable === false)
    return (
      <Flex gap="1.5" align="center" textStyle="sm" color="fg.warning">
        <TriangleAlert size="0.9rem" aria-hidden />
        Cannot be played
      </Flex>
    )
  return (
    <Text color="fg.muted" textStyle="sm">
      {filmWords(video) || '\u00a0'}
    </Text>
  )
}

/** The places of a card, each a line, so that its height does not depend on what stands in it. */
export function VideoFrame(props: {
  readonly picture: ReactNode
  readonly camera: ReactNode
  readonly badges: ReactNode
  readonly title: ReactNode
  readonly facts: ReactNode
  readonly action: ReactNode
}) {
  return (
    <Box asChild bg="bg.panel" borderWidth="1px" rounded="l3" overflow="hidden" minW="0">
      <Appear as="article">
        {props.picture}
        <Box px="3" pt="2" pb="3">
          {/* Only where letters are large is there no room for both. */}
          <Flex justify="space-between" gap="2" rowGap="0" mb="1" align="center" minH="6" wrap="wrap">
            {props.camera}
            <Flex gap="1.5">{props.badges}</Flex>
          </Flex>
          {props.title}
          <Box>{props.facts}</Box>
          <Box mt="2">{props.action}</Box>
        </Box>
      </Appear>
    </Box>
  )
}
