import type { StartUp } from './system-step'

/** How a system starts a browser, and what the browser is told: its window is to show the address. */
export interface BrowserProgram {
  readonly windows: string
  readonly macApp: string
  /** Under which of these it is installed is another thing on each distribution. */
  readonly linux: readonly string[]
  /** Whether it opens an address as an app, in a window of its own without an address bar. */
  readonly isChromium: boolean
}

const chrome: BrowserProgram = {
  windows: 'chrome',
  macApp: 'Google Chrome',
  linux: ['google-chrome', 'chromium', 'chromium-browser'],
  isChromium: true,
}

const others: readonly (readonly [RegExp, BrowserProgram])[] = [
  [/^Edge\b/, { windows: 'msedge', macApp: 'Microsoft Edge', linux: ['microsoft-edge'], isChromium: true }],
  [/^Brave\b/, { windows: 'brave', macApp: 'Brave Browser', linux: ['brave-browser', 'brave'], isChromium: true }],
  [/^Vivaldi\b/, { windows: 'vivaldi', macApp: 'Vivaldi', linux: ['vivaldi'], isChromium: true }],
  [/^Opera\b/, { windows: 'opera', macApp: 'Opera', linux: ['opera'], isChromium: true }],
  [/^Firefox\b/, { windows: 'firefox', macApp: 'Firefox', linux: ['firefox', 'firefox-esr'], isChromium: false }],
]

/** Only Macs have it: a page that shows in it tells of another browser for all other systems. */
const safari: BrowserProgram = { ...chrome, macApp: 'Safari', isChromium: false }

/** The browser that shows this page, where the system has it; else Chrome. */
export function programOf({ deviceName }: StartUp, system: 'windows' | 'macos' | 'linux'): BrowserProgram {
  if (system === 'macos' && /^Safari\b/.test(deviceName)) return safari
  return others.find(([name]) => name.test(deviceName))?.[1] ?? chrome
}

/** Nobody is there to answer whether pages of before a crash should come back. */
export function wordsFor({ isChromium }: BrowserProgram, address: string): readonly string[] {
  return isChromium ? [`--app=${address}`, '--hide-crash-restore-bubble'] : ['--new-window', address]
}
