import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import { type Mode, modes, modeTitles } from '../../lib/modes/mode'
import { clockOf, type DayPart, weekParts } from '../../lib/modes/mode-week'
import type { Switch } from '../../lib/modes/switch-times'
import { modeLooks } from '../../ui/modes/mode-look'
import { dayNames } from './day-words'

const MINUTES_OF_DAY = 24 * 60
const hours = [0, 6, 12, 18, 24]

/** A week as a strip per day, coloured by mode; who listens hears each day in words. */
export function WeekPicture({ switches }: { readonly switches: readonly Switch[] }) {
  const week = weekParts(switches)
  const shown = modes.filter((mode) => week.some((parts) => parts.some((part) => part.mode === mode)))
  return (
    <Box>
      <Stack as="ul" gap="1" listStyleType="none" aria-label="The week">
        {week.map((parts, index) => (
          <DayStrip key={dayNames[index]} day={dayNames[index] ?? ''} parts={parts} />
        ))}
      </Stack>
      {/* Below the strips, which begin behind the names of the days. */}
      <Flex justify="space-between" ms="2.75rem" mt="1" color="fg.muted" textStyle="xs" aria-hidden>
        {hours.map((hour) => (
          <Text key={hour}>{hour}</Text>
        ))}
      </Flex>
      <Flex gap="2" columnGap="4" wrap="wrap" mt="2" aria-hidden>
        {shown.map((mode) => (
          <Legend key={mode} mode={mode} />
        ))}
      </Flex>
    </Box>
  )
}

function DayStrip({ day, parts }: { readonly day: string; readonly parts: readonly DayPart[] }) {
  const words = parts.map(({ fromMinute, mode }) => `${modeTitles[mode]} from ${clockOf(fromMinute)}`).join(', ')
  return (
    <Flex as="li" align="center" gap="2">
      <Text width="2.25rem" flexShrink={0} textStyle="sm" color="fg.muted" aria-hidden>
        {day.slice(0, 3)}
      </Text>
      <Flex
        role="img"
        aria-label={`${day}: ${words || 'no mode'}`}
        flex="1"
        height="5"
        rounded="sm"
        overflow="hidden"
        forcedColorAdjust="none"
      >
        {parts.map(({ fromMinute, untilMinute, mode }) => (
          <Flex
            key={fromMinute}
            width={`${(100 * (untilMinute - fromMinute)) / MINUTES_OF_DAY}%`}
            bg={`${modeLooks[mode].palette}.solid`}
            borderEndWidth="1px"
            borderColor="bg.panel"
            title={`${modeTitles[mode]}, ${clockOf(fromMinute)} to ${clockOf(untilMinute)}`}
          />
        ))}
      </Flex>
    </Flex>
  )
}

function Legend({ mode }: { readonly mode: Mode }) {
  const { icon: Icon, palette } = modeLooks[mode]
  return (
    <Flex align="center" gap="1.5" textStyle="sm" color="fg.muted">
      <Box width="0.75rem" height="0.75rem" rounded="sm" bg={`${palette}.solid`} forcedColorAdjust="none" />
      <Icon size="0.9rem" />
      {modeTitles[mode]}
    </Flex>
  )
}
