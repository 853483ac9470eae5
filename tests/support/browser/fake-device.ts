import type { Battery, DevicePlatform, Installation } from '../../../src/state/services'

/** A machine whose power and storage are as the test says. */
export interface FakeDevice extends DevicePlatform {
  name: string
  /** null: the browser does not tell. */
  isKept: boolean | null
  /** What the browser says when it is asked to keep what is stored. */
  willKeep: boolean
  installation: Installation
  /** Becomes what the person answers when the browser asks. */
  afterInstall: Installation
  /** The page is loaded anew. */
  leave(): void
  /** The plug is pulled or put in, or the level changes. */
  power(battery: Battery): void
}

/** `battery` null: a browser that does not tell. */
export function fakeDevice(battery: Battery | null = { isPluggedIn: true, level: 1 }): FakeDevice {
  const reports = new Set<(battery: Battery) => void>()
  const installs = new Set<(installation: Installation) => void>()
  const leaves = new Set<() => void>()
  let now = battery
  const device: FakeDevice = {
    name: 'Chrome on Windows',
    isKept: false,
    willKeep: true,
    installation: 'by-hand',
    afterInstall: 'own-window',
    deviceName: async () => device.name,
    async watchBattery(report, signal) {
      if (now === null) return false
      reports.add(report)
      signal.addEventListener('abort', () => reports.delete(report))
      report(now)
      return true
    },
    onLeave(work, signal) {
      leaves.add(work)
      signal.addEventListener('abort', () => leaves.delete(work))
    },
    leave() {
      for (const work of leaves) work()
    },
    isStorageKept: async () => device.isKept,
    async keepStorage() {
      if (device.willKeep) device.isKept = true
      return device.willKeep
    },
    watchInstallation(report, signal) {
      installs.add(report)
      signal.addEventListener('abort', () => installs.delete(report))
      report(device.installation)
    },
    async install() {
      device.installation = device.afterInstall
      for (const report of installs) report(device.installation)
    },
    power(changed) {
      now = changed
      for (const report of reports) report(changed)
    },
  }
  return device
}
