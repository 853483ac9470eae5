import { Box, Center, chakra, Flex, IconButton, Spinner, Text } from '@chakra-ui/react'
import { Maximize, Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { formatClipTime } from '../lib/clip-time'
import { ClipTimeline } from './clip-timeline'
import { PlayerStage } from './player-stage'
import { useVideo } from './use-video'

/** How the keys of the dialog reach the picture. */
export type PlayHandle = RefObject<{ toggle(): void } | null>

/** A recording with its controls: the browser's own could not show the moment of motion. */
export function ClipVideo(props: {
  readonly url: string
  readonly label: string
  readonly motionSec: number | null
  readonly handle: PlayHandle
  /** The first picture shows. */
  readonly onBegun: () => void
  /** The browser gave up on the file; `isNetwork` where it says that the line broke. */
  readonly onFailed: (isNetwork: boolean) => void
}) {
  const { handle } = props
  const video = useRef<HTMLVideoElement>(null)
  const control = useVideo(video)
  const { toggle, durationSec, atSec } = control
  useEffect(() => {
    handle.current = { toggle }
    return () => {
      handle.current = null
    }
  }, [handle, toggle])
  const noteFailed = () => props.onFailed(video.current?.error?.code === MediaError.MEDIA_ERR_NETWORK)
  // A file that comes at once is there, or has failed, before React hears of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; from then on the events tell
  useEffect(() => {
    const element = video.current
    if (element?.error) noteFailed()
    else if (element !== null && element.readyState >= element.HAVE_CURRENT_DATA) props.onBegun()
  }, [])
  return (
    <>
      <PlayerStage>
        {/* biome-ignore lint/a11y/useMediaCaption: a security recording has no captions */}
        <chakra.video
          ref={video}
          src={props.url}
          autoPlay
          playsInline
          aria-label={props.label}
          width="100%"
          height="100%"
          objectFit="contain"
          cursor="pointer"
          onClick={toggle}
          onLoadedData={props.onBegun}
          onError={noteFailed}
        />
        {control.isWaiting && (
          <Center position="absolute" inset="0" pointerEvents="none" color="white">
            <Spinner size="lg" aria-label="The recording loads" />
          </Center>
        )}
      </PlayerStage>
      <Flex align="center" gap={{ base: '1', md: '2' }} mt="2" wrap={{ base: 'wrap', md: 'nowrap' }}>
        <IconButton size="sm" variant="ghost" aria-label={control.isPaused ? 'Play' : 'Pause'} onClick={toggle}>
          {control.isPaused ? <Play fill="currentColor" /> : <Pause fill="currentColor" />}
        </IconButton>
        {durationSec === null ? (
          <Box flex="1" />
        ) : (
          // On phones it has a line of its own.
          <Box flex={{ base: '1 0 100%', md: '1' }} order={{ base: -1, md: 0 }} minW="0">
            <ClipTimeline atSec={atSec} durationSec={durationSec} motionSec={props.motionSec} onSeek={control.seek} />
          </Box>
        )}
        <Text textStyle="sm" color="fg.muted" whiteSpace="nowrap" minW="5.5rem" textAlign="end" ms="auto">
          {formatClipTime(atSec)}
          {durationSec !== null && ` / ${formatClipTime(durationSec)}`}
        </Text>
        <IconButton
          size="sm"
          variant="ghost"
          aria-label={control.isMuted ? 'Sound on' : 'Sound off'}
          onClick={control.toggleSound}
        >
          {control.isMuted ? <VolumeX /> : <Volume2 />}
        </IconButton>
        <IconButton
          size="sm"
          variant="ghost"
          aria-label="Full screen"
          onClick={() => void video.current?.requestFullscreen?.().catch(() => undefined)}
        >
          <Maximize />
        </IconButton>
      </Flex>
    </>
  )
}
