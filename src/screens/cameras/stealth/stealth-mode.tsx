import { VisuallyHidden } from '@chakra-ui/react'
import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import { useEffect, useLayoutEffect, useState } from 'react'
import {
  isStealthAvailableAtom,
  leaveStealthAtom,
  offerStealthAtom,
  stealthAtom,
  toggleStealthAtom,
} from '../../../state/capture/stealth'
import { listenForStealthKeys } from './stealth-keys'
import { StealthOverlay } from './stealth-overlay'

/** Stealth mode on every guarded screen, since the cameras run on all of them. */
export function StealthMode() {
  const store = useStore()
  const { phase } = useAtomValue(stealthAtom)
  const isAvailable = useAtomValue(isStealthAvailableAtom)
  const offer = useSetAtom(offerStealthAtom)
  const [wasOn, setWasOn] = useState(false)
  const isOn = phase !== 'off'
  useEffect(() => {
    offer(isAvailable)
  }, [offer, isAvailable])
  // Before the paint, as all that listens for keys (FACE-05).
  useLayoutEffect(() => {
    const stopListening = listenForStealthKeys(window, {
      isOn: () => store.get(stealthAtom).phase !== 'off',
      toggle: () => store.set(toggleStealthAtom),
      leave: () => store.set(leaveStealthAtom),
    })
    return () => {
      stopListening()
      // Whoever signs out, or is signed out, sees the sign-in screen.
      store.set(leaveStealthAtom)
    }
  }, [store])
  useEffect(() => {
    if (isOn) setWasOn(true)
  }, [isOn])
  return (
    <>
      {isOn && <StealthOverlay isHintShown={phase === 'hinting'} />}
      <VisuallyHidden role="status">{wasOn && !isOn ? 'The black screen is gone.' : ''}</VisuallyHidden>
    </>
  )
}
