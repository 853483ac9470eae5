import { Button, Text } from '@chakra-ui/react'
import { allDates, type DateRange, labelOf } from '../../lib/date-range'

/** Where a list is empty and a date range is chosen: says so, and how to widen it. Nothing otherwise. */
export function DateRangeEmpty(props: {
  readonly range: DateRange
  /** Whether older rows wait to be loaded. */
  readonly hasMore?: boolean
  readonly onChange: (range: DateRange) => void
}) {
  if (props.range.kind === 'all') return null
  return (
    <>
      <Text textStyle="sm" color="fg.muted" textAlign="center">
        Only this time is shown: {labelOf(props.range)}. Choose a longer one
        {props.hasMore ? ', or load more recordings.' : '.'}
      </Text>
      <Button size="sm" variant="outline" onClick={() => props.onChange(allDates)}>
        Show all dates
      </Button>
    </>
  )
}
