import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenIdle } from '../ui/layout/when-idle'
import { App } from './app'
import { composeApp } from './compose'
import { keepInstallOffers } from './device/install-offer'
import { firstScreen } from './first-screen'
import { preloadParts } from './lazy-part'
import { keepNotificationPresses } from './notification-presses'
import { patiently } from './patiently'

keepInstallOffers()
keepNotificationPresses()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root.')
const store = composeApp()
const render = () =>
  createRoot(root).render(
    <StrictMode>
      <App store={store} />
    </StrictMode>,
  )
void firstScreen(store).then(render)
preloadParts()
// Last: the first screen does not wait for what serves the next one.
if (import.meta.env.PROD) {
  // The hub may be away just then: a browser that did not hear of it now would keep nothing for as long as this tab lives.
  const keep = async () => (await patiently(() => import('./version/kept-app'))).keepApp(store)
  whenIdle(() => void keep().catch(() => undefined))
}
