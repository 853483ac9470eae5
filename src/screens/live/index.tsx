import { Box, Button, Flex, Grid, HStack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Camera as CameraIcon, ChevronLeft, ChevronRight, Grid2x2, Grid3x3, Square } from 'lucide-react'
import { Redirect, Link as RouteLink, useSearch } from 'wouter'
import { counted } from '../../lib/words'
import { camerasQueryAtom } from '../../state/cameras/camera-list'
import { readingOf } from '../../state/http/reads'
import { hasHeardAtom } from '../../state/hub/connection'
import { stepWallAtom, type TileCount, tileCountAtom, tileCounts, wallPageAtom } from '../../state/live/wall'
import { canWatchAtom } from '../../state/live/watching'
import { PageHeader } from '../../ui/layout/page-header'
import { Panel } from '../../ui/layout/panel'
import { twoColumns } from '../../ui/layout/two-columns'
import { NothingHere } from '../../ui/notices/nothing-here'
import { RowSkeletons } from '../../ui/notices/skeletons'
import { TryAgain } from '../../ui/notices/try-again'
import { StepButton } from '../../ui/pictures/step-button'
import { KioskHeading, KioskLink } from './kiosk-ends'
import { useKiosk } from './use-kiosk'
import { WallTile } from './wall-tile'

/** All cameras at once; with `?kiosk` nothing else (LIVE-85 to LIVE-88). */
export default function LiveWall() {
  const canWatch = useAtomValue(canWatchAtom)
  const hasHeard = useAtomValue(hasHeardAtom)
  const isKiosk = new URLSearchParams(useSearch()).has('kiosk')
  useKiosk(isKiosk)
  if (!canWatch && hasHeard) return <Redirect to="/cameras" replace />
  if (isKiosk) {
    return (
      <>
        <title>Live wall · Nightjar</title>
        <KioskHeading />
        <Tiles isKiosk />
        {/* Below the window, where no key is there to leave by; it takes no room of the tiles. */}
        <Button
          asChild
          variant="outline"
          // The wall is dark in either theme.
          color="white"
          width="100%"
          my="4"
          css={{ '@media (any-pointer: fine)': { display: 'none' } }}
        >
          <RouteLink href="/live" replace>
            Leave the kiosk
          </RouteLink>
        </Button>
      </>
    )
  }
  return (
    <>
      <PageHeader title="Live wall" line="Every camera as it is now">
        <TileChoice />
        <KioskLink />
      </PageHeader>
      <Tiles isKiosk={false} />
      <Pages />
    </>
  )
}

const icons = { 1: <Square />, 4: <Grid2x2 />, 9: <Grid3x3 /> } as const

function TileChoice() {
  const chosen = useAtomValue(tileCountAtom)
  const choose = useSetAtom(tileCountAtom)
  return (
    <HStack gap="1" role="group" aria-label="Cameras at once">
      {tileCounts.map((count) => (
        <Button
          key={count}
          px="2"
          variant={count === chosen ? 'subtle' : 'outline'}
          aria-pressed={count === chosen}
          aria-label={`${counted(count, 'camera')} at once`}
          onClick={() => choose(count)}
        >
          {icons[count]}
        </Button>
      ))}
    </HStack>
  )
}

/** On phones four stand below each other as two by two, and nine as two columns. */
const columnsOf: Readonly<Record<TileCount, { readonly base: number; readonly md: number }>> = {
  1: { base: 1, md: 1 },
  4: { base: 1, md: 2 },
  9: { base: 2, md: 3 },
}

/** Height of what stands around the tiles on a wide screen. */
const AROUND = '15rem'

/** Width of a tile whose words have a line each. */
const SMALLEST_REM = 11

function Tiles({ isKiosk }: { readonly isKiosk: boolean }) {
  const query = useAtomValue(camerasQueryAtom)
  const { cameras } = useAtomValue(wallPageAtom)
  const count = useAtomValue(tileCountAtom)
  const reading = readingOf(query)
  if (reading === 'awaited') return <RowSkeletons count={1} height="18rem" />
  if (reading === 'missing') {
    return (
      <Panel>
        <TryAgain
          text="Your cameras are not here yet."
          isTrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </Panel>
    )
  }
  if (cameras.length === 0) {
    return (
      <NothingHere icon={<CameraIcon />} title="No cameras yet" text="Add one under Cameras; it shows here at once.">
        <Button asChild colorPalette="brand">
          <RouteLink href="/cameras">Open Cameras</RouteLink>
        </Button>
      </NothingHere>
    )
  }
  const columns = columnsOf[count]
  // No more columns than cameras: two stand beside each other, not in the corners of a square.
  const [base, md] = [Math.min(columns.base, cameras.length), Math.min(columns.md, cameras.length)]
  const rows = Math.ceil(cameras.length / md)
  return (
    <Grid
      templateColumns={{
        base: base === 1 ? 'minmax(0, 1fr)' : twoColumns('8.5rem'),
        md: `repeat(${md}, minmax(0, 1fr))`,
      }}
      gap={isKiosk ? '1' : '3'}
      mx="auto"
      // All of them within the window, as large as that lets them be; of a low one that would be too small for their words.
      maxW={{
        md: `max(20rem, ${md * SMALLEST_REM}rem, calc((100dvh - ${isKiosk ? '1rem' : AROUND}) / ${rows} * 16 / 9 * ${md}))`,
      }}
    >
      {cameras.map((camera) => (
        <WallTile key={camera.id} camera={camera} />
      ))}
    </Grid>
  )
}

function Pages() {
  const { index, count } = useAtomValue(wallPageAtom)
  const step = useSetAtom(stepWallAtom)
  if (count < 2) return null
  return (
    <Flex align="center" justify="center" gap="1" mt="4">
      <StepButton label="Previous cameras" act={() => step(-1)}>
        <ChevronLeft />
      </StepButton>
      <Text color="fg.muted" textStyle="sm" minW="4.5rem" textAlign="center" role="status">
        {index + 1} of {count}
      </Text>
      <StepButton label="Next cameras" act={() => step(1)}>
        <ChevronRight />
      </StepButton>
      <Box />
    </Flex>
  )
}
