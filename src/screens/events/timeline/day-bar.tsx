import { Button, Field, Flex } from '@chakra-ui/react'
import { useAtom, useAtomValue } from 'jotai/react'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { type Day, dayOf, startOfDayMs } from '../../../lib/day'
import { HOUR_MS } from '../../../lib/durations'
import {
  reviewCursorAtom,
  reviewDayAtom,
  reviewSpanAtom,
  reviewTodayAtom,
  reviewZoomAtom,
} from '../../../state/review/review'
import { DayTimeInput } from '../../../ui/forms/day-time-input'
import { StepButton } from '../../../ui/pictures/step-button'

/** Which day, and whether all of it shows or an hour. */
export function DayBar() {
  const [day, setDay] = useAtom(reviewDayAtom)
  const [zoom, setZoom] = useAtom(reviewZoomAtom)
  const today = useAtomValue(reviewTodayAtom)
  const go = (by: 1 | -1) => setDay(dayOf(startOfDayMs(day, by)))
  const take = (value: string) => isDay(value) && value <= today && setDay(value)
  return (
    <Flex gap="2" wrap="wrap" align="center" mb="4">
      <Flex gap="1" wrap="wrap" align="center" maxW="100%">
        <StepButton label="Day before" act={() => go(-1)}>
          <ChevronLeft />
        </StepButton>
        <Field.Root width="10rem" maxW="100%">
          <DayTimeInput type="date" aria-label="Day" bg="bg.panel" max={today} value={day} onChange={take} />
        </Field.Root>
        <StepButton label="Day after" act={day >= today ? null : () => go(1)}>
          <ChevronRight />
        </StepButton>
      </Flex>
      {/* Not `disabled`, which would take the focus from who pressed it. */}
      <Button size="sm" variant="outline" aria-disabled={day === today} onClick={() => setDay(today)}>
        Today
      </Button>
      <Button size="sm" variant="outline" onClick={() => setZoom(zoom === 'day' ? 'hour' : 'day')}>
        {zoom === 'day' ? <ZoomIn size="1rem" aria-hidden /> : <ZoomOut size="1rem" aria-hidden />}
        {zoom === 'day' ? 'Show one hour' : 'Show the day'}
      </Button>
      {zoom === 'hour' && <HourSteps />}
    </Flex>
  )
}

function HourSteps() {
  const [atMs, setAtMs] = useAtom(reviewCursorAtom)
  const { fromMs, untilMs } = useAtomValue(reviewSpanAtom)
  const day = useAtomValue(reviewDayAtom)
  const go = (by: 1 | -1) => setAtMs(atMs + by * HOUR_MS)
  return (
    <Flex gap="1">
      <StepButton label="Hour before" act={fromMs <= startOfDayMs(day) ? null : () => go(-1)}>
        <ChevronLeft />
      </StepButton>
      <StepButton label="Hour after" act={untilMs >= startOfDayMs(day, 1) ? null : () => go(1)}>
        <ChevronRight />
      </StepButton>
    </Flex>
  )
}

/** A field that is being typed into holds half a year for a moment. */
function isDay(value: string): value is Day {
  return /^\d{4}-\d\d-\d\d$/.test(value) && value >= '2000-01-01'
}
