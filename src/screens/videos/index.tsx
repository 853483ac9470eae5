import { Box, Center, Flex, Grid } from '@chakra-ui/react'
import { useAtom, useAtomValue } from 'jotai/react'
import { counted } from '../../lib/words'
import { extensionsAtom } from '../../state/http/extensions'
import { readingOf } from '../../state/http/reads'
import { hasHeardAtom } from '../../state/hub/connection'
import {
  cameraNamesAtom,
  hasMoreVideosAtom,
  shownVideosAtom,
  type VideosFilter,
  videosCameraAtom,
  videosQueryAtom,
  videosRangeAtom,
  videosSearchAtom,
  videosSeenAtom,
} from '../../state/recordings/videos'
import { Choice } from '../../ui/forms/choice'
import { DateRangeChip, DateRangePicker } from '../../ui/forms/date-range-picker'
import { SearchBox } from '../../ui/forms/search-box'
import { PageHeader } from '../../ui/layout/page-header'
import { Panel } from '../../ui/layout/panel'
import { SpokenFound } from '../../ui/notices/spoken-found'
import { TryAgain } from '../../ui/notices/try-again'
import { Appearing } from '../../ui/theme/appear'
import { LoadMore } from './load-more'
import { NoVideos } from './no-videos'
import { StorageCard } from './storage-card'
import { VideoCard } from './video-card'
import { VideoGrid, VideoSkeletons } from './video-grid'

/** All, and each camera by its name; as wide as it will be from the start, whatever names come. */
function CameraFilter() {
  const [camera, setCamera] = useAtom(videosCameraAtom)
  const names = useAtomValue(cameraNamesAtom)
  const options = [{ value: 'all', label: 'All Cameras' }, ...names.map((name) => ({ value: name, label: name }))]
  return (
    <Box width="11rem">
      <Choice label="Camera" isLabelHidden value={camera} options={options} onChange={setCamera} />
    </Box>
  )
}

const seenOptions: readonly { readonly value: VideosFilter; readonly label: string }[] = [
  { value: 'all', label: 'All Recordings' },
  { value: 'person', label: 'People' },
  { value: 'animal', label: 'Animals' },
  { value: 'vehicle', label: 'Vehicles' },
]

/** Where the provider says what was seen (LABEL-06); nothing elsewhere. */
function SeenFilter() {
  const [seen, setSeen] = useAtom(videosSeenAtom)
  const isOffered = useAtomValue(extensionsAtom).has('facts')
  // Until the provider is heard it has its place: what comes later would push the rest away.
  if (useAtomValue(hasHeardAtom) && !isOffered) return null
  return (
    <Choice
      label="Seen"
      isLabelHidden
      value={seen}
      options={seenOptions}
      onChange={(value) => setSeen(seenOptions.find((option) => option.value === value)?.value ?? 'all')}
    />
  )
}

/** For who cannot see what search, filters and Load More leave. */
function FoundWords() {
  const query = useAtomValue(videosQueryAtom)
  const count = useAtomValue(shownVideosAtom).length
  const hasMore = useAtomValue(hasMoreVideosAtom)
  const filters = [useAtomValue(videosCameraAtom), useAtomValue(videosSeenAtom), useAtomValue(videosRangeAtom)]
  const asked = [useAtomValue(videosSearchAtom), ...filters, query.data?.pages.length ?? 1]
  const videos = counted(count, 'recording')
  const found = hasMore ? `${videos}, of those loaded so far` : videos
  return <SpokenFound asked={asked} found={readingOf(query) === 'here' ? found : null} />
}

export default function VideosScreen() {
  const query = useAtomValue(videosQueryAtom)
  const videos = useAtomValue(shownVideosAtom)
  const hasMore = useAtomValue(hasMoreVideosAtom)
  const reading = readingOf(query)
  const [search, setSearch] = useAtom(videosSearchAtom)
  const [range, setRange] = useAtom(videosRangeAtom)
  return (
    <>
      <PageHeader title="Video Recordings" line="Clips your cameras recorded" />
      <Flex gap="3" wrap="wrap" mb="4">
        <SearchBox placeholder="Search by camera..." value={search} onChange={setSearch} />
        <CameraFilter />
        <SeenFilter />
        <DateRangePicker range={range} onChange={setRange} />
        <DateRangeChip range={range} onChange={setRange} />
      </Flex>
      <FoundWords />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 18rem' }} gap="4" alignItems="start">
        {reading === 'awaited' ? (
          <VideoSkeletons />
        ) : reading === 'missing' ? (
          <Panel>
            <TryAgain
              text="The recordings are not here yet."
              isTrying={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          </Panel>
        ) : videos.length === 0 ? (
          <NoVideos />
        ) : (
          <VideoGrid>
            <Appearing>
              {videos.map((video) => (
                <VideoCard key={video.id} video={video} />
              ))}
            </Appearing>
            {/* Among the cards: where it goes, the focus goes to what took its place, the first that it brought. */}
            {hasMore && (
              <Center gridColumn="1 / -1" mt="2">
                <LoadMore />
              </Center>
            )}
          </VideoGrid>
        )}
        {/* Below the recordings on small screens: it comes when their height is known, and never jumps. */}
        <Box hideBelow={reading === 'awaited' ? 'xl' : undefined}>
          <StorageCard />
        </Box>
      </Grid>
    </>
  )
}
