import { expect, test } from 'vitest'
import { deviceWords } from '../../src/lib/device-words'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const chromeOn = (system: string, more = '') =>
  `Mozilla/5.0 (${system}) ${webkit} Chrome/140.0.0.0${more} Safari/537.36`
const ios = (system: string, name: string) =>
  `Mozilla/5.0 (${system}; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${name} Mobile/15E148 Safari/604.1`

test.each([
  [chromeOn('Windows NT 10.0; Win64; x64'), 'Chrome on Windows'],
  [`${chromeOn('Windows NT 10.0; Win64; x64')} Edg/140.0.0.0`, 'Edge on Windows'],
  [`${chromeOn('Macintosh; Intel Mac OS X 10_15_7')} OPR/120.0.0.0`, 'Opera on Mac'],
  [chromeOn('Linux; Android 10; K', ' Mobile'), 'Chrome on Android'],
  [
    chromeOn('Linux; Android 13; SM-S911B', ' Mobile').replace('Chrome', 'SamsungBrowser/28.0 Chrome'),
    'Samsung Internet on Android',
  ],
  [chromeOn('X11; CrOS x86_64 14541.0.0'), 'Chrome on ChromeOS'],
  [chromeOn('X11; Linux x86_64').replace('Chrome', 'HeadlessChrome'), 'Chrome on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 'Firefox on Android'],
  [ios('iPhone', 'Version/18.5'), 'Safari on iPhone'],
  [ios('iPad', 'CriOS/140.0.0.0'), 'Chrome on iPad'],
  [ios('iPhone', 'FxiOS/143.0'), 'Firefox on iPhone'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on Mac',
  ],
  ['curl/8.14.1', 'Unknown browser'],
  ['', 'Unknown browser'],
  [`Firefox/${'\u0007'.repeat(9_000)}`, 'Firefox'],
])('%s is told in words (DEV-02)', (userAgent, words) => {
  expect(deviceWords({ userAgent })).toBe(words)
})

test('what the browser hints goes before what it passes for (DEV-02)', () => {
  const userAgent = chromeOn('X11; Linux x86_64')
  const brands = '"Chromium";v="140", "Not=A?Brand";v="24", "Brave";v="140"'
  expect(deviceWords({ userAgent, brands, platform: '"Android"' })).toBe('Brave on Android')
  expect(deviceWords({ userAgent, platform: '"Chrome OS"' })).toBe('Chrome on ChromeOS')
  expect(deviceWords({ userAgent, platform: '"macOS"' })).toBe('Chrome on Mac')
})
