import { Button, chakra } from '@chakra-ui/react'
import { Global } from '@emotion/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { MoonStar } from 'lucide-react'
import { enterStealthAtom, isStealthAvailableAtom, isStealthOfferedAtom } from '../../../state/capture/stealth'
import { NARROW } from '../../../ui/layout/mobile-device'
import { Hint } from '../../../ui/notices/hint'
import { Appear, ComingAndGoing } from '../../../ui/theme/appear'
import { BAR_HEIGHT, FOOT } from '../../../ui/theme/foundation'

/** 'Stealth Mode' in the screen's header; disabled with no active cameras (STEALTH-04). */
export function StealthButton() {
  const isAvailable = useAtomValue(isStealthAvailableAtom)
  const enter = useSetAtom(enterStealthAtom)
  const hint = isAvailable
    ? 'A black screen; the cameras go on (Ctrl+H or Cmd+H)'
    : 'Available once a camera of this machine runs'
  return (
    <Hint text={hint} placement="bottom">
      {/* A disabled button tells nothing of the pointer. */}
      <chakra.span display="inline-flex">
        <Button variant="outline" disabled={!isAvailable} onClick={() => enter()}>
          <MoonStar size="1.1rem" aria-hidden />
          Stealth Mode
        </Button>
      </chakra.span>
    </Hint>
  )
}

/** Room for the bar below the screen's content, kept from the start: nothing moves when the bar comes. */
export const STEALTH_BAR_ROOM = { base: '16', md: '0' } as const

/** What is scrolled into view, by Tab too, stops above the bar. */
const aboveBar = { [`@media ${NARROW}`]: { html: { [FOOT]: `calc(${BAR_HEIGHT} + 3.5rem)` } } }

/**
 * The same within reach wherever the screen was scrolled to; comes 2 s after a camera became active. On phones a
 * round button would lie on what the cards say, so there it is a bar at the foot of the window, above that of the navigation.
 */
export function FloatingStealthButton() {
  const isOffered = useAtomValue(isStealthOfferedAtom)
  return (
    <>
      {isOffered && <Global styles={aboveBar} />}
      <ComingAndGoing>{isOffered && <Floating />}</ComingAndGoing>
    </>
  )
}

/** As a bar it is part of the window, not the brightest thing on it. */
const barColors = {
  bg: { base: 'bg.panel', md: 'colorPalette.solid' },
  color: { base: 'fg', md: 'colorPalette.contrast' },
  borderTopWidth: { base: '1px', md: '0' },
  borderColor: 'border',
} as const

function Floating() {
  const enter = useSetAtom(enterStealthAtom)
  return (
    <Button
      asChild
      position="fixed"
      bottom={{ base: BAR_HEIGHT, md: '6' }}
      insetEnd={{ base: '0', md: '6' }}
      insetStart={{ base: '0', md: 'auto' }}
      zIndex="docked"
      size="lg"
      height={{ base: '12', md: '11' }}
      px="0"
      rounded={{ base: 'none', md: 'full' }}
      {...barColors}
      shadow="lg"
      // Not by the words of the button in the header, which is the one of its name.
      aria-label="Enter stealth"
      title="Black screen (Ctrl+H)"
      onClick={() => enter()}
    >
      <Appear as="button">
        <MoonStar aria-hidden />
        <chakra.span hideFrom="md">Stealth</chakra.span>
      </Appear>
    </Button>
  )
}
