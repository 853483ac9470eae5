import { Box, chakra } from '@chakra-ui/react'
import { formatClipTime } from '../lib/clip-time'

/** How far the arrow keys move within a clip. */
const STEP_SEC = 1

/** Where a clip stands, to be moved, with the moment of motion marked where it is known. */
export function ClipTimeline(props: {
  readonly atSec: number
  readonly durationSec: number
  readonly motionSec: number | null
  readonly onSeek: (sec: number) => void
}) {
  const { atSec, durationSec, motionSec } = props
  const shareOf = (sec: number) => `${Math.min(1, sec / durationSec) * 100}%`
  return (
    <Box position="relative" height="6">
      <Box position="absolute" insetX="0" top="50%" mt="-2px" height="4px" rounded="full" bg="bg.emphasized">
        <Box height="100%" rounded="full" bg="brand.solid" style={{ width: shareOf(atSec) }} />
      </Box>
      <chakra.input
        type="range"
        aria-label="Position in the recording"
        aria-valuetext={`${formatClipTime(atSec)} of ${formatClipTime(durationSec)}`}
        min={0}
        max={durationSec}
        step={0.01}
        value={Math.min(atSec, durationSec)}
        onChange={({ currentTarget }) => props.onSeek(Number(currentTarget.value))}
        onKeyDown={(press) => {
          const by = { ArrowLeft: -STEP_SEC, ArrowDown: -STEP_SEC, ArrowRight: STEP_SEC, ArrowUp: STEP_SEC }[press.key]
          if (by === undefined) return
          press.preventDefault()
          props.onSeek(Math.min(durationSec, Math.max(0, atSec + by)))
        }}
        position="absolute"
        inset="0"
        width="100%"
        margin="0"
        cursor="pointer"
        appearance="none"
        bg="transparent"
        rounded="l1"
        focusVisibleRing="outside"
        css={{
          '&::-webkit-slider-thumb': thumb,
          '&::-moz-range-thumb': thumb,
        }}
      />
      {motionSec !== null && (
        <chakra.button
          type="button"
          aria-label={`Motion at ${formatClipTime(motionSec)}`}
          title={`Motion at ${formatClipTime(motionSec)}`}
          position="absolute"
          top="0"
          boxSize="6"
          transform="translateX(-50%)"
          cursor="pointer"
          rounded="l1"
          focusVisibleRing="outside"
          display="grid"
          placeItems="center"
          style={{ left: shareOf(motionSec) }}
          onClick={() => props.onSeek(motionSec)}
        >
          <Box width="3px" height="5" rounded="full" bg="orange.solid" outline="2px solid" outlineColor="bg.panel" />
        </chakra.button>
      )}
    </Box>
  )
}

const thumb = {
  appearance: 'none',
  width: '0.875rem',
  height: '0.875rem',
  border: '2px solid',
  borderColor: 'bg.panel',
  borderRadius: 'full',
  background: 'brand.solid',
} as const
