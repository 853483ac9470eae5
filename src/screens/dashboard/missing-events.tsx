import { useAtomValue } from 'jotai/react'
import { dayEventsQueryAtom } from '../../state/dashboard/dashboard'
import { TryAgain } from '../../ui/notices/try-again'

/** In the place of the events of the day. */
export function MissingEvents() {
  const { isFetching, refetch } = useAtomValue(dayEventsQueryAtom)
  return <TryAgain text="The events are not here yet." isTrying={isFetching} onRetry={() => void refetch()} />
}
