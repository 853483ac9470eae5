import { Button, Center, HStack, Spinner, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Camera, RotateCw, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { formatDateTime } from '../../lib/date-time'
import { countedLabels } from '../../lib/label'
import { hasEvidenceAtom } from '../../state/evidence/offered'
import {
  boxesShownAtom,
  closePlayerAtom,
  isPlayerGoingOnAtom,
  notePlaybackBegunAtom,
  notePlaybackFailedAtom,
  type Playing,
  playingAtom,
  retryPlayerAtom,
  stepPlayerAtom,
  toggleBoxesAtom,
} from '../../state/recordings/playing'
import { chosenClip, hasNeighbour, type PlayableClip } from '../../state/recordings/playlist'
import { showProofAtom } from '../../state/recordings/proven-clip'
import { hasSharesAtom, shareClipAtom } from '../../state/shares/shares'
import { DescriptionNote } from '../../ui/events/description-note'
import { EventTypeBadge } from '../../ui/events/event-type-badge'
import { useLast } from '../../ui/layout/use-last'
import { useLeaving } from '../../ui/layout/use-leaving'
import type { BoxesSwitch } from '../../ui/recordings/clip-controls'
import { ClipVideo, type PlayHandle } from '../../ui/recordings/clip-video'
import { PlayerDialog } from '../../ui/recordings/player-dialog'
import { PlayerScreen, PlayerStage } from '../../ui/recordings/player-stage'
import { ProofButton } from '../../ui/recordings/proof-button'
import { ShareButton } from '../../ui/recordings/share-button'
import { type FullScreen, useFullScreen } from '../../ui/recordings/use-full-screen'
import { DownloadButton } from './download-button'

type RunningPlayer = Exclude<Playing, { readonly phase: 'closed' }>

/** Plays the chosen recording in place, on whichever screen; leaving the screen closes it. */
export function Player() {
  const playing = useAtomValue(playingAtom)
  const close = useSetAtom(closePlayerAtom)
  const [path] = useLocation()
  useLeaving(path, close)
  const shown = useLast<RunningPlayer>(playing.phase === 'closed' ? null : playing)
  return shown && <PlayerOf playing={shown} isOpen={playing.phase !== 'closed'} onClose={close} />
}

function PlayerOf(props: { readonly playing: RunningPlayer; readonly isOpen: boolean; readonly onClose: () => void }) {
  const { list } = props.playing
  const step = useSetAtom(stepPlayerAtom)
  const isGoingOn = useAtomValue(isPlayerGoingOnAtom)
  const handle: PlayHandle = useRef(null)
  const screen = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(screen)
  const clip = chosenClip(list)
  const areShown = useAtomValue(boxesShownAtom)
  const toggle = useSetAtom(toggleBoxesAtom)
  const canShare = useAtomValue(hasSharesAtom)
  const share = useSetAtom(shareClipAtom)
  const hasEvidence = useAtomValue(hasEvidenceAtom)
  const showProof = useSetAtom(showProofAtom)
  const boxes = clip.detections.length === 0 ? null : { areShown, toggle }
  const stepTo = (by: 1 | -1) => (hasNeighbour(list, by) ? () => void step(by) : null)
  return (
    <PlayerDialog
      isOpen={props.isOpen}
      title={clip.title}
      line={<ClipLine clip={clip} />}
      description={clip.description && <DescriptionNote description={clip.description} place="player" />}
      place={isGoingOn ? 'Loading more' : `${list.index + 1} of ${list.total}`}
      actions={
        <HStack gap="1" wrap="wrap">
          {hasEvidence && <ProofButton title={clip.title} onShow={() => showProof(clip)} />}
          {canShare && <ShareButton title={clip.title} onShare={() => share(clip)} />}
          <DownloadButton video={{ id: clip.videoId, title: clip.title }} />
        </HStack>
      }
      onPrevious={stepTo(-1)}
      onNext={stepTo(1)}
      onSpace={() => handle.current?.toggle()}
      onBoxes={boxes?.toggle ?? null}
      fullScreen={fullScreen}
      onClose={props.onClose}
    >
      <PlayerScreen ref={screen} isFull={fullScreen.isOn}>
        <Content playing={props.playing} clip={clip} boxes={boxes} handle={handle} fullScreen={fullScreen} />
      </PlayerScreen>
    </PlayerDialog>
  )
}

function ClipLine({ clip }: { readonly clip: PlayableClip }) {
  return (
    <>
      {clip.cameraName !== '' && (
        <HStack gap="1.5" minW="0">
          <Camera size="0.9rem" aria-hidden style={{ flexShrink: 0 }} />
          <Text overflowWrap="anywhere" minW="0">
            {clip.cameraName}
          </Text>
        </HStack>
      )}
      <time dateTime={clip.createdAt}>{formatDateTime(clip.createdAt)}</time>
      <EventTypeBadge type={clip.type} />
      {clip.film !== '' && <Text>{clip.film}</Text>}
      {clip.labels.length > 0 && <Text>{countedLabels(clip.labels)}</Text>}
    </>
  )
}

function Content(props: {
  readonly playing: RunningPlayer
  readonly clip: PlayableClip
  readonly boxes: BoxesSwitch | null
  readonly handle: PlayHandle
  readonly fullScreen: FullScreen
}) {
  const { playing, clip, boxes } = props
  const noteBegun = useSetAtom(notePlaybackBegunAtom)
  const noteFailed = useSetAtom(notePlaybackFailedAtom)
  switch (playing.phase) {
    case 'opening':
      return (
        <PlayerStage hasNoControls>
          <Center position="absolute" inset="0">
            <Spinner size="lg" role="status" aria-label="Opening the recording" />
          </Center>
        </PlayerStage>
      )
    case 'open':
      return (
        <ClipVideo
          key={`${playing.url} ${playing.isSecondTry}`}
          url={playing.url}
          label={clip.title}
          motionSec={playing.motionSec}
          detections={clip.detections}
          labels={clip.labels}
          boxes={boxes}
          handle={props.handle}
          fullScreen={props.fullScreen}
          fromSec={playing.fromSec}
          onBegun={() => void noteBegun()}
          onFailed={(how) => void noteFailed(playing.url, how)}
        />
      )
    case 'failed':
      return <Failed failure={playing.failure === 'unsupported' && clip.isNoFilm ? 'no-film' : playing.failure} />
  }
}

const failureSentences = {
  gone: 'This recording is no longer on the hub. Recordings go when their storage time is over or the storage is full.',
  'no-answer': 'This recording could not be fetched. Check that the hub can be reached.',
  'no-film':
    'The hub found no film in the file of this recording: it cannot be played. Download it to keep what is there.',
  unsupported: 'This browser cannot play this recording. Download it to watch it as MP4.',
} as const

function Failed({ failure }: { readonly failure: keyof typeof failureSentences }) {
  const retry = useSetAtom(retryPlayerAtom)
  return (
    <PlayerStage hasNoControls>
      <Center position="absolute" inset="0" flexDirection="column" gap="4" px="6" textAlign="center">
        <TriangleAlert size="1.75rem" aria-hidden />
        <Text maxW="28rem" role="status">
          {failureSentences[failure]}
        </Text>
        {failure === 'no-answer' && (
          <Button size="sm" variant="outline" color="inherit" borderColor="picture.border" onClick={() => void retry()}>
            <RotateCw size="1rem" aria-hidden />
            Try Again
          </Button>
        )}
      </Center>
    </PlayerStage>
  )
}
