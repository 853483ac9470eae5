import { Box, Button, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { CameraOff, Scissors } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readingOf } from '../../../state/http/reads'
import { connectionAtom } from '../../../state/hub/connection'
import { leaveTimelineAtom, reviewNoteAtom, stepAndTellAtom } from '../../../state/review/notes'
import {
  isAnyFilmAtom,
  pausePlayingAtom,
  playbackAtom,
  speedAtom,
  speeds,
  togglePlayingAtom,
} from '../../../state/review/playback'
import {
  isHourAwaitedAtom,
  reviewCursorSecondAtom,
  reviewLanesAtom,
  reviewQueryAtom,
  reviewSpanAtom,
  reviewTimeAtom,
} from '../../../state/review/review'
import { cutWords, formatSecond, summaryWords } from '../../../state/review/words'
import { Panel } from '../../../ui/layout/panel'
import { NothingHere } from '../../../ui/notices/nothing-here'
import { RowSkeletons } from '../../../ui/notices/skeletons'
import { TryAgain } from '../../../ui/notices/try-again'
import { FilmControls } from '../../../ui/review/film-controls'
import { LaneLegend } from '../../../ui/review/lane-legend'
import { DayBar } from './day-bar'
import { ExportDialog } from './export-dialog'
import { Lanes } from './lanes'
import { Stage } from './stage'
import { useReviewKeys } from './use-review-keys'

/** A day or an hour of all cameras, beside the list. */
export function Timeline() {
  const leave = useSetAtom(leaveTimelineAtom)
  // Films end with the screen.
  useEffect(() => leave, [leave])
  return (
    <>
      <DayBar />
      <Content />
    </>
  )
}

function Content() {
  const query = useAtomValue(reviewQueryAtom)
  const lanes = useAtomValue(reviewLanesAtom)
  const isHourAwaited = useAtomValue(isHourAwaitedAtom)
  const reading = readingOf(query)
  if (reading === 'awaited' && !isHourAwaited) return <RowSkeletons count={4} />
  if (reading === 'missing') {
    return (
      <Panel>
        <TryAgain
          text="The timeline is not here yet."
          isTrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </Panel>
    )
  }
  if (lanes.length === 0) {
    return (
      <NothingHere
        icon={<CameraOff />}
        title="No cameras on that day"
        text="Choose another day, or add a camera under Cameras"
      />
    )
  }
  return <Day />
}

function Day() {
  const [isExporting, setIsExporting] = useState(false)
  const isAnyFilm = useAtomValue(isAnyFilmAtom)
  const pause = useSetAtom(pausePlayingAtom)
  const beginExport = () => {
    // Films that went on would take the hour away of which a stretch is chosen.
    pause()
    setIsExporting(true)
  }
  return (
    <Stack gap="4">
      <Notes />
      {isAnyFilm && <Stage />}
      <Controls />
      <Panel>
        <Lanes />
        <Box mt="2">
          <LaneLegend />
        </Box>
      </Panel>
      <Flex gap="3" justify="space-between" align="flex-start" wrap="wrap">
        <InWords />
        {isAnyFilm && (
          <Button size="sm" variant="outline" onClick={beginExport}>
            <Scissors size="1rem" aria-hidden />
            Export a stretch
          </Button>
        )}
      </Flex>
      {isExporting && <ExportDialog onClose={() => setIsExporting(false)} />}
    </Stack>
  )
}

/** What is not known of the time. */
function Notes() {
  const time = useAtomValue(reviewTimeAtom)
  const isHourAwaited = useAtomValue(isHourAwaitedAtom)
  const isAway = useAtomValue(connectionAtom).phase === 'unreachable'
  const notes = [
    isAway ? 'The hub does not answer: this is what it told last, and films play when it is back.' : null,
    time === null || isHourAwaited ? null : cutWords(time),
  ].filter((note) => note !== null)
  return notes.map((note) => (
    <Text key={note} color="fg.muted" textStyle="sm" role="status">
      {note}
    </Text>
  ))
}

function Controls() {
  const { phase } = useAtomValue(playbackAtom)
  const atMs = useAtomValue(reviewCursorSecondAtom)
  const [speed, setSpeed] = useAtom(speedAtom)
  const toggle = useSetAtom(togglePlayingAtom)
  const step = useSetAtom(stepAndTellAtom)
  const note = useAtomValue(reviewNoteAtom)
  useReviewKeys({ onStep: step, onToggle: toggle })
  return (
    <FilmControls
      isPlaying={phase === 'playing'}
      time={formatSecond(atMs)}
      note={note}
      speed={speed}
      speeds={speeds}
      onToggle={toggle}
      onStep={step}
      onSpeed={(wanted) => setSpeed(speeds.find((one) => one === wanted) ?? 1)}
    />
  )
}

/** The same for those who read rather than look. */
function InWords() {
  const lanes = useAtomValue(reviewLanesAtom)
  const span = useAtomValue(reviewSpanAtom)
  return (
    <chakra.details textStyle="sm">
      <chakra.summary cursor="pointer" color="fg.muted" width="fit-content">
        In words
      </chakra.summary>
      <Stack as="ul" gap="1" mt="2" ps="4">
        {lanes.map((lane) => (
          <li key={lane.cameraId}>
            {lane.name}: {summaryWords(lane, span)}.
          </li>
        ))}
      </Stack>
    </chakra.details>
  )
}
