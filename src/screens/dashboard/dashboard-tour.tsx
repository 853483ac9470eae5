import { useAtomValue, useSetAtom } from 'jotai/react'
import { useLocation } from 'wouter'
import { endTourAtom, tourWantedAtomOf } from '../../state/shell/tours'
import { Tour } from '../../ui/tours/tour'

const isWantedAtom = tourWantedAtomOf('dashboard')

/** The steps of TOUR-01; the screen marks their anchors. */
const steps = [
  {
    title: 'Your overview',
    text: 'Whether all is well, and your cameras as they are now. Below: the last 24 hours, and the storage in use.',
    anchors: ['[data-tour=overview]'],
  },
  {
    title: 'Recent events',
    text: 'The latest things your cameras saw. All of them, with their clips, are under Events.',
    anchors: ['[data-tour=recent-events]'],
  },
  {
    title: 'Your plan',
    text: 'What your plan has room for, and how much of it is used. Upgrade here when you need more.',
    anchors: ['[data-tour=plan]'],
  },
  {
    title: 'Go to the cameras page',
    text: 'Next, make this machine a camera. It takes a minute.',
    anchors: ['nav a[href="/cameras"]', 'button[aria-label="Open navigation"]'],
  },
] as const

export function DashboardTour() {
  const isWanted = useAtomValue(isWantedAtom)
  const end = useSetAtom(endTourAtom)
  const [, navigate] = useLocation()
  if (!isWanted) return null
  return (
    <Tour
      label="Tour of the dashboard"
      steps={steps}
      finish={{
        label: 'Go to cameras page',
        onPress: () => navigate('/cameras'),
        // The last step shows the link, too.
        isDone: () => location.pathname === '/cameras',
      }}
      onEnd={() => end('dashboard')}
    />
  )
}
