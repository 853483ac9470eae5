import { type ComponentType, lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { Guard } from './guard'

const Login = lazy(() => import('../screens/login'))
const VerificationCode = lazy(() => import('../screens/verification-code'))
const Dashboard = lazy(() => import('../screens/dashboard'))
const Cameras = lazy(() => import('../screens/cameras'))
const Events = lazy(() => import('../screens/events'))
const Videos = lazy(() => import('../screens/videos'))
const Coming = lazy(() => import('../screens/coming'))
const NotFound = lazy(() => import('../screens/not-found'))

const coming = (title: string) => () => <Coming title={title} />

/** The guarded routes of spec section 2. */
const guardedScreens: Readonly<Record<string, ComponentType>> = {
  '/dashboard': Dashboard,
  '/cameras': Cameras,
  '/ai-chat': coming('AI Security Assistant'),
  '/events': Events,
  '/videos': Videos,
  '/notifications': coming('Notification Settings'),
  '/video-sharing': coming('Secure Video Sharing'),
  '/billing': coming('Billing & Subscriptions'),
}

export function Routes() {
  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path="/">
          <Redirect to="/login" replace />
        </Route>
        <Route path="/login" component={Login} />
        <Route path="/verification-code" component={VerificationCode} />
        {Object.entries(guardedScreens).map(([path, Screen]) => (
          <Route key={path} path={path}>
            <Guard>
              <Screen />
            </Guard>
          </Route>
        ))}
        <Route component={NotFound} />
      </Switch>
    </Suspense>
  )
}
