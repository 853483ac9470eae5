import { useAtomValue } from 'jotai/react'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { pageServicesAtom } from '../state/services'
import { sessionAtom } from '../state/sign-in/session'
import { partsAtom } from './parts'

/** Without a token: keeps path and query as the destination and goes to '/login' (NAV-12, NAV-13). */
export function Guard(props: { readonly children: ReactNode }) {
  const session = useAtomValue(sessionAtom)
  const services = useAtomValue(pageServicesAtom)
  const { Frame } = useAtomValue(partsAtom)
  const [path, navigate] = useLocation()
  const search = useSearch()
  const isSignedIn = session.phase === 'signed-in'
  useEffect(() => {
    if (isSignedIn) return
    services.session.saveDestination(search ? `${path}?${search}` : path)
    navigate('/login', { replace: true })
  }, [isSignedIn, services, path, search, navigate])
  if (!isSignedIn) return null
  return <Frame>{props.children}</Frame>
}
