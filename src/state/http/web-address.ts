/** Only web addresses are followed: the URL comes from outside. Relative ones belong to the app's own host. */
export function webAddress(url: string, origin: string): string | null {
  if (!URL.canParse(url, origin)) return null
  const { protocol, href } = new URL(url, origin)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
