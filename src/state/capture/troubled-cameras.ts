import { atom, type createStore } from 'jotai/vanilla'
import { permissionAtom, refreshDevicesAtom } from '../cameras/devices'
import { captureStatesAtom, hasSubstitute } from '../cameras/local-cameras'
import { servicesAtom } from '../services'

/** Some platforms tell no change of devices; with the engine's own tries a camera is back within 10 s (ENG-13). */
const LOOK_AGAIN_MS = 5_000

/** Whether a camera of this tab is without its own device. */
const isTroubledAtom = atom((get) =>
  [...get(captureStatesAtom).values()].some((capture) => capture.phase === 'failed' || hasSubstitute(capture)),
)

/** Whether a camera was refused although the page may use it: then the system refuses, and tells no change. */
const isRefusedBySystemAtom = atom(
  (get) =>
    get(permissionAtom).phase === 'granted' &&
    [...get(captureStatesAtom).values()].some(
      (capture) => capture.phase === 'failed' && capture.reason === 'permission-denied',
    ),
)

/** Lists the devices again and again while a camera is troubled, until the signal aborts. */
export function lookAfterTroubledCameras(
  store: ReturnType<typeof createStore>,
  retry: () => void,
  signal: AbortSignal,
): void {
  const { after } = store.get(servicesAtom)
  let cancel: (() => void) | null = null
  const look = async () => {
    await store.set(refreshDevicesAtom)
    cancel = null
    if (signal.aborted) return
    // Asking cannot prompt here: the page has the permission.
    if (store.get(isRefusedBySystemAtom)) retry()
    follow()
  }
  const follow = () => {
    if (store.get(isTroubledAtom)) cancel ??= after(LOOK_AGAIN_MS, () => void look())
  }
  const unsubscribe = store.sub(isTroubledAtom, follow)
  follow()
  signal.addEventListener('abort', () => {
    unsubscribe()
    cancel?.()
  })
}
