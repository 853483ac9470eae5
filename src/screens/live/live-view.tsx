import { Flex, HStack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isListeningAtom } from '../../state/live/acting'
import { viewingAtomOf } from '../../state/live/camera-viewers'
import type { Viewing } from '../../state/live/viewing'
import { closeWatchedAtom, stepWatchedAtom, watchedAtom } from '../../state/live/watching'
import { playingAtom } from '../../state/recordings/playing'
import { LocationLine } from '../../ui/cameras/location-line'
import { useLast } from '../../ui/layout/use-last'
import { useLeaving } from '../../ui/layout/use-leaving'
import { usePageShown } from '../../ui/layout/use-shown'
import { StepButton } from '../../ui/pictures/step-button'
import { StepPlace } from '../../ui/pictures/step-place'
import { PictureDialog } from '../../ui/recordings/picture-dialog'
import { PlayerScreen, PlayerStage } from '../../ui/recordings/player-stage'
import { useFullScreen } from '../../ui/recordings/use-full-screen'
import { EventStrip } from './event-strip'
import { LiveControls } from './live-controls'
import { LiveDeeds } from './live-deeds'
import { figuresOf, LiveBadge, LivePicture } from './live-picture'
import { useCameraViewer } from './use-camera-viewer'

const PLACE = 'large'
const viewingAtom = viewingAtomOf(PLACE)

/** Height of title, controls and strip, and of what is around the dialog. */
const BESIDE = '30rem'

type Watched = NonNullable<ReturnType<typeof useWatched>>

function useWatched() {
  return useAtomValue(watchedAtom)
}

/** The live picture of one camera, in place, on whichever screen; leaving the screen closes it. */
export function LiveView() {
  const watched = useWatched()
  const close = useSetAtom(closeWatchedAtom)
  const [path] = useLocation()
  useLeaving(path, close)
  const shown = useLast(watched)
  return shown && <LiveViewOf watched={shown} isOpen={watched !== null} onClose={close} />
}

function LiveViewOf(props: { readonly watched: Watched; readonly isOpen: boolean; readonly onClose: () => void }) {
  const { camera, index, count } = props.watched
  const step = useSetAtom(stepWatchedAtom)
  const isPlaying = useAtomValue(playingAtom).phase !== 'closed'
  const screen = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(screen)
  const stepTo = (by: 1 | -1) => (count < 2 ? null : () => step(by))
  const [onPrevious, onNext] = [stepTo(-1), stepTo(1)]
  return (
    <PictureDialog
      isOpen={props.isOpen}
      title={camera.name}
      line={<LocationLine location={camera.location} />}
      beside={BESIDE}
      fullScreen={fullScreen}
      // A clip of the strip lies above, and its keys are the player's.
      keys={isPlaying ? {} : { arrowleft: onPrevious, arrowright: onNext }}
      onClose={props.onClose}
      footer={
        count > 1 && (
          <Flex align="center" gap="1">
            <StepButton label="Previous camera" act={onPrevious}>
              <ChevronLeft />
            </StepButton>
            <StepPlace place={`${index + 1} of ${count}`} title={camera.name} />
            <StepButton label="Next camera" act={onNext}>
              <ChevronRight />
            </StepButton>
          </Flex>
        )
      }
    >
      <PlayerScreen ref={screen} isFull={fullScreen.isOn}>
        <Stage key={camera.id} camera={camera} isOpen={props.isOpen} fullScreen={fullScreen} />
      </PlayerScreen>
      <EventStrip />
    </PictureDialog>
  )
}

function Stage(props: {
  readonly camera: Watched['camera']
  readonly isOpen: boolean
  readonly fullScreen: ReturnType<typeof useFullScreen>
}) {
  const { camera } = props
  const stage = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const viewing = useAtomValue(viewingAtom)
  const isPageShown = usePageShown()
  const isFloating = useFloating(video)
  const isListening = useAtomValue(isListeningAtom)
  const [volume, setVolume] = useState(1)
  const place = useMemo(() => ({ place: PLACE, cameraId: camera.id, areFiguresShown: true }), [camera.id])
  useCameraViewer({ ...place, isShown: props.isOpen && (isPageShown || isFloating) }, stage)
  return (
    <>
      <PlayerStage beside={BESIDE}>
        <Flex ref={stage} position="absolute" inset="0">
          <LivePicture
            camera={camera}
            viewing={viewing}
            video={video}
            fit="contain"
            volume={isListening ? volume : 0}
            isFloating={isFloating}
          />
        </Flex>
        <HStack position="absolute" top="3" insetX="3" wrap="wrap">
          <LiveBadge viewing={viewing} />
          <LiveDeeds cameraId={camera.id} />
        </HStack>
        <Figures viewing={viewing} />
      </PlayerStage>
      <LiveControls
        place={PLACE}
        camera={camera}
        viewing={viewing}
        video={video}
        volume={volume}
        onVolume={setVolume}
        fullScreen={props.fullScreen}
      />
      {viewing.phase === 'live' && viewing.note !== null && (
        <Text color="fg.muted" textStyle="sm" mt="1">
          {viewing.note}
        </Text>
      )}
    </>
  )
}

function Figures({ viewing }: { readonly viewing: Viewing }) {
  const figures = figuresOf(viewing)
  if (figures === '') return null
  return (
    <Text
      position="absolute"
      bottom="2"
      insetEnd="2"
      px="2"
      py="0.5"
      rounded="l1"
      bg="picture.ground"
      color="white"
      textStyle="xs"
      fontVariantNumeric="tabular-nums"
      data-testid="live-figures"
    >
      {figures}
    </Text>
  )
}

/** Whether the picture floats over other windows: it is looked at there while its tab is hidden. */
function useFloating(video: RefObject<HTMLVideoElement | null>): boolean {
  const [isFloating, setFloating] = useState(false)
  useEffect(() => {
    const element = video.current
    if (element === null) return
    const enter = () => setFloating(true)
    const leave = () => setFloating(false)
    element.addEventListener('enterpictureinpicture', enter)
    element.addEventListener('leavepictureinpicture', leave)
    return () => {
      element.removeEventListener('enterpictureinpicture', enter)
      element.removeEventListener('leavepictureinpicture', leave)
    }
  }, [video])
  return isFloating
}
