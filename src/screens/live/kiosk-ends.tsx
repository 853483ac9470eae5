import { Button, VisuallyHidden } from '@chakra-ui/react'
import { useAtom, useSetAtom } from 'jotai/react'
import { MonitorPlay } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link as RouteLink } from 'wouter'
import { hasLeftKioskAtom } from '../../state/live/wall'

/** The frame around the wall is gone, and with it what had the focus: the kiosk begins here (UI-04). */
export function KioskHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  const noteLeft = useSetAtom(hasLeftKioskAtom)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    return () => noteLeft(true)
  }, [noteLeft])
  return (
    <VisuallyHidden asChild>
      <h1 ref={heading} tabIndex={-1}>
        Live wall
      </h1>
    </VisuallyHidden>
  )
}

/** Has the focus again where somebody comes back from the kiosk. */
export function KioskLink() {
  const link = useRef<HTMLAnchorElement>(null)
  const [hasLeft, noteLeft] = useAtom(hasLeftKioskAtom)
  useEffect(() => {
    if (!hasLeft) return
    noteLeft(false)
    if (document.activeElement === document.body) link.current?.focus({ preventScroll: true })
  }, [hasLeft, noteLeft])
  return (
    <Button asChild variant="outline">
      <RouteLink ref={link} href="/live?kiosk">
        <MonitorPlay size="1.1rem" aria-hidden />
        Kiosk
      </RouteLink>
    </Button>
  )
}
