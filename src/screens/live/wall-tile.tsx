import { AspectRatio, Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useMemo, useRef } from 'react'
import type { Camera } from '../../contract/camera'
import { viewingAtomOf } from '../../state/live/camera-viewers'
import { viewFeedAtom, watchedAtom } from '../../state/live/watching'
import { useOnScreen, usePageShown } from '../../ui/layout/use-shown'
import { LiveDeeds } from './live-deeds'
import { LiveBadge, LivePicture } from './live-picture'
import { useCameraViewer } from './use-camera-viewer'

/** One camera of the wall; it looks only while it can be seen (LIVE-88). A press opens the large view. */
export function WallTile({ camera }: { readonly camera: Camera }) {
  const place = `tile:${camera.id}`
  const deed = `Open ${camera.name}`
  const ownViewingAtom = useMemo(() => viewingAtomOf(place), [place])
  const viewing = useAtomValue(ownViewingAtom)
  const open = useSetAtom(viewFeedAtom)
  const tile = useRef<HTMLDivElement>(null)
  const isOnScreen = useOnScreen(tile)
  const isPageShown = usePageShown()
  const isCovered = useAtomValue(watchedAtom) !== null
  useCameraViewer({ place, cameraId: camera.id, isShown: isOnScreen && isPageShown && !isCovered }, tile)
  return (
    <Box
      position="relative"
      rounded="l3"
      overflow="hidden"
      bg="picture"
      borderWidth="1px"
      minW="0"
      minH="0"
      containerType="inline-size"
      role="group"
      aria-label={camera.name}
    >
      <AspectRatio ratio={16 / 9} ref={tile}>
        <Box>
          <LivePicture camera={camera} viewing={viewing} fit="cover" isSmall />
        </Box>
      </AspectRatio>
      <Flex position="absolute" top="2" insetX="2" pointerEvents="none" gap="2" wrap="wrap">
        <LiveBadge viewing={viewing} />
        <LiveDeeds cameraId={camera.id} />
      </Flex>
      <Text
        position="absolute"
        bottom="2"
        insetStart="2"
        maxW="calc(100% - 1rem)"
        px="2"
        py="0.5"
        rounded="l2"
        bg="picture.ground"
        color="white"
        textStyle="sm"
        fontWeight="medium"
        lineClamp={1}
        // In a smaller one the words above leave room for one line.
        css={{ '@container (min-width: 16rem)': { lineClamp: 2 } }}
        overflowWrap="anywhere"
        pointerEvents="none"
      >
        {camera.name}
      </Text>
      <chakra.button
        type="button"
        position="absolute"
        inset="0"
        cursor="pointer"
        rounded="inherit"
        focusRing="inside"
        aria-label={deed}
        // The name whole, where its lines do not hold it.
        title={deed}
        onClick={() => open(camera.id)}
      />
    </Box>
  )
}
