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
  videosSearchAtom,
} from '../../state/videos'
import { Choice } from '../../ui/choice'
import { NothingHere } from '../../ui/nothing-here'
import { PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { SearchBox } from '../../ui/search-box'
import { Player } from './player'
import { StorageCard } from './storage-card'
import { VideoCard } from './video-card'

const cameraOptions = [
  { value: 'all', label: 'All Cameras' },
  ...sampleCameraNames.map((name) => ({ value: name, label: name })),
]

export default function VideosScreen() {
  const query = useAtomValue(videosQueryAtom)
  const videos = useAtomValue(shownVideosAtom)
  const hasMore = useAtomValue(hasMoreVideosAtom)
  const loadMore = useSetAtom(loadMoreVideosAtom)
  const [search, setSearch] = useAtom(videosSearchAtom)
  const [camera, setCamera] = useAtom(videosCameraAtom)
  return (
    <>
      <PageHeader title="Video Recordings" line="Clips your cameras recorded" />
      <Flex gap="3" wrap="wrap" mb="4">
        <SearchBox placeholder="Search by camera..." value={search} onChange={setSearch} />
        <Choice label="Camera" isLabelHidden value={camera} options={cameraOptions} onChange={setCamera} />
      </Flex>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 18rem' }} gap="4" alignItems="start">
        {query.isPending ? (
          <RowSkeletons count={VIDEOS_PAGE_SIZE / 2} height="12rem" />
        ) : videos.length === 0 ? (
          <NothingHere
            icon={<Film />}
            title="No recordings found"
            text="Clips appear here when a camera with motion detection sees something move."
          />
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
      <Player />
    </>
  )
}
