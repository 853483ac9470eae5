import { Suspense, useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { Guard } from './guard'
import { type LazyPart, lazyPart } from './lazy-part'
import { ScreenLoading } from './screen-loading'
import { useTopOfScreen } from './top-of-screen'
import { Shown } from './version/shown'

const Login = lazyPart(() => import('../screens/login'))
const VerificationCode = lazyPart(() => import('../screens/verification-code'))
const Dashboard = lazyPart(() => import('../screens/dashboard'))
const Cameras = lazyPart(() => import('../screens/cameras'))
const PairedCamera = lazyPart(async () => ({
  default: (await import('../screens/cameras/paired/paired-camera')).PairedCamera,
}))
const ThisDevice = lazyPart(() => import('../screens/this-device'))
const Pair = lazyPart(() => import('../screens/pair'))
const Verify = lazyPart(() => import('../screens/verify'))
const Live = lazyPart(() => import('../screens/live'))
const AiChat = lazyPart(() => import('../screens/ai-chat'))
const Events = lazyPart(() => import('../screens/events'))
const Videos = lazyPart(() => import('../screens/videos'))
const Notifications = lazyPart(() => import('../screens/notifications'))
const Modes = lazyPart(() => import('../screens/modes'))
const VideoSharing = lazyPart(() => import('../screens/video-sharing'))
const Billing = lazyPart(() => import('../screens/billing'))
const NotFound = lazyPart(() => import('../screens/not-found'))

/**
 * The guarded routes (NAV-01 to NAV-08), the wall of live pictures (LIVE-85), the modes (MODE-14), and where a link leads on
 * (PAIR-08), and what this device needs as a camera (SENSE-08).
 */
const guardedScreens: Readonly<Record<string, LazyPart<object>>> = {
  '/dashboard': Dashboard,
  '/cameras': Cameras,
  '/cameras/this-device': ThisDevice,
  '/live': Live,
  '/pair/camera': PairedCamera,
  '/ai-chat': AiChat,
  '/events': Events,
  '/videos': Videos,
  '/notifications': Notifications,
  '/modes': Modes,
  '/video-sharing': VideoSharing,
  '/billing': Billing,
}

const openScreens: Readonly<Record<string, LazyPart<object>>> = {
  '/login': Login,
  '/verification-code': VerificationCode,
  '/pair': Pair,
  '/verify': Verify,
}

/** Exactly the paths above, letter by letter, are screens; every other is none (NAV-09). */
function openScreenAt(path: string): LazyPart<object> {
  return openScreens[path] ?? NotFound
}

/** Resolves when the code of the screen at this path is here, or did not come. */
export async function preloadScreen(path: string, isSignedIn: boolean): Promise<void> {
  const guarded = guardedScreens[path]
  const open = guarded !== undefined || path === '/' ? Login : openScreenAt(path)
  await (guarded !== undefined && isSignedIn ? guarded : open).preload()
}

export function Routes() {
  const [path] = useLocation()
  const Guarded = guardedScreens[path]
  useTopOfScreen(path)
  // Beside the frame, not after it.
  useEffect(() => void Guarded?.preload(), [Guarded])
  return (
    <Suspense fallback={<ScreenLoading />}>
      {Guarded === undefined ? (
        <OpenScreen path={path} />
      ) : (
        // One guard and one frame for all guarded screens: going from one to another keeps the focus.
        <Guard>
          <Guarded />
        </Guard>
      )}
      <Shown />
    </Suspense>
  )
}

function OpenScreen({ path }: { readonly path: string }) {
  if (path === '/') return <Redirect to="/login" replace />
  const Screen = openScreenAt(path)
  return <Screen />
}
