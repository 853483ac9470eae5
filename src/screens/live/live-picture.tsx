import { Box, Center, Image, Spinner, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { CloudCog, RefreshCw, Unplug } from 'lucide-react'
import { type ReactNode, type RefObject, useMemo, useState } from 'react'
import type { Camera } from '../../contract/camera'
import { lastSeenWords } from '../../state/live/acting'
import { liveSentences } from '../../state/live/live-sentences'
import type { Viewing } from '../../state/live/viewing'
import { beginSnapshotAtom } from '../../state/snapshots/snapshots'
import { useNow } from '../../ui/layout/use-now'
import { PictureBadge } from '../../ui/pictures/picture-badge'
import { StreamVideo } from '../../ui/pictures/stream-video'
import { usePictureUrl } from '../../ui/pictures/use-picture-url'
import { useWordsStream } from '../../ui/pictures/use-words-stream'

/** A camera's live picture over its last still, which shows blurred until the first frame is there (LIVE-73). */
export function LivePicture(props: {
  readonly camera: Camera
  readonly viewing: Viewing
  readonly volume?: number
  readonly video?: RefObject<HTMLVideoElement | null>
  readonly fit: 'cover' | 'contain'
  /** In a tile there is room for few words. */
  readonly isSmall?: boolean
  /** Its picture is in a window of its own, which has to say itself why it shows none. */
  readonly isFloating?: boolean
}) {
  const { camera, viewing, fit } = props
  const [shownStream, setShownStream] = useState<MediaStream | null>(null)
  const isLive = viewing.phase === 'live'
  const why = whyNoPicture(viewing, useNow())
  const words = useWordsStream(props.isFloating === true && !isLive ? why : null)
  // From one way to another the last frame stays; after a loss the still stands in until a frame is there again.
  const isShown = isLive && shownStream !== null
  if (!isLive && shownStream !== null) setShownStream(null)
  return (
    <Box position="absolute" inset="0" overflow="hidden" data-live={viewing.phase}>
      {!isShown && <Still camera={camera} isAway={viewing.phase === 'away'} />}
      {/* It stays through a break, with which it would leave the window that it floats in. */}
      <Box
        position="absolute"
        inset="0"
        opacity={isShown ? 1 : 0}
        transition="opacity 0.2s"
        visibility={isLive ? 'visible' : 'hidden'}
      >
        <StreamVideo
          stream={isLive ? viewing.stream : words}
          label={`Live picture of ${camera.name}`}
          fit={fit}
          volume={props.volume ?? 0}
          {...(props.video !== undefined && { video: props.video })}
          onShown={() => isLive && setShownStream(viewing.stream)}
        />
      </Box>
      <Standing viewing={viewing} why={why} isShown={isShown} isSmall={props.isSmall === true} />
    </Box>
  )
}

/** Only while it shows: who asks for stills has every camera of the workspace send four times as many (HUB-18). */
function Still({ camera, isAway }: { readonly camera: Camera; readonly isAway: boolean }) {
  const begin = useSetAtom(beginSnapshotAtom)
  const urlAtom = useMemo(() => begin(camera.id), [begin, camera.id])
  const { shownUrl, noteFailed } = usePictureUrl(useAtomValue(urlAtom))
  if (shownUrl === null) return null
  return (
    <Image
      src={shownUrl}
      alt=""
      position="absolute"
      inset="0"
      boxSize="100%"
      objectFit="cover"
      // Larger than its place, so that no edge of it fades out.
      transform="scale(1.06)"
      // Of a camera that is not there the picture has lost its colour, too.
      style={{ filter: `blur(10px) brightness(0.6)${isAway ? ' grayscale(1)' : ''}` }}
      onError={noteFailed}
    />
  )
}

/** In a few words why there is no picture. */
function whyNoPicture(viewing: Viewing, nowMs: number): string {
  switch (viewing.phase) {
    case 'closed':
    case 'connecting':
    case 'live':
      return 'Connecting to the camera'
    case 'reconnecting':
      return 'Reconnecting…'
    case 'away':
      return lastSeenWords(viewing.lastSeenMs, nowMs)
    case 'ended':
      return viewing.sentence
  }
}

/** What is said over the still while there is no live picture. */
function Standing(props: {
  readonly viewing: Viewing
  readonly why: string
  readonly isShown: boolean
  readonly isSmall: boolean
}) {
  const { viewing, why, isShown, isSmall } = props
  if (isShown) return null
  switch (viewing.phase) {
    case 'closed':
      return null
    case 'connecting':
    case 'live':
      return (
        <Over isSmall={isSmall}>
          <Spinner size={isSmall ? 'md' : 'lg'} aria-label={why} role="status" />
        </Over>
      )
    case 'reconnecting':
      return (
        <Over isSmall={isSmall}>
          <Spinner size={isSmall ? 'md' : 'lg'} aria-hidden />
          <Words title={why} sentence={isSmall ? '' : liveSentences.reconnecting[viewing.why]} />
        </Over>
      )
    case 'away':
      return (
        <Over isSmall={isSmall}>
          <Unplug size="1.5rem" aria-hidden />
          <Words title={why} sentence={isSmall ? '' : liveSentences.away} />
        </Over>
      )
    case 'ended':
      return (
        <Over isSmall={isSmall}>
          <Words title="" sentence={why} />
        </Over>
      )
  }
}

/** In a tile above its name, however small it is. */
const overTile = { gap: '1', px: '2', pb: '8', textStyle: 'sm' } as const

function Over(props: { readonly isSmall: boolean; readonly children: ReactNode }) {
  return (
    <Center
      position="absolute"
      inset="0"
      flexDirection="column"
      textAlign="center"
      color="white"
      {...(props.isSmall ? overTile : { gap: '3', px: '4' })}
    >
      {props.children}
    </Center>
  )
}

function Words({ title, sentence }: { readonly title: string; readonly sentence: string }) {
  return (
    <Box role="status" bg="picture.ground" rounded="l2" px="2" py="0.5">
      {title !== '' && <Text fontWeight="semibold">{title}</Text>}
      {sentence !== '' && <Text maxW="28rem">{sentence}</Text>}
    </Box>
  )
}

/** How the picture comes: Live, Through the hub, or not now. */
export function LiveBadge({ viewing }: { readonly viewing: Viewing }) {
  switch (viewing.phase) {
    case 'live':
      return viewing.way === 'relay' ? (
        <PictureBadge
          mark={<CloudCog size="1rem" aria-hidden />}
          text="Through the hub"
          {...(viewing.note !== null && { hint: viewing.note })}
        />
      ) : (
        <PictureBadge
          mark={<Box boxSize="2" rounded="full" bg="picture.live" forcedColorAdjust="none" />}
          text="Live"
        />
      )
    case 'reconnecting':
      return <PictureBadge mark={<RefreshCw size="1rem" aria-hidden />} text="Reconnecting" />
    default:
      return null
  }
}

/** How old the picture is, and how many come a second; nothing of a camera of this tab. */
export function figuresOf(viewing: Viewing): string {
  if (viewing.phase !== 'live') return ''
  const { delayMs, framesPerSecond } = viewing
  const delay =
    delayMs === null
      ? []
      : [delayMs < 1_000 ? `${Math.round(delayMs / 10) * 10} ms` : `${(delayMs / 1_000).toFixed(1)} s`]
  const rate = framesPerSecond === null ? [] : [`${Math.round(framesPerSecond)} fps`]
  return [...delay, ...rate].join(' · ')
}
