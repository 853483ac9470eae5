import type { PushObstacle, PushPlatform } from '../state/services'
import { hearNotificationPresses } from './notification-presses'
import { patiently } from './patiently'

const load = () => patiently(() => import('./push-subscription'))

/** Notifications of this browser; what subscribes comes with the screen that offers it. */
export function browserPush(): PushPlatform {
  return {
    obstacle: obstacleOf(),
    watch: (report, signal) => void load().then(({ watch }) => watch(report, signal)),
    ask: () => Notification.requestPermission(),
    subscribe: async (publicKey) => (await load()).subscribe(publicKey),
    keep: async (renewal) => (await load()).keep(renewal),
    unsubscribe: async () => {
      if (obstacleOf() === null) await (await load()).unsubscribe()
    },
    onOpen: hearNotificationPresses,
  }
}

function obstacleOf(): PushObstacle | null {
  if (!window.isSecureContext) return 'insecure'
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return null
  return /iPhone|iPad/.test(navigator.userAgent) || isTabletAsMac() ? 'home-screen' : 'browser'
}

/** An iPad says that it is a Mac, but no Mac is touched by several fingers. */
function isTabletAsMac(): boolean {
  return /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
}
