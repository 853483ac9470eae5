import { Box } from '@chakra-ui/react'
import { logPosition } from './motion-scale'

/**
 * The difference now against the threshold, on a logarithmic scale; both 0 to 1. It leaps from check to check: gliding, it
 * would have the page drawn sixty times a second for as long as a camera looks.
 */
export function MotionMeter(props: {
  readonly difference: number
  readonly threshold: number
  readonly isLarge?: boolean
}) {
  const isMotion = props.difference > props.threshold
  return (
    <Box
      role="meter"
      forcedColorAdjust="none"
      aria-label="Motion now"
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={Number(props.difference.toFixed(4))}
      aria-valuetext={isMotion ? 'motion' : 'no motion'}
      position="relative"
      height={props.isLarge ? '12px' : '6px'}
      rounded="full"
      bg="bg.emphasized"
      overflow="hidden"
    >
      <Box
        position="absolute"
        inset="0"
        transformOrigin="left"
        style={{ transform: `scaleX(${logPosition(props.difference)})` }}
        bg={isMotion ? 'meter.motion' : 'meter.still'}
      />
      <Box
        position="absolute"
        insetBlock="0"
        width="2px"
        bg="fg"
        style={{ left: `${logPosition(props.threshold) * 100}%` }}
      />
    </Box>
  )
}
