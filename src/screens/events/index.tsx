import { Box, Flex, Stack } from '@chakra-ui/react'
import { useAtom, useAtomValue } from 'jotai/react'
import { BellOff } from 'lucide-react'
import { useEffect } from 'react'
import { eventType } from '../../contract/event'
import { EVENTS_PAGE_SIZE } from '../../contract/limits'
import {
  eventsPageAtom,
  eventsQueryAtom,
  eventsRangeAtom,
  eventsSearchAtom,
  eventsTypeAtom,
  pageCount,
  shownEventsAtom,
  shownPageAtom,
} from '../../state/events'
import { readingOf } from '../../state/reading'
import { Appearing } from '../../ui/appear'
import { Choice } from '../../ui/choice'
import { DateRangeEmpty } from '../../ui/date-range-empty'
import { DateRangeChip, DateRangePicker } from '../../ui/date-range-picker'
import { NothingHere } from '../../ui/nothing-here'
import { PageHeader } from '../../ui/page-header'
import { Pages } from '../../ui/pages'
import { Panel } from '../../ui/panel'
import { SearchBox } from '../../ui/search-box'
import { TryAgain } from '../../ui/try-again'
import { EventRow } from './event-row'
import { EventSkeletons } from './event-skeletons'

const typeOptions = [
  { value: 'all', label: 'All Events' },
  { value: 'PERSON', label: 'Person' },
  { value: 'MOTION', label: 'Motion' },
  { value: 'ALERT', label: 'Alerts' },
]

export default function EventsScreen() {
  const query = useAtomValue(eventsQueryAtom)
  const events = useAtomValue(shownEventsAtom)
  const [search, setSearch] = useAtom(eventsSearchAtom)
  const [type, setType] = useAtom(eventsTypeAtom)
  const [range, setRange] = useAtom(eventsRangeAtom)
  const [asked, setPage] = useAtom(eventsPageAtom)
  const page = useAtomValue(shownPageAtom)
  const reading = readingOf(query)
  // Unknown, there are at least those up to the one that was asked for.
  const pages = query.data === undefined ? page + 1 : pageCount(query.data.total, EVENTS_PAGE_SIZE)
  // A page that went away with its last event: on to the one that is the last now.
  useEffect(() => {
    if (asked !== page) setPage(page)
  }, [asked, page, setPage])
  return (
    <>
      <PageHeader title="Security Events" line="What your cameras saw, newest first" />
      <Flex gap="3" wrap="wrap" mb="4">
        <SearchBox placeholder="Search events..." value={search} onChange={setSearch} />
        <Choice
          label="Event type"
          isLabelHidden
          value={type}
          options={typeOptions}
          onChange={(value) => setType(eventType.options.find((known) => known === value) ?? 'all')}
        />
        <DateRangePicker range={range} onChange={setRange} />
        <DateRangeChip range={range} onChange={setRange} />
      </Flex>
      {reading === 'awaited' ? (
        <EventSkeletons />
      ) : reading === 'missing' ? (
        <Panel>
          <TryAgain
            text="The events are not here yet."
            isTrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </Panel>
      ) : events.length === 0 ? (
        <NothingHere icon={<BellOff />} title="No events found" text="Try adjusting your search or filter criteria">
          <DateRangeEmpty range={range} onChange={setRange} />
        </NothingHere>
      ) : (
        <Stack as="ul" gap="3" listStyleType="none" aria-label="Events">
          <Appearing>
            {events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </Appearing>
        </Stack>
      )}
      <Box mt="6">
        <Pages page={page + 1} count={pages} onChange={(next) => setPage(next - 1)} />
      </Box>
    </>
  )
}
