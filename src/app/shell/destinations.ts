import { Bell, Cctv, CreditCard, Film, LayoutDashboard, type LucideIcon, MessageSquare, Settings } from 'lucide-react'

export interface Destination {
  readonly path: string
  readonly label: string
  readonly icon: LucideIcon
}

/** The first group of the navigation (NAV-20); narrow windows have it at their foot too. */
export const dailyScreens: readonly Destination[] = [
  { path: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { path: '/cameras', label: 'Cameras', icon: Cctv },
  { path: '/ai-chat', label: 'AI Chat', icon: MessageSquare },
  { path: '/events', label: 'Events', icon: Bell },
  { path: '/videos', label: 'Videos', icon: Film },
]

/** The second (NAV-21). */
export const settingScreens: readonly Destination[] = [
  { path: '/notifications', label: 'Notifications', icon: Settings },
  { path: '/billing', label: 'Billing', icon: CreditCard },
]
