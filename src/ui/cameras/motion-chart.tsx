import { Box, chakra, Text } from '@chakra-ui/react'
import { decades, formatPercent, logPosition } from './motion-scale'

interface Check {
  readonly atMs: number
  /** 0 to 1. */
  readonly difference: number
}

const WIDTH = 600
const HEIGHT = 100

/** As wide as the time between two checks at full pace, and a third more: checks are not that even. */
const BAR_WIDTH = 4

/** Differences over time on a logarithmic scale, the newest at the right; those above the threshold stand out. */
export function MotionChart(props: {
  readonly checks: readonly Check[]
  /** 0 to 1. */
  readonly threshold: number
  readonly spanMs: number
  /** What the chart says, for those who cannot see it. */
  readonly label: string
}) {
  const { checks, threshold, spanMs } = props
  const thresholdTop = `${(1 - logPosition(threshold)) * 100}%`
  return (
    <Box>
      <Box
        role="img"
        aria-label={props.label}
        position="relative"
        height={{ base: '6rem', md: '7rem' }}
        rounded="l1"
        bg="bg.muted"
        overflow="hidden"
      >
        {decades.map((share) => (
          <Decade key={share} share={share} />
        ))}
        <chakra.svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          position="absolute"
          inset="0"
          width="100%"
          height="100%"
          fill="none"
          aria-hidden
        >
          <Bars checks={checks.filter(({ difference }) => difference <= threshold)} checkSpan={spanOf(props)} isQuiet />
          <Bars checks={checks.filter(({ difference }) => difference > threshold)} checkSpan={spanOf(props)} />
        </chakra.svg>
        <Box
          position="absolute"
          insetX="0"
          borderTopWidth="2px"
          borderColor="fg"
          borderStyle="dashed"
          style={{ top: thresholdTop }}
        />
      </Box>
      <Box display="flex" justifyContent="space-between" color="fg.muted" textStyle="xs" mt="1" aria-hidden>
        <Text>{Math.round(spanMs / 1000)} s ago</Text>
        <Text>now</Text>
      </Box>
    </Box>
  )
}

interface CheckSpan {
  readonly endMs: number
  readonly spanMs: number
}

function spanOf({ checks, spanMs }: { readonly checks: readonly Check[]; readonly spanMs: number }): CheckSpan {
  return { endMs: checks.at(-1)?.atMs ?? 0, spanMs }
}

/** One path for all bars: they change three times a second. */
function Bars(props: { readonly checks: readonly Check[]; readonly checkSpan: CheckSpan; readonly isQuiet?: boolean }) {
  const { endMs, spanMs } = props.checkSpan
  const bars = props.checks.map(({ atMs, difference }) => {
    const x = WIDTH * (1 - (endMs - atMs) / spanMs)
    return `M${x.toFixed(1)} ${HEIGHT}V${((1 - logPosition(difference)) * HEIGHT).toFixed(1)}`
  })
  return (
    <chakra.path
      d={bars.join('')}
      data-bars={props.isQuiet ? 'quiet' : 'motion'}
      stroke={props.isQuiet ? 'meter.still' : 'meter.motion'}
      strokeWidth={BAR_WIDTH}
    />
  )
}

function Decade({ share }: { readonly share: number }) {
  return (
    <Box
      position="absolute"
      insetX="0"
      borderTopWidth="1px"
      borderColor="border.emphasized"
      style={{ top: `${(1 - logPosition(share)) * 100}%` }}
    >
      <Text textStyle="xs" color="fg.muted" ps="1" aria-hidden>
        {formatPercent(share)}
      </Text>
    </Box>
  )
}
