import { Flex } from '@chakra-ui/react'
import { useAtom, useAtomValue } from 'jotai/react'
import { eventType } from '../../contract/event'
import { hubSearchAtom } from '../../state/events/event-search'
import { eventsRangeAtom, eventsSearchAtom, eventsTypeAtom } from '../../state/events/events'
import { Choice } from '../../ui/forms/choice'
import { DateRangeChip, DateRangePicker } from '../../ui/forms/date-range-picker'
import { SearchBox } from '../../ui/forms/search-box'
import { PageHeader } from '../../ui/layout/page-header'
import { HubEvents } from './hub-events'
import { LoadedEvents } from './loaded-events'

const typeOptions = [
  { value: 'all', label: 'All Events' },
  { value: 'PERSON', label: 'Person' },
  { value: 'MOTION', label: 'Motion' },
  { value: 'ALERT', label: 'Alerts' },
]

export default function EventsScreen() {
  const [search, setSearch] = useAtom(eventsSearchAtom)
  const [type, setType] = useAtom(eventsTypeAtom)
  const [range, setRange] = useAtom(eventsRangeAtom)
  const hubSearch = useAtomValue(hubSearchAtom)
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
      {hubSearch === null ? <LoadedEvents /> : <HubEvents />}
    </>
  )
}
