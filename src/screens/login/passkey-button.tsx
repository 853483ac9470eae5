import { Button } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import {
  canSignInByPasskeyAtom,
  canUsePasskeyAtom,
  fillPasskeyAtom,
  learnOfferAtom,
  passkeyPhaseAtom,
  signInByPasskeyAtom,
} from '../../state/sign-in/passkey-sign-in'
import { BusyButton } from '../../ui/forms/busy-button'
import { whenIdle } from '../../ui/layout/when-idle'

/** The other way in, where hub and browser have it; nothing elsewhere (PASS-10). */
export function PasskeyButton() {
  const canSignIn = useAtomValue(canSignInByPasskeyAtom)
  const canUse = useAtomValue(canUsePasskeyAtom)
  const learnOffer = useSetAtom(learnOfferAtom)
  useEffect(() => {
    const leaving = new AbortController()
    void learnOffer(leaving.signal)
    return () => leaving.abort()
  }, [learnOffer])
  if (canSignIn) return <Offered />
  // Its place is kept: the button above it would go from under a pointer when the offer comes.
  return canUse ? (
    <Button size="lg" variant="outline" visibility="hidden" aria-hidden disabled>
      &nbsp;
    </Button>
  ) : null
}

function Offered() {
  const phase = useAtomValue(passkeyPhaseAtom)
  const signIn = useSetAtom(signInByPasskeyAtom)
  const fill = useSetAtom(fillPasskeyAtom)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  // The browser has one request at a time: the one of the button ends what it fills in, which begins anew after it.
  useEffect(() => {
    if (phase !== 'idle') return
    const ending = new AbortController()
    // Nobody waits for what the browser fills in: its code comes after the screen.
    const takeBack = whenIdle(() => void fill(ending.signal))
    return () => {
      takeBack()
      ending.abort()
    }
  }, [phase, fill])
  return (
    <BusyButton
      size="lg"
      variant="outline"
      isBusy={phase !== 'idle'}
      onClick={() => void signIn(leaving.current.signal)}
    >
      <KeyRound size="1.1rem" aria-hidden />
      Sign in with a passkey
    </BusyButton>
  )
}
