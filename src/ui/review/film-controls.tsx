import { Flex, Text } from '@chakra-ui/react'
import { Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import { Choice } from '../forms/choice'
import { IconControl } from '../forms/icon-control'

/** Play and pause, the events before and after, and how fast. Each has a key. */
export function FilmControls(props: {
  readonly isPlaying: boolean
  readonly time: string
  /** What is so now, as 'Nothing was recorded from here on.'; '' for nothing to say. */
  readonly note: string
  readonly speed: number
  readonly speeds: readonly number[]
  readonly onToggle: () => void
  readonly onStep: (by: 1 | -1) => void
  readonly onSpeed: (speed: number) => void
}) {
  return (
    <Flex align="center" gap="2" wrap="wrap" minH="10">
      <IconControl variant="outline" label="Previous event" letter="P" act={() => props.onStep(-1)}>
        <SkipBack />
      </IconControl>
      <IconControl variant="outline" label={props.isPlaying ? 'Pause' : 'Play'} letter="Space" act={props.onToggle}>
        {props.isPlaying ? <Pause fill="currentColor" /> : <Play fill="currentColor" />}
      </IconControl>
      <IconControl variant="outline" label="Next event" letter="N" act={() => props.onStep(1)}>
        <SkipForward />
      </IconControl>
      <Text fontWeight="medium" minW="6.5rem" textAlign="center">
        {props.time}
      </Text>
      <Choice
        label="Speed"
        isLabelHidden
        value={String(props.speed)}
        options={props.speeds.map((speed) => ({ value: String(speed), label: `${speed} ×` }))}
        onChange={(value) => props.onSpeed(Number(value))}
      />
      <Text color="fg.muted" textStyle="sm" role="status" flex="1 1 12rem" minW="0">
        {props.note}
      </Text>
    </Flex>
  )
}
