import { type ComponentType, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { Guard } from './guard'
import { lazyScreen } from './lazy-screen'
import { ScreenLoading } from './screen-loading'

const Login = lazyScreen(() => import('../screens/login'))
const VerificationCode = lazyScreen(() => import('../screens/verification-code'))
const Dashboard = lazyScreen(() => import('../screens/dashboard'))
const Cameras = lazyScreen(() => import('../screens/cameras'))
const Events = lazyScreen(() => import('../screens/events'))
const Videos = lazyScreen(() => import('../screens/videos'))
const Coming = lazyScreen(() => import('../screens/coming'))
const NotFound = lazyScreen(() => import('../screens/not-found'))

/** The guarded routes of spec section 2. */
const guardedScreens: Readonly<Record<string, ComponentType>> = {
  '/dashboard': Dashboard,
  '/cameras': Cameras,
  '/ai-chat': Coming,
  '/events': Events,
  '/videos': Videos,
  '/notifications': Coming,
  '/video-sharing': Coming,
  '/billing': Coming,
}

export function Routes() {
  const [path] = useLocation()
  const Guarded = guardedScreens[path]
  return (
    <Suspense fallback={<ScreenLoading />}>
      {Guarded === undefined ? (
        <OpenRoutes />
      ) : (
        // One guard and one frame for all guarded screens: going from one to another keeps the focus.
        <Guard>
          <Guarded />
        </Guard>
      )}
    </Suspense>
  )
}

function OpenRoutes() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/login" replace />
      </Route>
      <Route path="/login" component={Login} />
      <Route path="/verification-code" component={VerificationCode} />
      <Route component={NotFound} />
    </Switch>
  )
}
