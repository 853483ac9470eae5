import { Box } from '@chakra-ui/react'

/** Smallest difference the meter shows, and its whole scale in powers of ten. */
const FLOOR = 0.0005
const DECADES = Math.log10(1 / FLOOR)

function position(share: number): number {
  return Math.max(0, Math.min(1, Math.log10(Math.max(share, FLOOR) / FLOOR) / DECADES))
}

/** The difference now against the threshold, on a logarithmic scale; both 0 to 1. */
export function MotionMeter(props: { readonly difference: number; readonly threshold: number }) {
  const isMotion = props.difference > props.threshold
  return (
    <Box
      role="meter"
      aria-label="Motion now"
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={Number(props.difference.toFixed(4))}
      aria-valuetext={isMotion ? 'motion' : 'no motion'}
      position="relative"
      height="6px"
      rounded="full"
      bg="bg.emphasized"
      overflow="hidden"
    >
      <Box
        position="absolute"
        inset="0"
        transformOrigin="left"
        transition="transform 0.2s linear"
        style={{ transform: `scaleX(${position(props.difference)})` }}
        bg={isMotion ? 'orange.500' : 'brand.500'}
      />
      <Box
        position="absolute"
        insetBlock="0"
        width="2px"
        bg="fg"
        style={{ left: `${position(props.threshold) * 100}%` }}
      />
    </Box>
  )
}
