import { atom } from 'jotai/vanilla'
import { type ExtensionName, formatExtensions, parseExtensions } from '../../contract/extensions'
import { pageServicesAtom } from '../services'
import { keepText } from '../session-store'

/** What the provider offers beyond the specified calls; empty until it says so (EXT-02). */
export const extensionsAtom = atom<ReadonlySet<ExtensionName>>(new Set<ExtensionName>())

/** What the provider said last, for when a page is opened while it is away (SHELL-10). */
const KEPT_KEY = 'nightjar:extensions'

/** Whether the names above are remembered, and not heard since this page was opened. */
const areRememberedAtom = atom(false)

/** Takes note of an answer's header; the same names again change nothing, or every answer would begin reads anew. */
export const noteExtensionsAtom = atom(null, (get, set, names: ReadonlySet<ExtensionName>) => {
  const { session, storage, apiUrl } = get(pageServicesAtom)
  set(areRememberedAtom, false)
  // Nobody's page has cameras to start.
  if (session.read() !== null) keepText(storage, KEPT_KEY, `${apiUrl} ${formatExtensions([...names])}`)
  const known = get(extensionsAtom)
  if (known.size !== names.size || [...names].some((name) => !known.has(name))) set(extensionsAtom, names)
})

/** The provider is away, and has said nothing yet: what it offered before is taken to be there when it is back. */
export const rememberExtensionsAtom = atom(null, (get, set) => {
  if (get(extensionsAtom).size > 0) return
  const { storage, apiUrl } = get(pageServicesAtom)
  const kept = storage.getItem(KEPT_KEY) ?? ''
  if (!kept.startsWith(`${apiUrl} `)) return
  set(areRememberedAtom, true)
  set(extensionsAtom, parseExtensions(kept.slice(apiUrl.length)))
})

/** It answered and named none: what was remembered is not offered any more (EXT-02). */
export const forgetRememberedExtensionsAtom = atom(null, (get, set) => {
  if (!get(areRememberedAtom)) return
  set(areRememberedAtom, false)
  set(extensionsAtom, new Set<ExtensionName>())
})

/** Whoever comes next begins without a memory. */
export const forgetKeptExtensionsAtom = atom(null, (get) => get(pageServicesAtom).storage.removeItem(KEPT_KEY))
