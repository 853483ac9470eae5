import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { formatClipTime } from '../../lib/date-time'
import { labelTitle } from '../../lib/label'
import type { SeenSpan } from './seen-moments'

/** For a thumb in narrow windows (FACE-17), with the line in its middle. */
const PRESS_HEIGHT = { base: '11', md: '6' } as const
/** Has the marks above the line end just over it. */
const RAISED_TOP = { base: '-24px', md: '-14px' } as const

/** How far the arrow keys move within a clip. */
const STEP_SEC = 1

/** Where a clip stands, to be moved, with the moments of motion and of what was seen marked where they are known. */
export function ClipTimeline(props: {
  readonly atSec: number
  readonly durationSec: number
  readonly motionSec: number | null
  readonly seen: readonly SeenSpan[]
  readonly onSeek: (sec: number) => void
}) {
  const { atSec, durationSec, motionSec, seen } = props
  const shareOf = (sec: number) => `${Math.min(1, sec / durationSec) * 100}%`
  return (
    <Box position="relative" height={PRESS_HEIGHT} forcedColorAdjust="none">
      <Box
        position="absolute"
        insetX="0"
        top="50%"
        transform="translateY(-50%)"
        height="1"
        rounded="full"
        bg="bg.emphasized"
      >
        <Box height="100%" rounded="full" bg="brand.solid" style={{ width: shareOf(atSec) }} />
      </Box>
      {seen.map(({ startSec, endSec }) => (
        <Box
          key={startSec}
          position="absolute"
          bottom="calc(50% + 7px)"
          height="2px"
          rounded="full"
          bg="brand.border"
          style={{ left: shareOf(startSec), width: shareOf(Math.min(endSec, durationSec) - startSec) }}
        />
      ))}
      <chakra.input
        type="range"
        aria-label="Position in the recording"
        aria-valuetext={`${formatClipTime(atSec)} of ${formatClipTime(durationSec)}`}
        min={0}
        max={durationSec}
        step={0.01}
        value={Math.min(atSec, durationSec)}
        onChange={({ currentTarget }) => props.onSeek(Number(currentTarget.value))}
        onKeyDown={(press) => {
          const by = { ArrowLeft: -STEP_SEC, ArrowDown: -STEP_SEC, ArrowRight: STEP_SEC, ArrowUp: STEP_SEC }[press.key]
          if (by === undefined) return
          press.preventDefault()
          props.onSeek(Math.min(durationSec, Math.max(0, atSec + by)))
        }}
        position="absolute"
        inset="0"
        width="100%"
        margin="0"
        cursor="pointer"
        appearance="none"
        bg="transparent"
        rounded="l1"
        focusVisibleRing="outside"
        css={{
          '&::-webkit-slider-thumb': thumb,
          '&::-moz-range-thumb': thumb,
        }}
      />
      {motionSec !== null && (
        <Mark
          label={`Motion at ${formatClipTime(motionSec)}`}
          left={shareOf(motionSec)}
          act={() => props.onSeek(motionSec)}
        >
          <Box width="3px" height="5" rounded="full" bg="orange.solid" outline="2px solid" outlineColor="bg.panel" />
        </Mark>
      )}
      {seen.map(({ startSec, labels }) => (
        <Mark
          key={startSec}
          // Above the line: something is often seen at the moment of motion, whose mark stays to be pressed.
          isRaised
          label={`${titleOf(labels)} at ${formatClipTime(startSec)}`}
          left={shareOf(startSec)}
          act={() => props.onSeek(startSec)}
        >
          <Box boxSize="8px" rounded="full" bg="brand.border" outline="2px solid" outlineColor="bg.panel" />
        </Mark>
      ))}
    </Box>
  )
}

/** `Person`, `Person, dog`. */
function titleOf(labels: SeenSpan['labels']): string {
  return labels.map((name, index) => (index === 0 ? labelTitle(name) : name)).join(', ')
}

/** A moment to go to. */
function Mark(props: {
  readonly label: string
  readonly left: string
  readonly isRaised?: boolean
  readonly act: () => void
  readonly children: ReactNode
}) {
  return (
    <chakra.button
      type="button"
      aria-label={props.label}
      title={props.label}
      position="absolute"
      width="6"
      height={PRESS_HEIGHT}
      transform="translateX(-50%)"
      cursor="pointer"
      rounded="l1"
      focusVisibleRing="outside"
      display="grid"
      justifyItems="center"
      {...(props.isRaised ? { top: RAISED_TOP, alignItems: 'end', pb: '0.5' } : { top: '0', alignItems: 'center' })}
      style={{ left: props.left }}
      onClick={props.act}
    >
      {props.children}
    </chakra.button>
  )
}

const thumb = {
  appearance: 'none',
  width: '0.875rem',
  height: '0.875rem',
  border: '2px solid',
  borderColor: 'bg.panel',
  borderRadius: 'full',
  background: 'brand.solid',
} as const
