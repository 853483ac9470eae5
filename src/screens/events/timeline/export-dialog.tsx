import { Button, chakra, Field, Flex, Progress, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import { momentOfDayMs } from '../../../lib/clock-moment'
import { dayOf } from '../../../lib/day'
import { MINUTE_MS } from '../../../lib/durations'
import type { Span } from '../../../lib/span'
import { shownLanesAtom } from '../../../state/review/playback'
import { reviewCursorAtom, reviewDaySpanAtom, reviewLanesAtom, toldSpanAtom } from '../../../state/review/review'
import { stretchOf, stretchProblem, stretchWords } from '../../../state/review/stretch'
import {
  exportStretchAtom,
  resetStretchExportAtom,
  type StretchExport,
  stretchExportAtom,
} from '../../../state/review/stretch-export'
import { Choice } from '../../../ui/forms/choice'
import { DayTimeInput } from '../../../ui/forms/day-time-input'
import { Modal } from '../../../ui/layout/modal'

/** Offered at first: so much before and after the line. */
const AROUND_MS = 5 * MINUTE_MS

/** A stretch of one camera as one file. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const lanes = useAtomValue(reviewLanesAtom)
  const state = useAtomValue(stretchExportAtom)
  const start = useSetAtom(exportStretchAtom)
  const reset = useSetAtom(resetStretchExportAtom)
  const day = useAtomValue(reviewDaySpanAtom)
  const [cameraId, setCameraId] = useState(useAtomValue(shownLanesAtom)[0]?.cameraId ?? lanes[0]?.cameraId ?? '')
  const [span, setSpan] = useState(useFirstSpan())
  const [isChosen, setChosen] = useState(false)
  useEffect(() => () => reset(), [reset])
  const lane = lanes.find((one) => one.cameraId === cameraId)
  const stretch = lane === undefined ? null : stretchOf(lane, span)
  const told = useAtomValue(toldSpanAtom)
  const problem = lane?.isAwaited ? 'What was recorded is on its way.' : stretchProblem(span, told, stretch)
  const choose = (change: () => void) => {
    // What became of another stretch would seem to be told of this one.
    reset()
    change()
    setChosen(true)
  }
  const chooseSpan = (other: Span) => choose(() => setSpan(other))
  const isBusy = state.phase === 'fetching' || state.phase === 'joining'
  return (
    <Modal
      title="Export a stretch"
      isOpen
      isHeld={isBusy || isChosen}
      onClose={onClose}
      footer={
        isBusy ? (
          <Button variant="outline" onClick={state.cancel}>
            Cancel
          </Button>
        ) : (
          <Button colorPalette="brand" disabled={problem !== null} onClick={() => stretch && void start(stretch)}>
            Save as one MP4
          </Button>
        )
      }
    >
      <Stack gap="4">
        <chakra.fieldset disabled={isBusy} display="grid" gap="4" minW="0">
          <Choice
            label="Camera"
            value={cameraId}
            options={lanes.map((one) => ({ value: one.cameraId, label: one.name }))}
            onChange={(id) => choose(() => setCameraId(id))}
          />
          <Flex gap="3">
            <TimeField
              label="From"
              atMs={span.fromMs}
              day={day}
              onChange={(fromMs) => chooseSpan({ ...span, fromMs })}
            />
            <TimeField
              label="To"
              atMs={span.untilMs}
              day={day}
              onChange={(untilMs) => chooseSpan({ ...span, untilMs })}
            />
          </Flex>
        </chakra.fieldset>
        <Text color="fg.muted" textStyle="sm" role="status">
          {problem ?? (stretch && stretchWords(stretch))} {problem === null && 'Recordings are taken whole.'}
        </Text>
        <Outcome state={state} />
      </Stack>
    </Modal>
  )
}

/** Around the line, within its day. */
function useFirstSpan(): Span {
  const atMs = useAtomValue(reviewCursorAtom)
  const [day, told] = [useAtomValue(reviewDaySpanAtom), useAtomValue(toldSpanAtom)]
  const { fromMs, untilMs } = told.fromMs <= atMs && atMs < told.untilMs ? told : day
  return { fromMs: Math.max(fromMs, atMs - AROUND_MS), untilMs: Math.min(untilMs - 1000, atMs + AROUND_MS) }
}

/** A time of the day, to the second. */
function TimeField(props: {
  readonly label: string
  readonly atMs: number
  readonly day: Span
  readonly onChange: (atMs: number) => void
}) {
  const at = new Date(props.atMs)
  const two = (number: number) => String(number).padStart(2, '0')
  return (
    <Field.Root>
      <Field.Label>{props.label}</Field.Label>
      <DayTimeInput
        type="time"
        step={1}
        value={`${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`}
        onChange={(clock) => props.onChange(momentOfDayMs(dayOf(props.day.fromMs), clock, props.atMs))}
      />
    </Field.Root>
  )
}

function Outcome({ state }: { readonly state: StretchExport }) {
  switch (state.phase) {
    case 'idle':
      return null
    case 'fetching':
    case 'joining': {
      const words = state.phase === 'fetching' ? 'Fetching the recordings' : 'Joining them'
      return (
        <Progress.Root value={Math.round(state.progress * 100)} aria-label={words}>
          <Progress.Label mb="1">{`${words}: ${Math.floor(state.progress * 100)} %`}</Progress.Label>
          <Progress.Track>
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
      )
    }
    default:
      return (
        <Text role="status" color={state.phase === 'failed' ? 'fg.error' : undefined}>
          {state.text}
        </Text>
      )
  }
}
