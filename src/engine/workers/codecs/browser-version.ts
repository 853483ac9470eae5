/** The User-Agent Client Hints, which Chromium has alone, on secure pages; types know nothing of them. */
interface UserAgentData {
  getHighEntropyValues(hints: readonly string[]): Promise<{
    readonly fullVersionList?: readonly { readonly brand: string; readonly version: string }[]
  }>
}

interface Told {
  readonly userAgent: string
  readonly userAgentData?: UserAgentData
}

/**
 * This browser with its whole version: encoders change within a major version too, which is all that Chromium's user agent
 * tells. That serves where nothing more is told.
 */
export async function browserVersion(): Promise<string> {
  const { userAgentData, userAgent } = navigator as Told
  try {
    const { fullVersionList = [] } = (await userAgentData?.getHighEntropyValues(['fullVersionList'])) ?? {}
    // Browsers give them in any order.
    const names = fullVersionList.map(({ brand, version }) => `${brand} ${version}`).sort()
    return names.length === 0 ? userAgent : names.join(', ')
  } catch {
    return userAgent
  }
}
