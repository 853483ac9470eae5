import type { createStore } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { MAX_STILL_BYTES, STILL_EDGE } from '../contract/descriptions'
import { closeClip, takeStills } from '../engine/recording'
import { exclusively, ifFree } from '../outbox/exclusive'
import { indexedDbClipStore } from '../outbox/indexed-db-store'
import { resilientStore } from '../outbox/resilient-store'
import type { ClipSigning } from '../outbox/signing/clip-signer'
import { lateSigning } from '../outbox/signing/late-signing'
import { startAlertService } from '../state/capture/alerts'
import { startCaptureService } from '../state/capture/capture'
import { whenACameraRuns } from '../state/device/when-a-camera-runs'
import { createQueryClient } from '../state/http/reads'
import { noteOutcomeAtom, PROBE_INTERVAL_MS, probeAtom } from '../state/hub/connection'
import { whenCamerasRun } from '../state/live/offered-cameras'
import { startDeliveryService } from '../state/recordings/delivery'
import { type PageServices, pageServicesAtom, type Services, servicesAtom } from '../state/services'
import { startSessionService } from '../state/shell/forget'
import { startMemoryService } from '../state/shell/memory'
import { noteStoredElsewhereAtom } from '../state/shell/other-tabs'
import { browserCameras } from './camera-platform'
import { patiently } from './patiently'
import { browserPush } from './push-platform'
import type { OutcomeListeners } from './services'

export { system } from '../ui/theme/theme'
export { Frame } from './frame'

/** Starts what runs for as long as the tab lives and only signed-in people need. */
export function startSignedIn(store: ReturnType<typeof createStore>, outcomes: OutcomeListeners): void {
  const signing = lateSigning()
  const services = withCameras(store.get(pageServicesAtom), signing)
  store.set(servicesAtom, services)
  store.set(queryClientAtom, createQueryClient(services.reporter))
  store.get(queryClientAtom).mount()
  startSessionService(store)
  startMemoryService(store)
  // Fires for changes made by other tabs only.
  addEventListener('storage', ({ key }) => store.set(noteStoredElsewhereAtom, key))
  startDeliveryService(store)
  startAlertService(store)
  startCaptureService(store)
  void patiently(() => import('../state/modes/mode-clock')).then(({ startModeService }) => startModeService(store))
  void patiently(() => import('../state/live/live-line')).then(({ startLiveLine }) => startLiveLine(store))
  whenACameraRuns(store, () => {
    signing.prepare()
    void patiently(() => import('../state/device/power-watch')).then(({ startPowerWatch }) => startPowerWatch(store))
  })
  void patiently(() => import('../state/shell/version-moments')).then(({ startVersionMoments }) =>
    startVersionMoments(store),
  )
  whenCamerasRun(store, () => {
    void patiently(() => import('../state/live/live-cameras')).then(async ({ startLiveCameras }) =>
      startLiveCameras(store, await services.cameras.prepareSending()),
    )
  })
  void patiently(() => import('../state/notifications/push')).then(({ followPushesAtom }) =>
    store.set(followPushesAtom, new AbortController().signal),
  )
  outcomes.add((failure) => store.set(noteOutcomeAtom, failure))
  setInterval(() => void store.set(probeAtom), PROBE_INTERVAL_MS)
  addEventListener('online', () => void store.set(probeAtom))
}

function withCameras(page: PageServices, signing: ClipSigning): Services {
  const { reporter } = page
  // Missing on insecure pages.
  const locks = navigator.locks as LockManager | undefined
  return {
    ...page,
    cameras: browserCameras(reporter),
    clips: resilientStore(indexedDbClipStore(), (error) =>
      reporter.report('A clip could not be kept on disk; it waits in memory.', error),
    ),
    signing,
    device: () => patiently(async () => (await import('./device/device-platform')).browserDevice()),
    viewer: () => patiently(async () => (await import('./viewer-platform')).browserViewer()),
    push: browserPush(),
    closeClip,
    takeStills: (clip, momentsMs) => takeStills(clip, momentsMs, { edge: STILL_EDGE, mostBytes: MAX_STILL_BYTES }),
    exclusively: (name, work, signal) => exclusively(locks, name, work, signal),
    ifFree: (name, work) => ifFree(locks, name, work),
  }
}
