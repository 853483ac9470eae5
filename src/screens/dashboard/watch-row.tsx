import { Button, Center, chakra, Flex, Skeleton, Text, VisuallyHidden } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { Camera } from '../../contract/camera'
import { invitedCamerasQueryAtom } from '../../state/cameras/camera-list'
import { ownPictureOf, shownCaptureAtomOf } from '../../state/cameras/capture-states'
import { watchRowAtom } from '../../state/dashboard/watch-row'
import { isHubSilentAtom } from '../../state/hub/connection'
import { canWatchAtom, viewFeedAtom } from '../../state/live/watching'
import { beginSnapshotAtom } from '../../state/snapshots/snapshots'
import { showFocused } from '../../ui/layout/show-focused'
import { usePatience } from '../../ui/notices/skeletons'
import { TryAgain } from '../../ui/notices/try-again'
import { CameraTile, TILE_HEIGHT, tileWidth } from '../../ui/pictures/camera-tile'

/** All cameras as they are now, side by side (FACE-06): who opens the dashboard sees whether all is well. */
export function WatchRow() {
  const row = useAtomValue(watchRowAtom)
  if (row.phase === 'none') return null
  if (row.phase === 'awaited') return <Awaited count={Math.max(1, row.kept.length)} />
  if (row.phase === 'missing') return <Missing />
  if (row.cameras.length === 0) return <FirstCamera />
  return (
    <chakra.ul
      aria-label="Your cameras now"
      listStyleType="none"
      display="flex"
      gap="3"
      overflowX="auto"
      // What is hidden but for readers stands in it, not in the page, which would grow as wide as all tiles.
      position="relative"
      flex="0 1 auto"
      minW="0"
      // Room for the ring of the focus, which the scrolling part would cut.
      p="0.5"
      m="-0.5"
      css={{ scrollbarWidth: 'thin' }}
      onFocus={showFocused}
    >
      {row.cameras.map((camera) => (
        <chakra.li key={camera.id} flexShrink={0} width={row.cameras.length === 1 ? '100%' : 'auto'} maxW="100%">
          <Tile camera={camera} count={row.cameras.length} />
        </chakra.li>
      ))}
    </chakra.ul>
  )
}

function Tile({ camera, count }: { readonly camera: Camera; readonly count: number }) {
  const ownCaptureAtom = useMemo(() => shownCaptureAtomOf(camera.id), [camera.id])
  const capture = useAtomValue(ownCaptureAtom)
  const begin = useSetAtom(beginSnapshotAtom)
  const urlAtom = useMemo(() => begin(camera.id), [begin, camera.id])
  const url = useAtomValue(urlAtom)
  const canWatch = useAtomValue(canWatchAtom)
  const viewFeed = useSetAtom(viewFeedAtom)
  const isOff = camera.status !== 'ONLINE'
  const isStale = useAtomValue(isHubSilentAtom)
  const picture = (
    <CameraTile
      name={camera.name}
      isOff={isOff}
      isStale={isStale}
      count={count}
      stream={ownPictureOf(capture)}
      url={url}
    />
  )
  const words = <VisuallyHidden>{`${isStale ? 'was' : 'is'} ${isOff ? 'offline' : 'online'}`}</VisuallyHidden>
  const look = { display: 'block', textAlign: 'start', rounded: 'l3', cursor: 'pointer', width: '100%' } as const
  return canWatch ? (
    <chakra.button type="button" focusVisibleRing="outside" {...look} onClick={() => viewFeed(camera.id)}>
      {picture}
      {words}
    </chakra.button>
  ) : (
    <chakra.span asChild focusVisibleRing="outside" {...look}>
      <Link href="/cameras">
        {picture}
        {words}
      </Link>
    </chakra.span>
  )
}

/** As wide as the row will be, as the status beside it needs more lines where it is narrower; turns grey where it lasts. */
function Awaited({ count }: { readonly count: number }) {
  const isShown = usePatience()
  return (
    <Flex gap="3" flex="0 1 auto" minW="0" overflow="hidden" aria-busy aria-label="Loading">
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <Skeleton
          key={index}
          flexShrink={0}
          height={TILE_HEIGHT}
          width={tileWidth(count)}
          maxW="100%"
          rounded="l3"
          visibility={isShown ? 'visible' : 'hidden'}
        />
      ))}
    </Flex>
  )
}

function Missing() {
  const query = useAtomValue(invitedCamerasQueryAtom)
  return (
    <Center height={TILE_HEIGHT} flex={{ lg: '1' }} borderWidth="1px" rounded="l3" p="4">
      <TryAgain
        text="Your cameras are not here yet."
        isTrying={query?.isFetching ?? false}
        onRetry={() => void query?.refetch()}
      />
    </Center>
  )
}

function FirstCamera() {
  return (
    <Center height={TILE_HEIGHT} flex={{ lg: '1 1 20rem' }} borderWidth="2px" borderStyle="dashed" rounded="l3" p="4">
      <Flex direction="column" gap="3" align="center" textAlign="center">
        <Text color="fg.muted">Your cameras show here, as they are now.</Text>
        <Button asChild colorPalette="brand" size="sm">
          <Link href="/cameras">
            <Plus size="1rem" aria-hidden />
            Make this a camera
          </Link>
        </Button>
      </Flex>
    </Center>
  )
}
