import { Box, Flex, Grid, Text } from '@chakra-ui/react'
import { Fragment } from 'react'
import { counted } from '../../lib/words'
import type { ActivityEvent, TimeSpan } from './activity-places'
import { ActivityRow } from './activity-row'
import { AXIS_LETTERS, formatTick, hourTicks } from './day-axis'

export interface StripRow {
  /** A camera may be called what events without one are. */
  readonly key: string
  readonly name: string
  /** How much happened, in words. */
  readonly summary: string
  /** Oldest first. */
  readonly events: readonly ActivityEvent[]
}

const NAME_WIDTH = '9rem'

/** Shares of the axis next to its ends where a label would run out of it, or into its last word. */
const MARGINS = { wide: { start: 0.04, end: 0.1 }, narrow: { start: 0.08, end: 0.2 } } as const

/** Labels every three hours need this width, however wide the window is; every six hours fit a phone. */
const onNarrowAxis = '@container (max-width: 30rem)'

/** One line per camera over the same span of time, with the hours of the reader's own clock below. */
export function ActivityStrip(props: {
  readonly rows: readonly StripRow[]
  readonly span: TimeSpan
  /** Before that the events are not known. */
  readonly completeFromMs: number | null
  readonly onOpen: (eventId: string) => void
}) {
  const { span } = props
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: `${NAME_WIDTH} minmax(0, 1fr)` }} columnGap="4">
      {props.rows.map((row) => (
        <Fragment key={row.key}>
          <Flex
            direction={{ base: 'row', md: 'column' }}
            justify={{ base: 'space-between', md: 'center' }}
            align={{ base: 'baseline', md: 'stretch' }}
            columnGap={{ base: '3', md: '0' }}
            wrap={{ base: 'wrap', md: 'nowrap' }}
            minW="0"
            pt={{ base: '2', md: '0' }}
            // The row's own label says the same.
            aria-hidden
          >
            <Text fontWeight="medium" textStyle="sm" title={row.name} truncate maxW="100%">
              {row.name}
            </Text>
            <Text color="fg.muted" textStyle="xs" flexShrink={0}>
              {counted(row.events.length, 'event')}
            </Text>
          </Flex>
          <Box position="relative" py={{ md: '0.5' }}>
            <Track span={span} completeFromMs={props.completeFromMs} />
            <ActivityRow label={`${row.name}: ${row.summary}`} events={row.events} span={span} onOpen={props.onOpen} />
          </Box>
        </Fragment>
      ))}
      <Box hideBelow="md" />
      <Axis span={span} />
    </Grid>
  )
}

const shareOf = ({ startMs, endMs }: TimeSpan, atMs: number) => (atMs - startMs) / (endMs - startMs)

/** The line of a row: its hours, and the part that nothing is known of. */
function Track({ span, completeFromMs }: { readonly span: TimeSpan; readonly completeFromMs: number | null }) {
  return (
    <Box
      position="absolute"
      insetX="0"
      insetY={{ base: '0', md: '0.5' }}
      bg="bg.muted"
      forcedColorAdjust="none"
      rounded="l1"
      overflow="hidden"
    >
      {hourTicks(span.startMs, span.endMs, 3).map(({ atMs, hour }) => (
        <Box
          key={atMs}
          position="absolute"
          insetY="0"
          borderStartWidth="1px"
          borderColor={hour === 0 ? 'fg.subtle' : 'border.emphasized'}
          hideBelow={hour % 6 === 0 ? undefined : 'md'}
          style={{ left: `${shareOf(span, atMs) * 100}%` }}
        />
      ))}
      {completeFromMs !== null && (
        <Box
          data-testid="unknown-span"
          position="absolute"
          insetY="0"
          left="0"
          bgImage="repeating-linear-gradient(135deg, {colors.border.emphasized} 0 1px, {colors.bg.subtle} 1px 6px)"
          style={{ width: `${Math.max(0, shareOf(span, completeFromMs)) * 100}%` }}
        />
      )}
    </Box>
  )
}

function Axis({ span }: { readonly span: TimeSpan }) {
  const fits = (atMs: number, { start, end }: { readonly start: number; readonly end: number }) => {
    const share = shareOf(span, atMs)
    return share > start && share < 1 - end
  }
  const ticks = hourTicks(span.startMs, span.endMs, 3).filter(({ atMs }) => fits(atMs, MARGINS.wide))
  return (
    <Box
      position="relative"
      containerType="inline-size"
      height="1.5rem"
      mt="1"
      color="fg.muted"
      textStyle="xs"
      aria-hidden
    >
      {ticks.map((tick) => (
        <Text
          key={tick.atMs}
          position="absolute"
          transform="translateX(-50%)"
          whiteSpace="nowrap"
          fontSize={AXIS_LETTERS}
          fontWeight={tick.hour === 0 ? 'semibold' : 'normal'}
          css={tick.hour % 6 === 0 && fits(tick.atMs, MARGINS.narrow) ? {} : { [onNarrowAxis]: { display: 'none' } }}
          style={{ left: `${shareOf(span, tick.atMs) * 100}%` }}
        >
          {formatTick(tick)}
        </Text>
      ))}
      <Text position="absolute" right="0" fontSize={AXIS_LETTERS}>
        now
      </Text>
    </Box>
  )
}
