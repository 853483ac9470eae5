import { Button } from '@chakra-ui/react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { Film } from 'lucide-react'
import { hasMoreVideosAtom, isFilterEmptyAtom, showAllVideosAtom, videosRangeAtom } from '../../state/recordings/videos'
import { DateRangeEmpty } from '../../ui/forms/date-range-empty'
import { NothingHere } from '../../ui/notices/nothing-here'
import { LoadMore } from './load-more'

/** In the place of the recordings: there are none, or none among them is what somebody looks for (VID-13). */
export function NoVideos() {
  const isFilterEmpty = useAtomValue(isFilterEmptyAtom)
  const hasMore = useAtomValue(hasMoreVideosAtom)
  const showAll = useSetAtom(showAllVideosAtom)
  const [range, setRange] = useAtom(videosRangeAtom)
  const text = !isFilterEmpty
    ? 'Clips appear here when a camera with motion detection sees something move.'
    : hasMore
      ? 'Nothing among the recordings loaded so far. Load more to look in older ones.'
      : 'None of the recordings match.'
  return (
    <NothingHere icon={<Film />} title="No recordings found" text={text}>
      <DateRangeEmpty range={range} hasMore={hasMore} onChange={setRange} />
      {hasMore && <LoadMore />}
      {isFilterEmpty && !hasMore && (
        <Button size="sm" variant="outline" onClick={() => showAll()}>
          Show all recordings
        </Button>
      )}
    </NothingHere>
  )
}
