import { createStore } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { startCaptureService } from '../state/capture'
import { systemColorModeAtom } from '../state/color-mode'
import { noteOutcomeAtom, PROBE_INTERVAL_MS, probeAtom } from '../state/connection'
import { startDeliveryService } from '../state/delivery'
import { noteKeptElsewhereAtom } from '../state/detection-settings'
import { noteExtensionsAtom } from '../state/extensions'
import { startSessionService } from '../state/forget'
import { createQueryClient } from '../state/query-client'
import { servicesAtom } from '../state/services'
import { endSessionAtom } from '../state/session'
import { browserServices } from './services'

/** Builds the store of a tab and starts what runs for as long as the tab lives. */
export function composeApp() {
  const store = createStore()
  const services = browserServices({
    onSignedOut: () => store.set(endSessionAtom),
    onExtensions: (names) => store.set(noteExtensionsAtom, names),
    onOutcome: (failure) => store.set(noteOutcomeAtom, failure),
  })
  store.set(servicesAtom, services)
  store.set(queryClientAtom, createQueryClient(services.reporter))
  store.get(queryClientAtom).mount()
  startSessionService(store)
  const darkScheme = matchMedia('(prefers-color-scheme: dark)')
  const followScheme = () => store.set(systemColorModeAtom, darkScheme.matches ? 'dark' : 'light')
  darkScheme.addEventListener('change', followScheme)
  followScheme()
  // Fires for changes made by other tabs only.
  addEventListener('storage', ({ key }) => store.set(noteKeptElsewhereAtom, key))
  startDeliveryService(store)
  startCaptureService(store)
  setInterval(() => void store.set(probeAtom), PROBE_INTERVAL_MS)
  addEventListener('online', () => void store.set(probeAtom))
  return store
}
