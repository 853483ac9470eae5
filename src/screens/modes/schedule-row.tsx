import { Field, Flex, IconButton } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'
import { modes, modeTitles } from '../../lib/modes/mode'
import type { Switch } from '../../lib/modes/switch-times'
import { Choice } from '../../ui/forms/choice'
import { DayTimeInput } from '../../ui/forms/day-time-input'
import { dayOptions, daysOf, daysValue } from './day-words'

const modeOptions = modes.map((mode) => ({ value: mode, label: modeTitles[mode] }))

/** One switch, as 'Weekdays 22:00 Night'. */
export function ScheduleRow(props: {
  readonly number: number
  readonly row: Switch
  readonly onChange: (row: Switch) => void
  readonly onRemove: () => void
}) {
  const { number, row, onChange } = props
  const of = `of switch ${number}`
  return (
    <Flex as="li" gap="2" align="center" wrap="wrap">
      <Flex flexShrink={0}>
        <Choice
          label={`Days ${of}`}
          isLabelHidden
          value={daysValue(row.days)}
          options={dayOptions(row.days)}
          onChange={(value) => onChange({ ...row, days: daysOf(value) })}
        />
      </Flex>
      <Field.Root width="8rem" flexShrink={0}>
        <DayTimeInput
          type="time"
          aria-label={`Time ${of}`}
          required
          value={row.time}
          onChange={(time) => onChange({ ...row, time: time.slice(0, 5) })}
        />
      </Field.Root>
      <Flex flexShrink={0}>
        <Choice
          label={`Mode ${of}`}
          isLabelHidden
          value={row.mode}
          options={modeOptions}
          onChange={(value) => onChange({ ...row, mode: modes.find((mode) => mode === value) ?? row.mode })}
        />
      </Flex>
      <IconButton size="sm" variant="ghost" aria-label={`Remove switch ${number}`} onClick={props.onRemove}>
        <Trash2 size="1rem" />
      </IconButton>
    </Flex>
  )
}
