import { Button, DatePicker, type DateValue, Flex, Portal, parseDate } from '@chakra-ui/react'
import { datePickerSlotRecipe } from '@chakra-ui/react/theme'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type DateRange, type PresetRange, presetLabels } from '../../lib/date-range'
import { dayOf } from '../../lib/day'

const presets = Object.keys(presetLabels).filter((name): name is PresetRange => name in presetLabels)

/** Within the window, where letters are large on a telephone: no scrolling leads to what stands out of it. */
const MOST_WIDTH = 'calc(100vw - 1rem)'
/** Seven of them and what is around. */
const DAY_SIZE = 'min({sizes.9}, calc((100vw - 3rem) / 7))'

/** For a thumb in narrow windows, as all buttons (FACE-17). */
const arrowSize = { base: '11', md: '8' }

export interface DateRangeCalendarProps {
  /** Id of the button it belongs to, which it opens beside and gives the focus back to. */
  readonly buttonId: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly range: DateRange
  readonly onChange: (range: DateRange) => void
}

/** A calendar for two days, and what is asked for most by name. */
export function DateRangeCalendar(props: DateRangeCalendarProps) {
  const { buttonId, range } = props
  // Opened after it is there: only then it takes the focus.
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setIsOpen(props.isOpen), [props.isOpen])
  // While only one of the two days is chosen.
  const [begun, setBegun] = useState<readonly DateValue[] | null>(null)
  // Raised to begin anew: the picker takes the next day for the second one until two were chosen.
  const [generation, setGeneration] = useState(0)
  const giveFocusBack = () => document.getElementById(buttonId)?.focus({ preventScroll: true })
  const setOpen = (isToOpen: boolean) => {
    if (begun !== null) setGeneration(generation + 1)
    setBegun(null)
    // A press elsewhere takes the focus from the button again.
    if (!isToOpen) giveFocusBack()
    props.onOpenChange(isToOpen)
  }
  const choose = (chosen: DateRange) => {
    setOpen(false)
    props.onChange(chosen)
  }
  const chooseDays = (days: readonly DateValue[]) => {
    const [first, last] = days
    if (first === undefined || last === undefined) return setBegun(days)
    choose({ kind: 'days', first: first.toString(), last: last.toString() })
  }
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const days = range.kind === 'days' ? [parseDate(range.first), parseDate(range.last)] : []
  return (
    <DatePicker.Root
      key={generation}
      recipe={datePickerSlotRecipe}
      selectionMode="range"
      size="sm"
      width="auto"
      colorPalette="brand"
      locale={locale}
      timeZone={timeZone}
      max={parseDate(dayOf(Date.now()))}
      ids={{ trigger: buttonId }}
      open={isOpen}
      onOpenChange={({ open }) => setOpen(open)}
      closeOnSelect={false}
      value={[...(begun ?? days)]}
      onValueChange={({ value }) => chooseDays(value)}
      // Always below: to what stands out of the window at its top no scrolling leads.
      positioning={{
        placement: 'bottom-start',
        flip: false,
        getAnchorElement: () => document.getElementById(buttonId),
      }}
    >
      <Portal>
        <DatePicker.Positioner>
          <DatePicker.Content
            aria-label="Date Range"
            minW={`min(18rem, ${MOST_WIDTH})`}
            maxW={MOST_WIDTH}
            // The library takes it some frames after it opened, also where it was closed meanwhile: what hides loses it.
            {...(!props.isOpen && { onFocus: giveFocusBack })}
          >
            <Flex gap="1.5" wrap="wrap" maxW="17rem">
              {presets.map((kind) => (
                <Button
                  key={kind}
                  size="xs"
                  variant={range.kind === kind ? 'solid' : 'outline'}
                  colorPalette={range.kind === kind ? 'brand' : 'gray'}
                  aria-pressed={range.kind === kind}
                  onClick={() => choose({ kind })}
                >
                  {presetLabels[kind]}
                </Button>
              ))}
            </Flex>
            <DatePicker.View view="day" css={{ '--table-cell-size': DAY_SIZE }}>
              <DatePicker.ViewControl>
                <DatePicker.PrevTrigger aria-label="Previous month" boxSize={arrowSize}>
                  <ChevronLeft aria-hidden />
                </DatePicker.PrevTrigger>
                <DatePicker.RangeText />
                <DatePicker.NextTrigger aria-label="Next month" boxSize={arrowSize}>
                  <ChevronRight aria-hidden />
                </DatePicker.NextTrigger>
              </DatePicker.ViewControl>
              <DatePicker.DayTable />
            </DatePicker.View>
          </DatePicker.Content>
        </DatePicker.Positioner>
      </Portal>
    </DatePicker.Root>
  )
}
