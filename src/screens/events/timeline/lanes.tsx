import { useAtomValue, useSetAtom } from 'jotai/react'
import { useMemo, useState } from 'react'
import { toggleAndTellAtom } from '../../../state/review/notes'
import { playCameraFromAtom, playCameraHereAtom, scrubAtom, shownCameraIdsAtom } from '../../../state/review/playback'
import { meantMsAtom, pointAtAtom, pointedCardAtom, stepInLaneAtom } from '../../../state/review/pointing'
import { reviewCursorAtom, reviewLanesAtom, reviewSpanAtom } from '../../../state/review/review'
import { eventWords, summaryWords } from '../../../state/review/words'
import { type LaneActions, LaneList } from '../../../ui/review/lane-list'
import { LANE_HEIGHT_PX } from '../../../ui/review/lane-paths'
import { MomentLine } from '../../../ui/review/moment-line'
import { StillCard } from '../../../ui/review/still-card'
import { TimeAxis } from '../../../ui/review/time-axis'

interface Keyed {
  readonly cameraId: string
  readonly index: number
  /** When that event began: in the next hour the index is of another. */
  readonly startMs: number | undefined
}

/** All cameras over the time that shows. */
export function Lanes() {
  const lanes = useAtomValue(reviewLanesAtom)
  const span = useAtomValue(reviewSpanAtom)
  const shown = useAtomValue(shownCameraIdsAtom)
  const [focused, setFocused] = useState(0)
  const [keyed, setKeyed] = useState<Keyed | null>(null)
  const actions = useActions(setFocused, setKeyed)
  const summaries = useMemo(() => lanes.map((lane) => summaryWords(lane, span)), [lanes, span])
  const focusedLane = Math.min(focused, lanes.length - 1)
  const lane = lanes[focusedLane]
  const isKeyed =
    lane !== undefined &&
    keyed?.cameraId === lane.cameraId &&
    keyed.index >= 0 &&
    keyed.startMs === lane.startsMs[keyed.index]
  return (
    <LaneList
      label="Timeline of the cameras"
      lanes={lanes}
      span={span}
      summaries={summaries}
      focusedLane={focusedLane}
      keyed={isKeyed ? { index: keyed.index, words: eventWords(lane, keyed.index) } : null}
      shownCameraIds={shown}
      actions={actions}
    >
      <CursorLine />
      <Card />
      <TimeAxis span={span} />
    </LaneList>
  )
}

function useActions(setFocused: (index: number) => void, setKeyed: (keyed: Keyed | null) => void): LaneActions {
  const lanes = useAtomValue(reviewLanesAtom)
  const meantMs = useAtomValue(meantMsAtom)
  const scrub = useSetAtom(scrubAtom)
  const pointAt = useSetAtom(pointAtAtom)
  const play = useSetAtom(playCameraFromAtom)
  const step = useSetAtom(stepInLaneAtom)
  const toggle = useSetAtom(toggleAndTellAtom)
  const playHere = useSetAtom(playCameraHereAtom)
  return useMemo(() => {
    const laneAt = (index: number) => lanes[index]
    return {
      onPoint: (laneIndex, atMs) => pointAt(laneIndex === null ? null : { laneIndex, atMs }),
      onScrub: scrub,
      onPlay: (laneIndex, atMs) => {
        const lane = laneAt(laneIndex)
        if (lane === undefined) return
        if (atMs === null) playHere(lane.cameraId)
        else play(lane.cameraId, meantMs(lane, atMs))
      },
      onStep: (laneIndex, wanted) => {
        const lane = laneAt(laneIndex)
        if (lane === undefined) return
        const index = step(lane, wanted)
        setKeyed({ cameraId: lane.cameraId, index, startMs: lane.startsMs[index] })
      },
      onFocusLane: setFocused,
      onToggleShown: (laneIndex) => {
        const lane = laneAt(laneIndex)
        if (lane !== undefined) toggle(lane.cameraId)
      },
    }
  }, [lanes, meantMs, scrub, pointAt, play, step, toggle, playHere, setFocused, setKeyed])
}

/** Moves with every frame, and nothing else with it. */
function CursorLine() {
  const atMs = useAtomValue(reviewCursorAtom)
  const span = useAtomValue(reviewSpanAtom)
  return <MomentLine span={span} atMs={atMs} />
}

function Card() {
  const card = useAtomValue(pointedCardAtom)
  const span = useAtomValue(reviewSpanAtom)
  if (card === null) return null
  const { laneIndex, ...shown } = card
  return (
    <>
      <MomentLine span={span} atMs={card.atMs} isFaint />
      <StillCard span={span} topPx={laneIndex * LANE_HEIGHT_PX} {...shown} />
    </>
  )
}
