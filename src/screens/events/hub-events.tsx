import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { EVENTS_PAGE_SIZE } from '../../contract/limits'
import { counted } from '../../lib/words'
import {
  hubEventsQueryAtom,
  hubSearchAtom,
  isHubSearchFilteredAtom,
  searchHubAtom,
} from '../../state/events/event-search'
import { pageCount } from '../../state/events/events'
import { readingOf } from '../../state/http/reads'
import { playEventAtom } from '../../state/recordings/playing'
import { Pages } from '../../ui/layout/pages'
import { Panel } from '../../ui/layout/panel'
import { NothingHere } from '../../ui/notices/nothing-here'
import { TryAgain } from '../../ui/notices/try-again'
import { EventList, EventSkeletons } from './event-list'

/** What the hub found by the words of the search and the filters, among all its events, in the place of the list. */
export function HubEvents() {
  const query = useAtomValue(hubEventsQueryAtom)
  const asked = useAtomValue(hubSearchAtom)
  const isFiltered = useAtomValue(isHubSearchFilteredAtom)
  const search = useSetAtom(searchHubAtom)
  const play = useSetAtom(playEventAtom)
  const reading = readingOf(query)
  const page = asked?.page ?? 0
  const { events = [], total = 0, readAs = '' } = query.data ?? {}
  const lastPage = pageCount(total, EVENTS_PAGE_SIZE) - 1
  // A time that ends now moves on, and leaves pages empty.
  const isPageGone = reading === 'here' && page > lastPage
  useEffect(() => {
    if (isPageGone) search(lastPage)
  }, [isPageGone, lastPage, search])
  return (
    <>
      <Flex gap="3" mb="4" align="center" justify="space-between" wrap="wrap">
        <Text color="fg.muted" textStyle="sm" role="status" flex="1 1 16rem" minW="0" overflowWrap="anywhere">
          {reading === 'here' ? foundSentence(total, readAs, isFiltered) : 'Searching all events on the hub.'}
        </Text>
        <Button size="sm" variant="outline" onClick={() => search(null)}>
          Back to the List
        </Button>
      </Flex>
      {reading === 'awaited' ? (
        <EventSkeletons />
      ) : reading === 'missing' ? (
        <Panel>
          <TryAgain
            text="The hub did not answer the search."
            isTrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </Panel>
      ) : events.length === 0 ? (
        <NothingHere
          icon={<SearchX />}
          title="No events on the hub either"
          text={isFiltered ? 'Try other words, or fewer filters' : 'Try fewer or other words'}
        />
      ) : (
        <EventList events={events} onPlay={(event) => void play(event, events)} />
      )}
      {(events.length > 0 || page > 0) && (
        <Box mt="6">
          <Pages page={page + 1} count={lastPage + 1} onChange={(chosen) => search(chosen - 1)} />
        </Box>
      )}
    </>
  )
}

/** How the words were read, in the hub's own words: it may have taken them otherwise than they were meant. */
function foundSentence(total: number, readAs: string, isFiltered: boolean): string {
  const among = isFiltered ? 'those on the hub that the filters leave' : 'all on the hub'
  const found = `${counted(total, 'event')} found among ${among}`
  return readAs === '' ? `${found}.` : `${found}: ${readAs}.`
}
