import { Construction } from 'lucide-react'
import { useLocation } from 'wouter'
import { NothingHere } from '../../ui/nothing-here'
import { PageHeader } from '../../ui/page-header'

const titles: Readonly<Record<string, string>> = {
  '/ai-chat': 'AI Security Assistant',
  '/notifications': 'Notification Settings',
  '/video-sharing': 'Secure Video Sharing',
  '/billing': 'Billing & Subscriptions',
}

/** Screens that a later version brings; their places in the navigation are already right. */
export default function ComingScreen() {
  const [path] = useLocation()
  return (
    <>
      <PageHeader title={titles[path] ?? ''} />
      <NothingHere
        icon={<Construction />}
        title="Not in this version yet"
        text="Cameras, events and videos work; this screen follows."
      />
    </>
  )
}
