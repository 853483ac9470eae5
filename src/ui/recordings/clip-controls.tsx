import { Box, Flex, Text } from '@chakra-ui/react'
import { Maximize, Minimize, Pause, Play, Scan, ScanEye, Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatClipTime } from '../../lib/date-time'
import { IconControl } from '../forms/icon-control'
import type { FullScreen } from './use-full-screen'
import type { VideoControl } from './use-video'

/** Frames around what was seen: whether they show, and the switch. */
export interface BoxesSwitch {
  readonly areShown: boolean
  toggle(): void
}

/** The line below a playing recording. */
export function ClipControls(props: {
  readonly control: VideoControl
  readonly timeline: ReactNode
  /** null: nothing was seen. */
  readonly boxes: BoxesSwitch | null
  readonly fullScreen: FullScreen
}) {
  const { control, boxes, fullScreen } = props
  const { durationSec, atSec } = control
  return (
    <Flex align="center" gap={{ base: '1', md: '2' }} mt="2" wrap={{ base: 'wrap', md: 'nowrap' }}>
      <IconControl label={control.isPaused ? 'Play' : 'Pause'} act={control.toggle}>
        {control.isPaused ? <Play fill="currentColor" /> : <Pause fill="currentColor" />}
      </IconControl>
      {durationSec === null ? (
        <Box flex="1" />
      ) : (
        // On phones it has a line of its own.
        <Box flex={{ base: '1 0 100%', md: '1' }} order={{ base: -1, md: 0 }} minW="0">
          {props.timeline}
        </Box>
      )}
      <Text textStyle="sm" color="fg.muted" whiteSpace="nowrap" minW="5.5rem" textAlign="end" ms="auto">
        {formatClipTime(atSec)}
        {durationSec !== null && ` / ${formatClipTime(durationSec)}`}
      </Text>
      {boxes !== null && (
        <IconControl label={boxes.areShown ? 'Hide boxes' : 'Show boxes'} letter="B" act={boxes.toggle}>
          {boxes.areShown ? <ScanEye /> : <Scan />}
        </IconControl>
      )}
      <IconControl label={control.isMuted ? 'Sound on' : 'Sound off'} act={control.toggleSound}>
        {control.isMuted ? <VolumeX /> : <Volume2 />}
      </IconControl>
      <IconControl label={fullScreen.isOn ? 'Leave full screen' : 'Full screen'} letter="F" act={fullScreen.toggle}>
        {fullScreen.isOn ? <Minimize /> : <Maximize />}
      </IconControl>
    </Flex>
  )
}
