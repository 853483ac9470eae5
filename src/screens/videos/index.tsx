import { Button, Center, Flex, Grid } from '@chakra-ui/react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { Film } from 'lucide-react'
import { VIDEOS_PAGE_SIZE } from '../../contract/limits'
import {
  hasMoreVideosAtom,
  loadMoreVideosAtom,
  sampleCameraNames,
  shownVideosAtom,
  videosCameraAtom,
  videosQueryAtom,
  videosRangeAtom,
  videosSearchAtom,
} from '../../state/videos'
import { Choice } from '../../ui/choice'
import { DateRangeEmpty } from '../../ui/date-range-empty'
import { DateRangeChip, DateRangePicker } from '../../ui/date-range-picker'
import { NothingHere } from '../../ui/nothing-here'
import { PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { SearchBox } from '../../ui/search-box'
import { StorageCard } from './storage-card'
import { VideoCard } from './video-card'

/** All, the fixed samples, and the camera that Manage Storage chose. */
function cameraOptions(chosen: string) {
  const names = new Set<string>([...sampleCameraNames, ...(chosen === 'all' ? [] : [chosen])])
  return [{ value: 'all', label: 'All Cameras' }, ...[...names].map((name) => ({ value: name, label: name }))]
}

export default function VideosScreen() {
  const query = useAtomValue(videosQueryAtom)
  const videos = useAtomValue(shownVideosAtom)
  const hasMore = useAtomValue(hasMoreVideosAtom)
  const loadMore = useSetAtom(loadMoreVideosAtom)
  const [search, setSearch] = useAtom(videosSearchAtom)
  const [camera, setCamera] = useAtom(videosCameraAtom)
  const [range, setRange] = useAtom(videosRangeAtom)
  return (
    <>
      <PageHeader title="Video Recordings" line="Clips your cameras recorded" />
      <Flex gap="3" wrap="wrap" mb="4">
        <SearchBox placeholder="Search by camera..." value={search} onChange={setSearch} />
        <Choice label="Camera" isLabelHidden value={camera} options={cameraOptions(camera)} onChange={setCamera} />
        <DateRangePicker range={range} onChange={setRange} />
        <DateRangeChip range={range} onChange={setRange} />
      </Flex>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 18rem' }} gap="4" alignItems="start">
        {query.isPending ? (
          <RowSkeletons count={VIDEOS_PAGE_SIZE / 2} height="12rem" />
        ) : videos.length === 0 ? (
          <NothingHere
            icon={<Film />}
            title="No recordings found"
            text="Clips appear here when a camera with motion detection sees something move."
          >
            <DateRangeEmpty range={range} hasMore={hasMore} onChange={setRange} />
          </NothingHere>
        ) : (
          <Grid templateColumns="repeat(auto-fill, minmax(min(18rem, 100%), 1fr))" gap="4">
            {videos.map((video) => (
              <VideoCard key={video.id} video={video} />
            ))}
          </Grid>
        )}
        <StorageCard />
      </Grid>
      {hasMore && (
        <Center mt="6">
          <Button variant="outline" loading={query.isFetchingNextPage} onClick={() => void loadMore()}>
            Load More
          </Button>
        </Center>
      )}
    </>
  )
}
