import { Box, Button } from '@chakra-ui/react'
import { CalendarRange, X } from 'lucide-react'
import { useEffect, useId } from 'react'
import { allDates, type DateRange, labelOf } from '../../lib/date-range'
import { LatePart } from '../layout/late-part'
import { useLateDialog } from '../layout/use-late-dialog'
import { TryAgain } from '../notices/try-again'

/** Comes behind the screen. */
export const CalendarPart = new LatePart(async () => (await import('./date-range-calendar')).DateRangeCalendar)

/** The 'Date Range' button. */
export function DateRangePicker(props: { readonly range: DateRange; readonly onChange: (range: DateRange) => void }) {
  const { arrival, isOpen, isMissing, open, close } = useLateDialog(CalendarPart)
  const buttonId = useId()
  const isExpanded = isOpen && arrival.phase === 'here'
  const turn = (isToOpen: boolean) => (isToOpen ? open() : close())
  useEffect(() => CalendarPart.fetch(), [])
  return (
    <Box>
      <Button
        id={buttonId}
        variant="outline"
        bg="bg.panel"
        aria-haspopup="dialog"
        aria-expanded={isExpanded}
        onClick={() => turn(!isExpanded)}
      >
        <CalendarRange size="1rem" aria-hidden />
        Date Range
      </Button>
      {isMissing && (
        <Box role="status" mt="3">
          <TryAgain text="The calendar is not here yet." isTrying={false} onRetry={open} />
        </Box>
      )}
      {arrival.phase === 'here' && <arrival.Part {...props} buttonId={buttonId} isOpen={isOpen} onOpenChange={turn} />}
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
