import { Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { messages } from '../../state/messages'
import { loadingMoreAtom, loadMoreVideosAtom } from '../../state/recordings/load-more'
import { BusyButton } from '../../ui/forms/busy-button'

/** Asks for the next page of recordings (VID-14); where that did not come it says so, and the button tries again (UI-03). */
export function LoadMore() {
  const loading = useAtomValue(loadingMoreAtom)
  const loadMore = useSetAtom(loadMoreVideosAtom)
  return (
    <Stack align="center" gap="2">
      {loading === 'failed' && (
        <Text color="fg.muted" textStyle="sm" role="status">
          {messages.moreVideosFailed}
        </Text>
      )}
      <BusyButton variant="outline" isBusy={loading === 'busy'} onClick={() => void loadMore()}>
        Load More
      </BusyButton>
    </Stack>
  )
}
