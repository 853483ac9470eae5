/** What a browser says of itself. */
export interface BrowserNames {
  readonly userAgent: string
  /** Client hint `sec-ch-ua`: names with versions; empty where the browser sends none. */
  readonly brands?: string
  /** Client hint `sec-ch-ua-platform`. */
  readonly platform?: string
}

type Sign = readonly [sign: RegExp, name: string]

/** In this order: most browsers name others that they want to pass for. */
const browsers: readonly Sign[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
]

/** Those that send the user agent of Chrome, and their name as a hint alone. */
const hinted: readonly Sign[] = [
  [/"Brave"/, 'Brave'],
  [/"Vivaldi"/, 'Vivaldi'],
  [/"Opera"/, 'Opera'],
  [/"Microsoft Edge"/, 'Edge'],
]

const systems: readonly Sign[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b|Chrom(?:e|ium) ?OS/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bmacOS\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** "Chrome on Windows", "Safari on iPhone": enough to know a device again, and no more. */
export function deviceWords({ userAgent, brands = '', platform = '' }: BrowserNames): string {
  const browser = nameIn(hinted, brands) ?? nameIn(browsers, userAgent)
  if (browser === null) return 'Unknown browser'
  const system = nameIn(systems, platform) ?? nameIn(systems, userAgent)
  return system === null ? browser : `${browser} on ${system}`
}

function nameIn(signs: readonly Sign[], text: string): string | null {
  return signs.find(([sign]) => sign.test(text))?.[1] ?? null
}
