import { useAtomValue, useSetAtom } from 'jotai/react'
import { loadMoreVideosAtom, videosQueryAtom } from '../../state/recordings/videos'
import { BusyButton } from '../../ui/forms/busy-button'

/** Asks for the next page of recordings (VID-14). */
export function LoadMore() {
  const query = useAtomValue(videosQueryAtom)
  const loadMore = useSetAtom(loadMoreVideosAtom)
  return (
    <BusyButton variant="outline" isBusy={query.isFetchingNextPage} onClick={() => void loadMore()}>
      Load More
    </BusyButton>
  )
}
