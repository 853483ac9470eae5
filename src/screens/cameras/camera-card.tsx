import { Box, Button, Flex, Heading, HStack, Status, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Eye, MapPin } from 'lucide-react'
import { useMemo } from 'react'
import type { Camera } from '../../contract/camera'
import { RESOLUTION_LABEL } from '../../contract/limits'
import { setMotionAtom, togglingCamerasAtom, viewFeedAtom } from '../../state/cameras/cameras'
import { shownCaptureAtomOf } from '../../state/capture/shown-capture'
import { Toggle } from '../../ui/forms/toggle'
import { Appear } from '../../ui/theme/appear'
import { CameraPicture } from './camera-picture'
import { ElsewhereNote } from './elsewhere-note'
import { LiveMeter } from './live-meter'
import { SettingsButton } from './settings-button'
import { TranscodeNote } from './transcode-note'

export function CameraCard({ camera }: { readonly camera: Camera }) {
  const ownCaptureAtom = useMemo(() => shownCaptureAtomOf(camera.id), [camera.id])
  const capture = useAtomValue(ownCaptureAtom)
  const isToggling = useAtomValue(togglingCamerasAtom).has(camera.id)
  const setMotion = useSetAtom(setMotionAtom)
  const viewFeed = useSetAtom(viewFeedAtom)
  const isWatching = capture?.phase === 'running' && capture.motion.phase !== 'off'
  return (
    <Box asChild aria-label={camera.name} bg="bg.panel" borderWidth="1px" rounded="l3" overflow="hidden" minW="0">
      <Appear as="article">
        <CameraPicture camera={camera} capture={capture} />
        <Box p="4">
          <Flex justify="space-between" align="center" gap="3">
            <Heading as="h2" size="md" truncate>
              {camera.name}
            </Heading>
            <Status.Root colorPalette={camera.status === 'ONLINE' ? 'green' : 'gray'} textStyle="sm" flexShrink={0}>
              <Status.Indicator />
              {camera.status}
            </Status.Root>
          </Flex>
          <HStack color="fg.muted" textStyle="sm" gap="4" mt="1" wrap="wrap">
            <HStack gap="1" minW="0">
              <MapPin size="0.9rem" aria-hidden />
              <Text truncate>{camera.location}</Text>
            </HStack>
            <Text>Resolution {RESOLUTION_LABEL}</Text>
          </HStack>
          <Box mt="4" minH="3.5rem">
            <Toggle
              label="Motion Detection"
              isOn={camera.isMotionEnabled}
              isDisabled={isToggling}
              onChange={(isOn) => void setMotion(camera, isOn)}
            />
            {isWatching && <LiveMeter camera={camera} />}
            <ElsewhereNote camera={camera} />
            <TranscodeNote cameraId={camera.id} />
          </Box>
          <Flex gap="2" mt="3" wrap="wrap">
            <SettingsButton camera={camera} />
            <Button size="sm" variant="outline" flex="1" onClick={() => viewFeed()}>
              <Eye size="1rem" aria-hidden />
              View Feed
            </Button>
          </Flex>
        </Box>
      </Appear>
    </Box>
  )
}
