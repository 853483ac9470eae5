import { Button, chakra, Flex, HStack } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import {
  Camera as CameraIcon,
  Disc,
  Maximize,
  Mic,
  Minimize,
  PictureInPicture2,
  Siren,
  Volume2,
  VolumeX,
} from 'lucide-react'
import type { RefObject } from 'react'
import type { Camera } from '../../contract/camera'
import {
  beginTalkAtom,
  endTalkAtom,
  isListeningAtom,
  listenAtom,
  recordNowAtom,
  savePictureAtom,
  soundingSirensAtom,
  soundSirenAtom,
  stopSirenAtom,
  talkAtom,
} from '../../state/live/acting'
import type { Viewing } from '../../state/live/viewing'
import { isAudioRefusedAtom } from '../../state/workspace/workspace'
import { ConfirmButton } from '../../ui/forms/confirm-button'
import { HoldButton } from '../../ui/forms/hold-button'
import { IconControl } from '../../ui/forms/icon-control'
import { pictureOf } from '../../ui/pictures/picture-of'
import type { FullScreen } from '../../ui/recordings/use-full-screen'

/** The line below the live picture. */
export function LiveControls(props: {
  readonly place: string
  readonly camera: Camera
  readonly viewing: Viewing
  readonly video: RefObject<HTMLVideoElement | null>
  /** From 0 to 1. */
  readonly volume: number
  readonly onVolume: (volume: number) => void
  readonly fullScreen: FullScreen
}) {
  const { place, camera, viewing, video, fullScreen } = props
  const isLive = viewing.phase === 'live'
  return (
    <Flex align="center" gap="2" mt="2" wrap="wrap" minH="10">
      {isLive && <TalkButton place={place} isDirect={viewing.way === 'direct'} />}
      {isLive && <RecordButton place={place} camera={camera} />}
      {isLive && <SirenButton place={place} camera={camera} />}
      <HStack gap="1" ms="auto">
        {viewing.phase === 'live' && viewing.hasSound && (
          <Sound place={place} volume={props.volume} onVolume={props.onVolume} />
        )}
        <TakePicture camera={camera} video={video} isThere={viewing.phase === 'live'} />
        {document.pictureInPictureEnabled && (
          <IconControl
            label="Picture in picture"
            isDisabled={viewing.phase !== 'live'}
            act={() => void video.current?.requestPictureInPicture().catch(() => undefined)}
          >
            <PictureInPicture2 />
          </IconControl>
        )}
        <IconControl label={fullScreen.isOn ? 'Leave full screen' : 'Full screen'} letter="F" act={fullScreen.toggle}>
          {fullScreen.isOn ? <Minimize /> : <Maximize />}
        </IconControl>
      </HStack>
    </Flex>
  )
}

/** A voice needs the direct way, and a plan with sound. */
function TalkButton({ place, isDirect }: { readonly place: string; readonly isDirect: boolean }) {
  const talk = useAtomValue(talkAtom)
  const begin = useSetAtom(beginTalkAtom)
  const end = useSetAtom(endTalkAtom)
  const isRefused = useAtomValue(isAudioRefusedAtom)
  if (!isDirect || isRefused) return null
  const isTalking = talk.phase === 'talking'
  return (
    <HoldButton
      size="sm"
      colorPalette={isTalking ? 'red' : 'brand'}
      isHeld={talk.phase !== 'off'}
      onHold={() => void begin(place)}
      onLetGo={end}
    >
      <Mic size="1rem" aria-hidden />
      {isTalking ? 'Talking' : 'Hold to talk'}
    </HoldButton>
  )
}

function RecordButton({ place, camera }: { readonly place: string; readonly camera: Camera }) {
  const record = useSetAtom(recordNowAtom)
  return (
    <Button size="sm" variant="outline" onClick={() => record(place, camera)}>
      <Disc size="1rem" aria-hidden />
      Record now
    </Button>
  )
}

function SirenButton({ place, camera }: { readonly place: string; readonly camera: Camera }) {
  const isSounding = useAtomValue(soundingSirensAtom).has(camera.id)
  const sound = useSetAtom(soundSirenAtom)
  const stop = useSetAtom(stopSirenAtom)
  if (isSounding) {
    return (
      <Button size="sm" colorPalette="red" onClick={() => stop(place)}>
        <Siren size="1rem" aria-hidden />
        Stop siren
      </Button>
    )
  }
  return (
    <ConfirmButton
      size="sm"
      variant="outline"
      question={`Sound the siren of ${camera.name}?`}
      consequence="A loud tone sounds from the machine of this camera, for a minute at most. Either side can stop it."
      verb="Sound siren"
      onConfirm={async () => sound(place)}
    >
      <Siren size="1rem" aria-hidden />
      Siren
    </ConfirmButton>
  )
}

function Sound(props: {
  readonly place: string
  readonly volume: number
  readonly onVolume: (volume: number) => void
}) {
  const { place, volume, onVolume } = props
  const isListening = useAtomValue(isListeningAtom)
  const listen = useSetAtom(listenAtom)
  return (
    <>
      <IconControl label={isListening ? 'Sound off' : 'Sound on'} act={() => listen(place, !isListening)}>
        {isListening ? <Volume2 /> : <VolumeX />}
      </IconControl>
      {isListening && (
        <chakra.input
          type="range"
          aria-label="Volume"
          min={0}
          max={100}
          value={Math.round(volume * 100)}
          width="5rem"
          height={{ base: '11', md: '6' }}
          accentColor="brand.solid"
          onChange={({ currentTarget }) => onVolume(Number(currentTarget.value) / 100)}
        />
      )}
    </>
  )
}

function TakePicture(props: {
  readonly camera: Camera
  readonly video: RefObject<HTMLVideoElement | null>
  readonly isThere: boolean
}) {
  const save = useSetAtom(savePictureAtom)
  const take = async () => {
    const jpeg = props.video.current && (await pictureOf(props.video.current))
    if (jpeg !== null) save(props.camera, jpeg)
  }
  return (
    <IconControl label="Take a picture" isDisabled={!props.isThere} act={() => void take()}>
      <CameraIcon />
    </IconControl>
  )
}
