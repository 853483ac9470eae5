import { Box, Button, Flex, Heading, HStack, Status, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Eye } from 'lucide-react'
import { useMemo } from 'react'
import type { Camera } from '../../contract/camera'
import { RESOLUTION_LABEL } from '../../contract/limits'
import { setMotionAtom, thresholdOf, togglingCamerasAtom } from '../../state/cameras/cameras'
import { differenceAtomOf, shownCaptureAtomOf } from '../../state/cameras/capture-states'
import { devicesAtom } from '../../state/cameras/devices'
import { localDevicesAtom } from '../../state/cameras/local-cameras'
import { isHubSilentAtom } from '../../state/hub/connection'
import { viewFeedAtom } from '../../state/live/watching'
import { transcodeStateAtomOf } from '../../state/recordings/transcode'
import { LocationLine } from '../../ui/cameras/location-line'
import { MotionMeter } from '../../ui/cameras/motion-meter'
import { Saving } from '../../ui/forms/saving'
import { Toggle } from '../../ui/forms/toggle'
import { Spoken } from '../../ui/notices/spoken'
import { Appear } from '../../ui/theme/appear'
import { BusyNote } from './busy-note'
import { CameraPicture } from './camera-picture'
import { LeftOutNote } from './left-out-note'
import { ModeNote } from './mode-note'
import { CARD_BUTTON, SettingsButton } from './settings-button'

export function CameraCard({ camera }: { readonly camera: Camera }) {
  const ownCaptureAtom = useMemo(() => shownCaptureAtomOf(camera.id), [camera.id])
  const capture = useAtomValue(ownCaptureAtom)
  const toggledTo = useAtomValue(togglingCamerasAtom).get(camera.id)
  const setMotion = useSetAtom(setMotionAtom)
  const viewFeed = useSetAtom(viewFeedAtom)
  // What is off is loud, what is well quiet.
  const isOff = camera.status !== 'ONLINE'
  const isStale = useAtomValue(isHubSilentAtom)
  const isLoud = isOff && !isStale
  const isWatching = capture?.phase === 'running' && capture.motion.phase !== 'off'
  return (
    <Box
      asChild
      aria-label={camera.name}
      bg="bg.panel"
      borderWidth="1px"
      rounded="l3"
      overflow="hidden"
      minW="0"
      display="flex"
      flexDirection="column"
    >
      <Appear as="article">
        <CameraPicture camera={camera} capture={capture} />
        <Flex direction="column" flex="1" p="3">
          <Flex justify="space-between" align="center" gap="3" rowGap="0" wrap="wrap">
            <Heading as="h2" size="md" flex="1 1 6rem" lineClamp={2} overflowWrap="anywhere">
              {camera.name}
            </Heading>
            <Status.Root
              colorPalette={isStale ? 'gray' : isOff ? 'red' : 'green'}
              color={isLoud ? 'red.fg' : 'fg.muted'}
              fontWeight={isLoud ? 'semibold' : 'normal'}
              textStyle="sm"
              flexShrink={0}
            >
              <Status.Indicator {...(isStale && { bg: 'fg.subtle' })} />
              {isStale ? `Last known: ${camera.status}` : camera.status}
            </Status.Root>
          </Flex>
          <HStack color="fg.muted" textStyle="sm" gap="0" columnGap="4" wrap="wrap">
            <LocationLine location={camera.location} />
            <Text>
              <span>Resolution</span> <span>{RESOLUTION_LABEL}</span>
            </Text>
          </HStack>
          <Box mt="2" minH="3.5rem">
            <Toggle
              label="Motion Detection"
              isOn={toggledTo ?? camera.isMotionEnabled}
              isDisabled={toggledTo !== undefined}
              aside={toggledTo !== undefined && <Saving />}
              onChange={(isOn) => void setMotion(camera, isOn)}
            />
            {isWatching && <LiveMeter camera={camera} />}
            <BusyNote cameraId={camera.id} capture={capture} />
            <ElsewhereNote camera={camera} />
            <TranscodeNote cameraId={camera.id} />
            <LeftOutNote camera={camera} />
            <ModeNote camera={camera} />
          </Box>
          {/* In one line with those of the cards beside it. */}
          <Flex gap="2" mt="auto" pt="2" wrap="wrap">
            <SettingsButton camera={camera} />
            <Button size="sm" variant="outline" flex={CARD_BUTTON} onClick={() => viewFeed(camera.id)}>
              <Eye size="1rem" aria-hidden />
              View Feed
            </Button>
          </Flex>
        </Flex>
      </Appear>
    </Box>
  )
}

/** The last check of a local camera; apart from the card, since it renders several times a second. */
function LiveMeter({ camera }: { readonly camera: Camera }) {
  const ownDifferenceAtom = useMemo(() => differenceAtomOf(camera.id), [camera.id])
  const difference = useAtomValue(ownDifferenceAtom)
  return (
    <Box mt="2">
      <MotionMeter difference={difference} threshold={thresholdOf(camera)} />
    </Box>
  )
}

/** That a clip of a camera is made into MP4 now, or why none is; nothing otherwise. */
export function TranscodeNote({ cameraId }: { readonly cameraId: string }) {
  const ownStateAtom = useMemo(() => transcodeStateAtomOf(cameraId), [cameraId])
  const state = useAtomValue(ownStateAtom)
  const text =
    state.phase === 'working'
      ? `Converting a clip to MP4, ${Math.floor(state.progress * 100)} %`
      : state.phase === 'unavailable'
        ? state.why
        : ''
  return (
    <>
      {text !== '' && (
        <Text color="fg.muted" textStyle="sm">
          {text}
        </Text>
      )}
      {/* Progress is not read out: clips are converted by themselves, and often. */}
      <Spoken text={state.phase === 'unavailable' ? state.why : ''} />
    </>
  )
}

/**
 * How a camera that no browser runs goes on. A browser knows a device anew at another address of the hub: after a move
 * to https the camera of this very machine looks like another's.
 */
function ElsewhereNote({ camera }: { readonly camera: Camera }) {
  const isHere = useAtomValue(localDevicesAtom).has(camera.id)
  const isListed = useAtomValue(devicesAtom).kind === 'listed'
  if (camera.status === 'ONLINE' || isHere || !isListed) return null
  return (
    <Text color="fg.muted" textStyle="sm">
      Open Nightjar in its browser, or choose a device of this machine under Settings.
    </Text>
  )
}
