import { useAtomValue } from 'jotai/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { pageServicesAtom } from '../state/services'
import { sessionAtom } from '../state/sign-in/session'
import { partsAtom } from './parts'

/**
 * Without a token: keeps path and query as the destination and goes to '/login' (NAV-12, NAV-13). Where somebody was signed in
 * and is not any more, perhaps by another tab, it only goes: who signs in next is led nowhere.
 */
export function Guard(props: { readonly children: ReactNode }) {
  const session = useAtomValue(sessionAtom)
  const services = useAtomValue(pageServicesAtom)
  const { Frame } = useAtomValue(partsAtom)
  const [, navigate] = useLocation()
  const isSignedIn = session.phase === 'signed-in'
  // Gone without a word to this tab, as by the browser's own tools: what is gone to now would find that out by its first call.
  const isGone = isSignedIn && services.session.read() === null
  const [isArrival] = useState(!isSignedIn)
  useEffect(() => {
    if (isGone) {
      services.session.saveDestination(location.pathname + location.search)
      services.session.clear()
    }
    if (isSignedIn) return
    // Of the address itself: the router's path and query are decoded.
    if (isArrival) services.session.saveDestination(location.pathname + location.search)
    navigate('/login', { replace: true })
  }, [isSignedIn, isGone, isArrival, services, navigate])
  if (!isSignedIn || isGone) return null
  return <Frame>{props.children}</Frame>
}
