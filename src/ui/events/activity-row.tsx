import { Box, chakra } from '@chakra-ui/react'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { formatDateTime } from '../../lib/date-time'
import { countedLabels } from '../../lib/label'
import { ActivityCard } from './activity-card'
import { MarkShape, markOrder } from './activity-mark'
import { type ActivityEvent, nearestTo, placeIn, type TimeSpan } from './activity-places'

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_index, last) => last,
}

/**
 * A camera's events on a line of time, oldest first: one stop of the Tab key, arrow keys go from event to event, Enter
 * or a click opens one.
 */
export function ActivityRow(props: {
  /** What the row says to those who cannot see it. */
  readonly label: string
  readonly events: readonly ActivityEvent[]
  readonly span: TimeSpan
  readonly onOpen: (eventId: string) => void
}) {
  const { events, span } = props
  const [activeId, setActiveId] = useState<string | null>(null)
  /** Where the keys were when the row lost the focus, as to the player. */
  const leftId = useRef<string | null>(null)
  const idPrefix = useId()
  const active = events.find(({ id }) => id === activeId) ?? null
  const open = (event: ActivityEvent | null) => {
    if (event?.isPlayable) props.onOpen(event.id)
  }
  const underPointer = ({ currentTarget, clientX }: Pick<PointerEvent<HTMLElement>, 'currentTarget' | 'clientX'>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return nearestTo(events, span, clientX - left, width)
  }
  const onFocus = ({ currentTarget }: FocusEvent) => {
    if (activeId === null && currentTarget.matches(':focus-visible')) {
      setActiveId(leftId.current ?? events.at(-1)?.id ?? null)
    }
  }
  const onBlur = () => {
    leftId.current = activeId
    setActiveId(null)
  }
  const onKeyDown = (press: KeyboardEvent) => {
    const step = steps[press.key]
    if (step !== undefined) {
      const at = events.findIndex(({ id }) => id === activeId)
      setActiveId(events[step(at, events.length - 1)]?.id ?? null)
    } else if (press.key === 'Enter' || press.key === ' ') open(active)
    else return
    press.preventDefault()
  }
  return (
    <Box position="relative">
      <chakra.div
        role="listbox"
        tabIndex={0}
        aria-label={props.label}
        aria-orientation="horizontal"
        {...(active !== null && { 'aria-activedescendant': `${idPrefix}${active.id}` })}
        position="relative"
        height="9"
        rounded="l1"
        focusVisibleRing="outside"
        touchAction="pan-y"
        cursor={active?.isPlayable ? 'pointer' : 'default'}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        onPointerMove={(move) => setActiveId(underPointer(move)?.id ?? null)}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setActiveId(null)}
        onClick={(click) => open(underPointer(click))}
      >
        {events.map((event) => (
          <chakra.span
            key={event.id}
            id={`${idPrefix}${event.id}`}
            role="option"
            aria-selected={event.id === activeId}
            aria-label={wordsOf(event)}
            position="absolute"
            top="50%"
            transform="translate(-50%, -50%)"
            display="grid"
            placeItems="center"
            boxSize="6"
            style={{
              left: `${placeIn(span, event.createdAt) * 100}%`,
              zIndex: event.id === activeId ? 4 : markOrder(event.type),
            }}
          >
            <MarkShape type={event.type} isActive={event.id === activeId} />
          </chakra.span>
        ))}
      </chakra.div>
      {active !== null && <ActivityCard event={active} at={placeIn(span, active.createdAt)} />}
    </Box>
  )
}

/** What stands on the card, for those who do not see it. */
function wordsOf({ title, type, labels, createdAt, isPlayable }: ActivityEvent): string {
  const parts = [title, type, countedLabels(labels), formatDateTime(createdAt), isPlayable ? '' : 'without a clip']
  return parts.filter((part) => part !== '').join(', ')
}
