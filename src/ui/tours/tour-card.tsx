import { Box, Button, Flex, Heading, Portal, Text } from '@chakra-ui/react'
import { Global } from '@emotion/react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { isNarrow } from '../layout/mobile-device'
import { CARD, FOOT } from '../theme/foundation'
import { placeCard, type Rect } from './tour-place'
import { findShown, useAnchorRect } from './use-anchor-rect'

export interface TourStep {
  readonly title: string
  readonly text: string
  /** CSS selectors of what the step speaks of: the first one that shows counts. */
  readonly anchors: readonly string[]
}

export interface TourProps {
  readonly label: string
  /** At least one. */
  readonly steps: readonly [TourStep, ...TourStep[]]
  /** Counted from 0: the tour goes on to this step once what the one before asks for is done. */
  readonly doneUpTo?: number
  readonly finish: {
    readonly label: string
    readonly onPress: () => void
    /** Whether that was done without the button: a tour that goes away on its last step is over then. */
    readonly isDone?: () => boolean
  }
  /** Finished or skipped. */
  readonly onEnd: () => void
}

/**
 * A card that goes from one part of a screen to the next. It blocks nothing: all behind it can be used, dialogs and
 * toasts lie over it, and the focus is its own only where nobody else has it.
 */
export function TourCard(props: TourProps) {
  const { steps, onEnd } = props
  const [index, setIndex] = useState(0)
  const step = steps[index] ?? steps[0]
  const isLast = index === steps.length - 1
  const rect = useAnchorRect(step.anchors)
  const card = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const textId = useId()
  const { doneUpTo = 0 } = props
  const place = usePlace(card, rect)
  useTourFocus(card)
  useEffect(() => setIndex((before) => Math.max(before, doneUpTo)), [doneUpTo])
  useEffect(() => {
    showAnchor(step.anchors)
  }, [step])
  const { isDone } = props.finish
  useEffect(() => {
    if (!isLast || isDone === undefined) return
    return () => {
      if (isDone()) onEnd()
    }
  }, [isLast, isDone, onEnd])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd()
  }
  const finish = () => {
    onEnd()
    props.finish.onPress()
  }
  return (
    <Portal>
      {rect !== null && <Ring rect={rect} />}
      {place?.at === 'foot' && <Global styles={roomFor(place.heightPx)} />}
      <Box
        ref={card}
        role="dialog"
        aria-label={props.label}
        aria-describedby={`${titleId} ${textId}`}
        tabIndex={-1}
        position="fixed"
        bottom={{ mdDown: `calc(var(${FOOT}) + ${GAP_PX}px)` }}
        insetX={{ mdDown: '4' }}
        width={{ md: '23rem' }}
        style={place?.at === 'anchor' ? { left: place.left, top: place.top } : undefined}
        zIndex="banner"
        bg="bg.panel"
        borderWidth="1px"
        borderColor="brand.border"
        rounded="l3"
        shadow="lg"
        outlineColor="brand.focusRing"
        outlineWidth="1px"
        p="4"
        onKeyDown={onKeyDown}
      >
        <Box aria-live="polite" aria-atomic>
          <Text textStyle="xs" color="fg.muted">
            {index + 1} of {steps.length}
          </Text>
          <Heading as="h2" size="sm" id={titleId} mt="0.5">
            {step.title}
          </Heading>
          <Text id={textId} textStyle="sm" color="fg.muted" mt="1">
            {step.text}
          </Text>
        </Box>
        <Flex mt="4" gap="2" justify="space-between" align="center" wrap="wrap">
          <Button size="sm" variant="ghost" ms="-3" onClick={onEnd}>
            Skip tour
          </Button>
          <Flex gap="2">
            {index > 0 && (
              <Button size="sm" variant="outline" onClick={() => setIndex(index - 1)}>
                Back
              </Button>
            )}
            <Button size="sm" colorPalette="brand" onClick={isLast ? finish : () => setIndex(index + 1)}>
              {isLast ? props.finish.label : 'Next'}
            </Button>
          </Flex>
        </Flex>
      </Box>
    </Portal>
  )
}

function Ring({ rect }: { readonly rect: Rect }) {
  const OUTSET_PX = 6
  return (
    <Box
      aria-hidden
      position="fixed"
      pointerEvents="none"
      zIndex="sticky"
      borderWidth="2px"
      borderColor="brand.border"
      rounded="l3"
      style={{
        left: rect.left - OUTSET_PX,
        top: rect.top - OUTSET_PX,
        width: rect.width + 2 * OUTSET_PX,
        height: rect.height + 2 * OUTSET_PX,
      }}
    />
  )
}

const GAP_PX = 8

type Place =
  | { readonly at: 'foot'; readonly heightPx: number }
  | { readonly at: 'anchor'; readonly left: number; readonly top: number }

/** The page goes on below the card, and what is scrolled into view, by Tab too, stops above it. */
function roomFor(heightPx: number) {
  const room = `${heightPx + 2 * GAP_PX}px`
  return { html: { [CARD]: room }, 'main::after': { content: '""', display: 'block', height: room } }
}

/** On phones the card has its place above the bars at the foot, from 768 px on beside its anchor. */
function usePlace(card: { readonly current: HTMLElement | null }, rect: Rect | null): Place | null {
  const [place, setPlace] = useState<Place | null>(null)
  // After every render: another step's text has another height.
  useLayoutEffect(() => {
    const size = card.current?.getBoundingClientRect()
    if (size === undefined) return
    const next: Place = isNarrow()
      ? { at: 'foot', heightPx: size.height }
      : { at: 'anchor', ...placeCard(rect, size, { width: innerWidth, height: innerHeight }) }
    setPlace((before) => (isSame(before, next) ? before : next))
  })
  return place
}

function isSame(before: Place | null, next: Place): boolean {
  if (before?.at === 'foot') return next.at === 'foot' && next.heightPx === before.heightPx
  return before?.at === next.at && before.left === next.left && before.top === next.top
}

/** Takes the focus where nobody has it, and gives it back to the screen's heading. */
function useTourFocus(card: { readonly current: HTMLElement | null }): void {
  // Its end comes while the card is still in the page, and with it the focus.
  useLayoutEffect(() => {
    const element = card.current
    if (document.activeElement === document.body) element?.focus({ preventScroll: true })
    return () => {
      if (!element?.contains(document.activeElement)) return
      const heading = document.querySelector<HTMLElement>('main h1')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus({ preventScroll: true })
    }
  }, [card])
}

function showAnchor(anchors: readonly string[]): void {
  const anchor = findShown(anchors)
  if (anchor === null) return
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  if (!isNarrow()) {
    anchor.scrollIntoView({ behavior, block: 'nearest' })
    return
  }
  // On a phone the card lies over the lower part of the window.
  const ROOM_PX = 24
  const { top } = anchor.getBoundingClientRect()
  if (top < ROOM_PX || top > innerHeight / 3) scrollBy({ top: top - ROOM_PX, behavior })
}
