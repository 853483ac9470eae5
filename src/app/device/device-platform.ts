import { deviceWords } from '../../lib/device-words'
import type { Battery, DevicePlatform, Installation } from '../../state/services'
import { askToInstall, installOffer, watchInstallOffer } from './install-offer'

/** Of the Battery Status API, which Chromium has alone; the DOM's types know nothing of it. */
interface BatteryManager extends EventTarget {
  readonly charging: boolean
  readonly level: number
}

/** The machine that this page runs on. */
export function browserDevice(): DevicePlatform {
  // Missing on insecure pages.
  const storage = navigator.storage as StorageManager | undefined
  return {
    deviceName: async () => deviceWords({ userAgent: navigator.userAgent }),
    watchBattery,
    onLeave: (work, signal) => addEventListener('pagehide', work, { signal }),
    isStorageKept: async () => (await storage?.persisted?.().catch(() => null)) ?? null,
    keepStorage: async () => (await storage?.persist?.().catch(() => false)) ?? false,
    watchInstallation,
    install: askToInstall,
  }
}

/** How pages are shown that have no address bar. */
const OWN_WINDOW = ['standalone', 'fullscreen', 'minimal-ui'].map((mode) => `(display-mode: ${mode})`).join(', ')

function watchInstallation(report: (installation: Installation) => void, signal: AbortSignal): void {
  const window = matchMedia(OWN_WINDOW)
  const tell = () => {
    const { isOffered, wasInstalled } = installOffer()
    if (window.matches) report('own-window')
    else if (isOffered) report('offered')
    else report(wasInstalled ? 'elsewhere' : 'by-hand')
  }
  // A tab becomes a window of its own as it is installed.
  window.addEventListener('change', tell, { signal })
  watchInstallOffer(tell, signal)
  tell()
}

async function watchBattery(report: (battery: Battery) => void, signal: AbortSignal): Promise<boolean> {
  const manager = await askForBattery()
  if (manager === null) return false
  // "Charging" is what Chromium says of every machine that is plugged in: also of a full battery, and where there is none.
  const tell = () => report({ isPluggedIn: manager.charging, level: manager.level })
  if (signal.aborted) return true
  manager.addEventListener('chargingchange', tell, { signal })
  manager.addEventListener('levelchange', tell, { signal })
  tell()
  return true
}

async function askForBattery(): Promise<BatteryManager | null> {
  const { getBattery } = navigator as Navigator & { getBattery?: () => Promise<BatteryManager> }
  try {
    return (await getBattery?.call(navigator)) ?? null
  } catch {
    // A policy of the page or of the browser's owner.
    return null
  }
}
