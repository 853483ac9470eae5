import { Box, Button, Center, Flex, RadioCard, Stack, Text } from '@chakra-ui/react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import type { Video } from '../../contract/video'
import { formatDateTime } from '../../lib/date-time'
import { filmWords } from '../../lib/film-words'
import { readingOf } from '../../state/http/reads'
import { loadedVideosAtom, videosQueryAtom } from '../../state/recordings/videos'
import {
  clipSearchAtom,
  foundClipsAtom,
  loadMoreClipsAtom,
  settledClipSearchAtom,
} from '../../state/shares/clip-search'
import { RadioInput } from '../../ui/forms/radio-input'
import { SearchBox } from '../../ui/forms/search-box'
import { RowSkeletons } from '../../ui/notices/skeletons'
import { TryAgain } from '../../ui/notices/try-again'
import { Picture } from '../../ui/pictures/picture'
import { useSettled } from '../../ui/review/use-settled'

/** Longer than between two letters of a word. */
const TYPING_MS = 250

/** Which recording is shared: by its picture, camera and time (SHARE-03). */
export function ClipPicker(props: { readonly value: string; readonly onChange: (videoId: string) => void }) {
  const query = useAtomValue(videosQueryAtom)
  const reading = readingOf(query)
  return (
    <RadioCard.Root
      value={props.value}
      size="sm"
      colorPalette="brand"
      onValueChange={({ value }) => value !== null && props.onChange(value)}
    >
      <RadioCard.Label>Video Clip</RadioCard.Label>
      {/* As high before the recordings come as with them, so that nothing below moves. */}
      <Box height="17rem">
        {reading === 'awaited' ? (
          <RowSkeletons count={4} height="3.5rem" />
        ) : reading === 'missing' ? (
          <TryAgain
            text="The recordings are not here yet."
            isTrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Clips />
        )}
      </Box>
    </RadioCard.Root>
  )
}

function Clips() {
  const videos = useAtomValue(loadedVideosAtom)
  const { clips, isLooking, hasMore, isLoadingMore, hasFailed } = useAtomValue(foundClipsAtom)
  const loadMore = useSetAtom(loadMoreClipsAtom)
  const [search, setSearch] = useSearch()
  if (videos.length === 0) {
    return (
      <Center height="100%" borderWidth="1px" borderStyle="dashed" rounded="l2" px="4" textAlign="center">
        <Text color="fg.muted">There is no recording yet. What your cameras record can be shared here.</Text>
      </Center>
    )
  }
  return (
    <Stack gap="2" height="100%">
      <Flex>
        <SearchBox placeholder="Search by camera..." value={search} onChange={setSearch} isWide />
      </Flex>
      <Stack gap="2" flex="1" minH="0" overflowY="auto" p="0.5" m="-0.5">
        {clips.map((video) => (
          <Clip key={video.id} video={video} />
        ))}
        {clips.length === 0 && (
          <Text color="fg.muted" textStyle="sm" role="status">
            {isLooking
              ? 'Searching older recordings.'
              : hasMore
                ? 'Nothing found among those loaded so far.'
                : 'Nothing found.'}
          </Text>
        )}
        {hasFailed && !isLooking && (
          <Text color="fg.muted" textStyle="sm" role="status">
            More recordings did not come. Try again.
          </Text>
        )}
        {hasMore && !isLooking && (
          <Button
            type="button"
            size="sm"
            variant="outline"
            flexShrink={0}
            aria-busy={isLoadingMore}
            onClick={() => void loadMore()}
          >
            Load More
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

/** What is typed; the hub hears of it once typing rests, and it ends with the form. */
function useSearch() {
  const [search, setSearch] = useAtom(clipSearchAtom)
  const settle = useSetAtom(settledClipSearchAtom)
  const settled = useSettled(search, TYPING_MS)
  useEffect(() => settle(settled), [settle, settled])
  useEffect(() => () => setSearch(''), [setSearch])
  return [search, setSearch] as const
}

function Clip({ video }: { readonly video: Video }) {
  return (
    // As high as it is, also where it is the only one.
    <RadioCard.Item value={video.id} flex="none">
      <RadioCard.ItemControl py="2" px="2" alignItems="center" flexWrap="wrap">
        <Box width="5.5rem" flexShrink={0} rounded="l1" overflow="hidden">
          <Picture url={video.thumbnailUrl} alt="" />
        </Box>
        <RadioCard.ItemContent minW="0" flex="1 1 4.5rem">
          <RadioCard.ItemText overflowWrap="anywhere">{video.title}</RadioCard.ItemText>
          <RadioCard.ItemDescription opacity="1" color="fg.muted" overflowWrap="anywhere">
            {[video.camera?.name ?? '', formatDateTime(video.createdAt), filmWords({ durationMs: video.durationMs })]
              .filter((part) => part !== '')
              .join(', ')}
          </RadioCard.ItemDescription>
        </RadioCard.ItemContent>
        <RadioInput />
      </RadioCard.ItemControl>
    </RadioCard.Item>
  )
}
