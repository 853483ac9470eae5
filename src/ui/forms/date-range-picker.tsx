import { Box, Button } from '@chakra-ui/react'
import { CalendarRange, X } from 'lucide-react'
import { type ComponentType, useEffect, useId, useState } from 'react'
import { allDates, type DateRange, labelOf } from '../../lib/date-range'
import type { DateRangeCalendarProps } from './date-range-calendar'

const load = async () => (await import('./date-range-calendar')).DateRangeCalendar

/** The 'Date Range' button; its calendar's code is fetched behind the screen's. */
export function DateRangePicker(props: { readonly range: DateRange; readonly onChange: (range: DateRange) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [Calendar, setCalendar] = useState<ComponentType<DateRangeCalendarProps> | null>(null)
  const buttonId = useId()
  const fetchCalendar = () =>
    load().then(
      (component) => setCalendar(() => component),
      // The hub is away: the next press asks again.
      () => undefined,
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the button is first shown
  useEffect(() => void fetchCalendar(), [])
  const press = () => {
    setIsOpen(Calendar === null || !isOpen)
    if (Calendar === null) void fetchCalendar()
  }
  return (
    <Box>
      <Button
        id={buttonId}
        variant="outline"
        bg="bg.panel"
        aria-haspopup="dialog"
        aria-expanded={isOpen && Calendar !== null}
        onClick={press}
      >
        <CalendarRange size="1rem" aria-hidden />
        Date Range
      </Button>
      {Calendar !== null && <Calendar {...props} buttonId={buttonId} isOpen={isOpen} onOpenChange={setIsOpen} />}
    </Box>
  )
}

/** Says which time is shown, and shows all of it again when pressed; nothing where all of it shows. */
export function DateRangeChip(props: { readonly range: DateRange; readonly onChange: (range: DateRange) => void }) {
  if (props.range.kind === 'all') return null
  const label = labelOf(props.range)
  return (
    <Button
      size="sm"
      height="10"
      variant="subtle"
      colorPalette="brand"
      rounded="full"
      aria-label={`Remove date range: ${label}`}
      onClick={() => props.onChange(allDates)}
    >
      {label}
      <X size="1rem" aria-hidden />
    </Button>
  )
}
