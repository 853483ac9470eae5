import { Flex } from '@chakra-ui/react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { hubSearchAtom } from '../../state/events/event-search'
import { type EventFilter, eventsRangeAtom, eventsSearchAtom, eventsTypeAtom } from '../../state/events/events'
import { extensionsAtom } from '../../state/http/extensions'
import { openMomentAtom } from '../../state/review/playback'
import { eventsViewAtom } from '../../state/review/review'
import { Choice } from '../../ui/forms/choice'
import { DateRangeChip, DateRangePicker } from '../../ui/forms/date-range-picker'
import { SearchBox } from '../../ui/forms/search-box'
import { PageHeader } from '../../ui/layout/page-header'
import { HubEvents } from './hub-events'
import { LoadedEvents } from './loaded-events'
import { LateTimeline } from './timeline-part'
import { ViewSwitch } from './view-switch'

const options: readonly { readonly value: EventFilter; readonly label: string }[] = [
  { value: 'all', label: 'All Events' },
  { value: 'PERSON', label: 'Person' },
  { value: 'MOTION', label: 'Motion' },
  { value: 'ALERT', label: 'Alerts' },
]

/** Where the provider says what was seen (LABEL-06). */
const optionsWithFacts: typeof options = [
  ...options,
  { value: 'animal', label: 'Animals' },
  { value: 'vehicle', label: 'Vehicles' },
]

/** A message leads to its moment, once: who comes back to the screen goes on where they were. */
function useMomentOfAddress() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const open = useSetAtom(openMomentAtom)
  useEffect(() => {
    const named = new URLSearchParams(search)
    const at = named.get('at')
    if (at === null) return
    open(Date.parse(at), named.get('camera'))
    navigate(path, { replace: true })
  }, [search, path, navigate, open])
}

export default function EventsScreen() {
  useMomentOfAddress()
  const view = useAtomValue(eventsViewAtom)
  return (
    <>
      <PageHeader title="Security Events" line="What your cameras saw, newest first">
        <ViewSwitch />
      </PageHeader>
      {view === 'list' ? <ListView /> : <LateTimeline />}
    </>
  )
}

function ListView() {
  const [search, setSearch] = useAtom(eventsSearchAtom)
  const [type, setType] = useAtom(eventsTypeAtom)
  const [range, setRange] = useAtom(eventsRangeAtom)
  const hubSearch = useAtomValue(hubSearchAtom)
  const offered = useAtomValue(extensionsAtom).has('facts') ? optionsWithFacts : options
  return (
    <>
      <Flex gap="3" wrap="wrap" mb="4">
        <SearchBox placeholder="Search events..." value={search} onChange={setSearch} />
        <Choice
          label="Event type"
          isLabelHidden
          value={type}
          options={offered}
          onChange={(value) => setType(offered.find((option) => option.value === value)?.value ?? 'all')}
        />
        <DateRangePicker range={range} onChange={setRange} />
        <DateRangeChip range={range} onChange={setRange} />
      </Flex>
      {hubSearch === null ? <LoadedEvents /> : <HubEvents />}
    </>
  )
}
