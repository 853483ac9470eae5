import { chromeOsSteps, linuxSteps, macSteps, windowsSteps } from './computer-steps'
import { androidSteps, iosSteps } from './handheld-steps'
import type { StartUp, SystemStep } from './system-step'

/** Systems that are told apart, as what must be set is another on each. */
export const systems = ['windows', 'macos', 'linux', 'chromeos', 'android', 'ios'] as const
export type System = (typeof systems)[number]

export const systemTitles: Readonly<Record<System, string>> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  chromeos: 'ChromeOS',
  android: 'Android',
  ios: 'iPhone and iPad',
}

const names: readonly (readonly [RegExp, System])[] = [
  [/Windows/, 'windows'],
  [/Mac/, 'macos'],
  [/Android/, 'android'],
  [/iPhone|iPad/, 'ios'],
  [/ChromeOS/, 'chromeos'],
  [/Linux/, 'linux'],
]

/** The system of a device in words, such as "Chrome on Windows"; null: some other. */
export function systemOf(deviceName: string): System | null {
  return names.find(([name]) => name.test(deviceName))?.[1] ?? null
}

/** The steps of one system, the most useful first (SENSE-10). */
export function stepsOf(system: System, startUp: StartUp): readonly SystemStep[] {
  switch (system) {
    case 'windows':
      return windowsSteps(startUp)
    case 'macos':
      return macSteps(startUp)
    case 'linux':
      return linuxSteps(startUp)
    case 'chromeos':
      return chromeOsSteps()
    case 'android':
      return androidSteps(startUp)
    case 'ios':
      return iosSteps(startUp)
  }
}
