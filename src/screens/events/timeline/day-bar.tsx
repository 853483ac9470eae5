import { Button, Field, Flex, IconButton } from '@chakra-ui/react'
import { useAtom, useAtomValue } from 'jotai/react'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { type Day, dayOf, startOfDayMs } from '../../../lib/day'
import { reviewCursorAtom, reviewDayAtom, reviewSpanAtom, reviewZoomAtom } from '../../../state/review/review'
import { DayTimeInput } from '../../../ui/forms/day-time-input'
import { useNow } from '../../../ui/layout/use-now'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Which day, and whether all of it shows or an hour. */
export function DayBar() {
  const [day, setDay] = useAtom(reviewDayAtom)
  const [zoom, setZoom] = useAtom(reviewZoomAtom)
  const today = dayOf(useNow(MINUTE_MS))
  const go = (by: 1 | -1) => setDay(dayOf(startOfDayMs(day, by)))
  const take = (value: string) => isDay(value) && value <= today && setDay(value)
  return (
    <Flex gap="2" wrap="wrap" align="center" mb="4">
      <Flex gap="1" align="center">
        <Step label="Day before" isOff={false} act={() => go(-1)} isBack />
        <Field.Root width="10rem">
          <DayTimeInput type="date" aria-label="Day" bg="bg.panel" max={today} value={day} onChange={take} />
        </Field.Root>
        <Step label="Day after" isOff={day >= today} act={() => go(1)} />
      </Flex>
      <Button size="sm" variant="outline" disabled={day === today} onClick={() => setDay(today)}>
        Today
      </Button>
      <Button
        size="sm"
        variant="outline"
        aria-pressed={zoom === 'hour'}
        onClick={() => setZoom(zoom === 'day' ? 'hour' : 'day')}
      >
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
  return (
    <Flex gap="1">
      <Step label="Hour before" isOff={fromMs <= startOfDayMs(day)} act={() => setAtMs(atMs - HOUR_MS)} isBack />
      <Step label="Hour after" isOff={untilMs >= startOfDayMs(day, 1)} act={() => setAtMs(atMs + HOUR_MS)} />
    </Flex>
  )
}

function Step(props: {
  readonly label: string
  readonly isOff: boolean
  readonly isBack?: boolean
  readonly act: () => void
}) {
  return (
    <IconButton size="sm" variant="outline" aria-label={props.label} disabled={props.isOff} onClick={props.act}>
      {props.isBack ? <ChevronLeft /> : <ChevronRight />}
    </IconButton>
  )
}

/** A field that is being typed into holds half a year for a moment. */
function isDay(value: string): value is Day {
  return /^\d{4}-\d\d-\d\d$/.test(value) && value >= '2000-01-01'
}
