/** Where the browsers' menus have it, by device name such as "Chrome on Windows"; the first that fits. */
const menus: readonly (readonly [device: RegExp, words: string])[] = [
  // All browsers there are Safari inside.
  [/ on (?:iPhone|iPad)$/, 'In the Share menu: Add to Home Screen.'],
  [/^Firefox on Android$/, 'In Firefox’s menu: Add app to Home screen.'],
  [/^Samsung Internet/, 'In the menu: Add page to, Home screen.'],
  [/^(?:Chrome|Brave|Vivaldi|Opera|Edge) on Android$/, 'In the browser’s menu: Add to Home screen, Install.'],
  [/^Safari on Mac$/, 'In the File menu: Add to Dock.'],
  [/^Edge\b/, `In Edge’s menu: More tools, Apps, Install Nightjar. ${missing()}`],
  [/^(?:Chrome|Brave)\b/, `In the browser’s menu: Cast, Save and Share, Install Nightjar. ${missing()}`],
  [/^Firefox on Windows$/, 'In Firefox’s address bar: Add to taskbar.'],
  [/^Firefox\b/, 'Firefox installs no pages on this system; Chrome and Edge do. It works as a tab, too.'],
]

/** How somebody installs a page by the browser's own menu; it works without, too. */
export function installWords(deviceName: string): string {
  const found = menus.find(([device]) => device.test(deviceName))
  return found?.[1] ?? 'Look for Install, or Add to Home screen, in the browser’s menu, or go on without.'
}

/** What keeps it out of the menus of Chromium. */
function missing(): string {
  return 'Not there? Then it is installed already, or the browser warns of this hub’s certificate: have the device trust it first.'
}
