import { Box, chakra, Flex, Text, VisuallyHidden } from '@chakra-ui/react'
import { Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from 'react'
import type { Span } from '../../lib/span'
import { counted } from '../../lib/words'
import { LaneDrawing } from './lane-drawing'
import { type DrawnLane, LANE_HEIGHT_PX } from './lane-paths'
import { TimeLines } from './time-axis'
import { useWidth } from './use-width'

export interface ListedLane extends DrawnLane {
  readonly cameraId: string
  readonly name: string
  /** The place of the first that began in the time. */
  readonly firstOwn: number
  readonly isAwaited?: true
}

/** The event of a lane that the keys stand at. */
export interface KeyedEvent {
  /** Counts from 0. */
  readonly index: number
  readonly words: string
}

export type LaneStep = 'next' | 'previous' | 'first' | 'last' | 'hour-on' | 'hour-back'

const steps: Readonly<Record<string, LaneStep>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'hour-on',
  PageUp: 'hour-back',
}

/** A press that moves less than this is no drag. */
const DRAG_PX = 4

export interface LaneActions {
  /** The pointer is over a moment of a lane, pressed or not; null: it left. */
  readonly onPoint: (laneIndex: number | null, atMs: number) => void
  /** It drags the line there. */
  readonly onScrub: (atMs: number) => void
  /** A press, or Enter: play from there; from where the line stands for null. */
  readonly onPlay: (laneIndex: number, atMs: number | null) => void
  readonly onStep: (laneIndex: number, step: LaneStep) => void
  readonly onFocusLane: (laneIndex: number) => void
  readonly onToggleShown: (laneIndex: number) => void
}

/**
 * A lane a camera over one time. One stop of the Tab key: up and down go from lane to lane, left and right from event to
 * event, Page Up and Page Down by the hour, Enter plays. A finger drags the line sideways and scrolls the page up and down.
 */
export function LaneList(props: {
  readonly label: string
  readonly lanes: readonly ListedLane[]
  readonly span: Span
  /** What each lane says to those who cannot see it. */
  readonly summaries: readonly string[]
  readonly focusedLane: number
  readonly keyed: KeyedEvent | null
  readonly shownCameraIds: readonly string[]
  readonly actions: LaneActions
  /** Lines and cards above the lanes; they take no presses. */
  readonly children: ReactNode
}) {
  const { lanes, span, actions } = props
  const [area, widthPx] = useWidth()
  const list = useRef<HTMLDivElement>(null)
  const pointer = usePointer(lanes.length, span, actions)
  const focusLane = (index: number) => {
    if (index < 0 || index >= lanes.length) return
    actions.onFocusLane(index)
    list.current?.querySelectorAll<HTMLElement>('[role=listbox]')[index]?.focus()
  }
  const onKeyDown = (press: KeyboardEvent, index: number) => {
    const step = steps[press.key]
    if (press.ctrlKey || press.metaKey || press.altKey) return
    if (step !== undefined) actions.onStep(index, step)
    else if (press.key === 'ArrowDown') focusLane(index + 1)
    else if (press.key === 'ArrowUp') focusLane(index - 1)
    else if (press.key === 'Enter') actions.onPlay(index, null)
    else return
    press.preventDefault()
  }
  return (
    <Flex gap="3" minW="0">
      <Names {...props} />
      <Box ref={area} role="group" aria-label={props.label} position="relative" flex="1" minW="0">
        <Box ref={list} position="relative" touchAction="pan-y" cursor="crosshair" userSelect="none" {...pointer}>
          <TimeLines span={span} />
          {lanes.map((lane, index) => (
            <Lane
              key={lane.cameraId}
              lane={lane}
              span={span}
              widthPx={widthPx}
              summary={props.summaries[index] ?? ''}
              isFocused={index === props.focusedLane}
              keyed={index === props.focusedLane ? props.keyed : null}
              onFocus={() => actions.onFocusLane(index)}
              onKeyDown={(press) => onKeyDown(press, index)}
            />
          ))}
        </Box>
        {props.children}
      </Box>
    </Flex>
  )
}

/** Large letters are as large as a lane has room for: an eye and a line, or two lines. */
const NAME_LETTERS = { base: 'min({fontSizes.xs}, 17px)', md: 'min({fontSizes.sm}, 17px)' } as const
const EYE = { boxSize: 'min(1rem, 18px)' } as const

/** Names stand beside the lanes; on phones, where that leaves little room, below the eye, in one line. */
function Names(props: {
  readonly lanes: readonly ListedLane[]
  readonly shownCameraIds: readonly string[]
  readonly actions: LaneActions
}) {
  return (
    <Box width={{ base: 'min(5rem, 100px)', md: 'min(10rem, 200px)' }} flexShrink={0}>
      {props.lanes.map(({ cameraId, name }, index) => {
        const isShown = props.shownCameraIds.includes(cameraId)
        return (
          // The whole field is pressed, as the eye alone is no target for a thumb.
          <chakra.button
            key={cameraId}
            type="button"
            aria-pressed={isShown}
            aria-label={`Play ${name} beside the others`}
            title={`${name} ${isShown ? 'plays' : 'does not play'}`}
            height={`${LANE_HEIGHT_PX}px`}
            width="100%"
            display="flex"
            flexDirection={{ base: 'column', md: 'row' }}
            alignItems={{ base: 'start', md: 'center' }}
            justifyContent={{ base: 'center', md: 'start' }}
            gap={{ base: '0.5', md: '2' }}
            px="1"
            rounded="l1"
            textAlign="start"
            cursor="pointer"
            focusVisibleRing="inside"
            onClick={() => props.actions.onToggleShown(index)}
          >
            <Box color={isShown ? 'brand.fg' : 'fg.subtle'} flexShrink={0} _icon={EYE} aria-hidden>
              {isShown ? <Eye size="1rem" /> : <EyeOff size="1rem" />}
            </Box>
            <Text
              fontSize={NAME_LETTERS}
              fontWeight="medium"
              lineClamp={{ base: 1, md: 2 }}
              lineHeight="short"
              maxW="100%"
              overflowWrap="anywhere"
            >
              {name}
            </Text>
          </chakra.button>
        )
      })}
    </Box>
  )
}

function Lane(props: {
  readonly lane: ListedLane
  readonly span: Span
  readonly widthPx: number
  readonly summary: string
  readonly isFocused: boolean
  readonly keyed: KeyedEvent | null
  readonly onFocus: () => void
  readonly onKeyDown: (press: KeyboardEvent) => void
}) {
  const { lane, keyed } = props
  const optionId = useId()
  const count = lane.startsMs.length - lane.firstOwn
  return (
    <chakra.div
      role="listbox"
      tabIndex={props.isFocused ? 0 : -1}
      aria-label={`${lane.name}: ${props.summary}`}
      aria-orientation="horizontal"
      {...(keyed !== null && { 'aria-activedescendant': optionId })}
      height={`${LANE_HEIGHT_PX}px`}
      borderBottomWidth="1px"
      borderColor="border"
      focusVisibleRing="inside"
      onFocus={props.onFocus}
      onKeyDown={props.onKeyDown}
    >
      {/* One option stands for thousands: the one that the keys are at. */}
      <VisuallyHidden asChild>
        <span
          id={optionId}
          role="option"
          tabIndex={-1}
          aria-selected={keyed !== null}
          aria-disabled={count === 0}
          aria-setsize={Math.max(1, count)}
          aria-posinset={keyed === null ? 1 : keyed.index - lane.firstOwn + 1}
        >
          {keyed?.words ??
            (count === 0
              ? lane.isAwaited
                ? 'Not here yet'
                : 'No events'
              : `${counted(count, 'event')}; arrow keys go ${count === 1 ? 'to it' : 'through them'}`)}
        </span>
      </VisuallyHidden>
      <LaneDrawing lane={lane} span={props.span} widthPx={props.widthPx} />
    </chakra.div>
  )
}

interface Pressed {
  readonly fromX: number
  readonly isDrag: boolean
}

/** Pointer, pen or finger over the lanes. */
function usePointer(laneCount: number, span: Span, actions: LaneActions) {
  const pressed = useRef<Pressed | null>(null)
  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width } = currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (clientX - left) / width))
    const laneIndex = Math.min(laneCount - 1, Math.max(0, Math.floor((clientY - top) / LANE_HEIGHT_PX)))
    return { laneIndex, atMs: span.fromMs + share * (span.untilMs - span.fromMs) }
  }
  return {
    onPointerDown: (press: PointerEvent<HTMLElement>) => {
      if (press.button !== 0) return
      press.currentTarget.setPointerCapture(press.pointerId)
      pressed.current = { fromX: press.clientX, isDrag: false }
    },
    onPointerMove: (move: PointerEvent<HTMLElement>) => {
      const { laneIndex, atMs } = placeOf(move)
      const was = pressed.current
      actions.onPoint(laneIndex, atMs)
      if (was === null) return
      const isDrag = was.isDrag || Math.abs(move.clientX - was.fromX) >= DRAG_PX
      pressed.current = { ...was, isDrag }
      if (isDrag) actions.onScrub(atMs)
    },
    onPointerUp: (release: PointerEvent<HTMLElement>) => {
      const was = pressed.current
      pressed.current = null
      if (was === null) return
      const { laneIndex, atMs } = placeOf(release)
      if (!was.isDrag) actions.onPlay(laneIndex, atMs)
      if (release.pointerType !== 'mouse') actions.onPoint(null, atMs)
    },
    onPointerCancel: () => {
      pressed.current = null
      actions.onPoint(null, 0)
    },
    onPointerLeave: () => pressed.current === null && actions.onPoint(null, 0),
  }
}
