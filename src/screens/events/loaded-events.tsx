import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { BellOff, Search } from 'lucide-react'
import { useEffect } from 'react'
import { EVENTS_PAGE_SIZE } from '../../contract/limits'
import { counted } from '../../lib/words'
import { canSearchHubAtom, searchHubAtom } from '../../state/events/event-search'
import {
  eventsPageAtom,
  eventsQueryAtom,
  eventsRangeAtom,
  eventsSearchAtom,
  eventsTypeAtom,
  isPageNarrowedAtom,
  pageCount,
  shownEventsAtom,
  shownPageAtom,
} from '../../state/events/events'
import { readingOf } from '../../state/http/reads'
import { playShownEventAtom } from '../../state/recordings/playing'
import { DateRangeEmpty } from '../../ui/forms/date-range-empty'
import { Pages } from '../../ui/layout/pages'
import { Panel } from '../../ui/layout/panel'
import { NothingHere } from '../../ui/notices/nothing-here'
import { SpokenFound } from '../../ui/notices/spoken-found'
import { TryAgain } from '../../ui/notices/try-again'
import { EventList, EventSkeletons } from './event-list'

/** The loaded page, as search and filters leave it. */
export function LoadedEvents() {
  const query = useAtomValue(eventsQueryAtom)
  const [asked, setPage] = useAtom(eventsPageAtom)
  const page = useAtomValue(shownPageAtom)
  // Unknown, there are at least those up to the one that was asked for.
  const pages = query.data === undefined ? page + 1 : pageCount(query.data.total, EVENTS_PAGE_SIZE)
  // A page that went away with its last event: on to the one that is the last now.
  useEffect(() => {
    if (asked !== page) setPage(page)
  }, [asked, page, setPage])
  return (
    <>
      <FoundWords page={page} pages={pages} />
      <Rows />
      <Box mt="6">
        <Pages page={page + 1} count={pages} onChange={(next) => setPage(next - 1)} />
      </Box>
    </>
  )
}

/** For who cannot see what search, filters and page leave. */
function FoundWords({ page, pages }: { readonly page: number; readonly pages: number }) {
  const query = useAtomValue(eventsQueryAtom)
  const count = useAtomValue(shownEventsAtom).length
  const asked = [useAtomValue(eventsSearchAtom), useAtomValue(eventsTypeAtom), useAtomValue(eventsRangeAtom), page]
  const isHere = readingOf(query) === 'here' && !query.isPlaceholderData
  const events = counted(count, 'event')
  const found = pages === 1 ? events : `${events} on page ${page + 1} of ${pages}`
  return <SpokenFound asked={asked} found={isHere ? found : null} />
}

function Rows() {
  const query = useAtomValue(eventsQueryAtom)
  const events = useAtomValue(shownEventsAtom)
  const [range, setRange] = useAtom(eventsRangeAtom)
  const play = useSetAtom(playShownEventAtom)
  const reading = readingOf(query)
  if (reading === 'awaited') return <EventSkeletons />
  if (reading === 'missing') {
    const retry = () => void query.refetch()
    return (
      <Panel>
        <TryAgain text="The events are not here yet." isTrying={query.isFetching} onRetry={retry} />
      </Panel>
    )
  }
  if (events.length > 0)
    return (
      <>
        <EventList events={events} onPlay={(event) => void play(event)} />
        <LookedThrough />
      </>
    )
  return (
    <NothingHere icon={<BellOff />} title="No events found" text="Try adjusting your search or filter criteria">
      <DateRangeEmpty range={range} onChange={setRange} />
      <SearchHubButton />
      <LookedThroughWords />
    </NothingHere>
  )
}

/** Below rows that search or type left over: further pages may hold more. */
function LookedThrough() {
  const isNarrowed = useAtomValue(isPageNarrowedAtom)
  if (!isNarrowed) return null
  return (
    <Flex mt="4" gap="3" wrap="wrap" align="center" justify="center">
      <LookedThroughWords />
      <SearchHubButton />
    </Flex>
  )
}

function LookedThroughWords() {
  const isNarrowed = useAtomValue(isPageNarrowedAtom)
  if (!isNarrowed) return null
  return (
    <Text color="fg.muted" textStyle="sm">
      Only the events of this page were looked through.
    </Text>
  )
}

/** The search looks through the loaded page only (EVT-16): where the hub can look through all, it is offered. */
function SearchHubButton() {
  const canSearch = useAtomValue(canSearchHubAtom)
  const search = useSetAtom(searchHubAtom)
  if (!canSearch) return null
  return (
    <Button size="sm" variant="outline" onClick={() => search(0)}>
      <Search size="1rem" aria-hidden />
      Search all events on the hub
    </Button>
  )
}
