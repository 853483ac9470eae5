/** The screens of the app: at any other address the hub itself answers, or nobody (SHELL-03). */
export const appRoutes: ReadonlySet<string> = new Set([
  '/',
  '/login',
  '/verification-code',
  '/pair',
  '/pair/camera',
  '/verify',
  '/dashboard',
  '/cameras',
  '/cameras/this-device',
  '/live',
  '/ai-chat',
  '/events',
  '/videos',
  '/notifications',
  '/modes',
  '/video-sharing',
  '/billing',
])

/** `page`: a screen of the app is opened. `file`: one of the files that a screen is made of. */
export type RequestKind = 'page' | 'file' | 'other'

/** The build writes a hash of the content into every name below it: equal names are equal files, in all versions. */
const ASSETS = '/assets/'

/** Whose business a request is; whatever is `other` goes its way as if there were no worker. */
export function kindOf(
  request: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
  files: readonly string[],
): RequestKind {
  const url = new URL(request.url)
  // HEAD asks the hub what it offers.
  if (request.method !== 'GET' || url.origin !== origin) return 'other'
  if (request.mode === 'navigate') return appRoutes.has(url.pathname) ? 'page' : 'other'
  return url.pathname.startsWith(ASSETS) || files.includes(url.pathname) ? 'file' : 'other'
}

/** Under which address a file of a version is kept. */
export function keyOf(path: string, version: string): string {
  return path.startsWith(ASSETS) ? path : `${path}?kept=${version}`
}

/** Under which the page itself is. */
export function pageKeyOf(version: string): string {
  return keyOf('/index.html', version)
}
