import { Box, Text } from '@chakra-ui/react'
import { formatTime } from '../../lib/date-time'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations'
import { type Span, shareIn } from '../../lib/span'
import { AXIS_LETTERS, formatTick, hourTicks } from '../events/day-axis'

const MINUTES = 10

/** Labels nearer to an end than this would run out of it. */
const MARGIN = 0.04

/** Beside the names of cameras, with letters twice as large: one of them is read. */
const onTinyAxis = '@container (max-width: 10rem)'

interface Tick {
  readonly atMs: number
  readonly label: string
  /** Shows also where there is little room. */
  readonly isMain: boolean
}

/** Each third hour of a day, each tenth minute of an hour. */
export function ticksOf({ fromMs, untilMs }: Span): readonly Tick[] {
  if (untilMs - fromMs > 2 * HOUR_MS) {
    return hourTicks(fromMs, untilMs, 3).map((tick) => {
      return { atMs: tick.atMs, label: formatTick(tick), isMain: tick.hour % 6 === 0 }
    })
  }
  return Array.from({ length: 60 / MINUTES }, (_, index) => {
    const atMs = fromMs + index * MINUTES * MINUTE_MS
    return { atMs, label: formatTime(atMs), isMain: index % 2 === 0 }
  })
}

/** The lines of the hours, or of ten minutes, behind all lanes. */
export function TimeLines({ span }: { readonly span: Span }) {
  return ticksOf(span).map(({ atMs, isMain }) => (
    <Box
      key={atMs}
      position="absolute"
      insetY="0"
      borderStartWidth="1px"
      borderColor={isMain ? 'border.emphasized' : 'border'}
      pointerEvents="none"
      style={{ left: `${shareIn(span, atMs) * 100}%` }}
    />
  ))
}

/** Noon, also of a day that is an hour longer. */
function isMiddle(span: Span, atMs: number): boolean {
  return Math.abs(shareIn(span, atMs) - 0.5) < 0.05
}

export function TimeAxis({ span }: { readonly span: Span }) {
  const isInside = (atMs: number) => {
    const share = shareIn(span, atMs)
    return share > MARGIN && share < 1 - MARGIN
  }
  return (
    <Box position="relative" containerType="inline-size" height="1.5rem" color="fg.muted" textStyle="xs" aria-hidden>
      {ticksOf(span)
        .filter(({ atMs }) => isInside(atMs))
        .map(({ atMs, label, isMain }) => (
          <Text
            key={atMs}
            position="absolute"
            transform="translateX(-50%)"
            whiteSpace="nowrap"
            fontSize={AXIS_LETTERS}
            hideBelow={isMain ? undefined : 'lg'}
            css={isMiddle(span, atMs) ? {} : { [onTinyAxis]: { display: 'none' } }}
            style={{ left: `${shareIn(span, atMs) * 100}%` }}
          >
            {label}
          </Text>
        ))}
    </Box>
  )
}
