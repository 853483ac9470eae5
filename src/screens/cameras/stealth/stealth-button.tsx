import { Button, chakra } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { MoonStar } from 'lucide-react'
import { enterStealthAtom, isStealthAvailableAtom, isStealthOfferedAtom } from '../../../state/stealth'
import { Hint } from '../../../ui/hint'

/** 'Stealth Mode' in the screen's header; disabled with no active cameras (spec 5). */
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

/** The same within reach wherever the screen was scrolled to; comes 2 s after a camera became active. */
export function FloatingStealthButton() {
  const isOffered = useAtomValue(isStealthOfferedAtom)
  const enter = useSetAtom(enterStealthAtom)
  if (!isOffered) return null
  return (
    <Button
      position="fixed"
      bottom={{ base: '4', md: '6' }}
      insetEnd={{ base: '4', md: '6' }}
      zIndex="docked"
      size="lg"
      px="0"
      rounded="full"
      colorPalette="gray"
      shadow="lg"
      animationStyle="scale-fade-in"
      animationDuration="moderate"
      aria-label="Enter stealth mode"
      title="Stealth mode (Ctrl+H)"
      onClick={() => enter()}
    >
      <MoonStar aria-hidden />
    </Button>
  )
}
