import { atom } from 'jotai/vanilla'
import { type ExtensionName, formatExtensions, parseExtensions } from '../../contract/extensions'
import { type PageServices, pageServicesAtom } from '../services'
import { keepText } from '../session-store'

/** What the provider offers beyond the specified calls; empty until it says so (EXT-02). */
export const extensionsAtom = atom<ReadonlySet<ExtensionName>>(new Set<ExtensionName>())

/** What the provider said last, for when a page is opened while it is away (SHELL-10). */
const KEPT_KEY = 'nightjar:extensions'

/** Whether the names above are remembered, and not heard since this page was opened. */
const areRememberedAtom = atom(false)

/** Whether the last answer that was as the contract says named none. */
const hasNamedNoneAtom = atom(false)

/** Takes note of an answer's header; the same names again change nothing, or every answer would begin reads anew. */
export const noteExtensionsAtom = atom(null, (get, set, names: ReadonlySet<ExtensionName>) => {
  const { session, storage, apiUrl } = get(pageServicesAtom)
  set(areRememberedAtom, false)
  set(hasNamedNoneAtom, false)
  // Nobody's page has cameras to start.
  if (session.read() !== null) keepText(storage, KEPT_KEY, `${apiUrl} ${formatExtensions([...names])}`)
  const known = get(extensionsAtom)
  if (known.size !== names.size || [...names].some((name) => !known.has(name))) set(extensionsAtom, names)
})

function readKept({ storage, apiUrl }: PageServices): ReadonlySet<ExtensionName> {
  const kept = storage.getItem(KEPT_KEY) ?? ''
  return parseExtensions(kept.startsWith(`${apiUrl} `) ? kept.slice(apiUrl.length) : '')
}

/** Counts what is forgotten, so that the atom below reads anew. */
const forgottenAtom = atom(0)

/** What it had offered when this page was opened; nothing where another provider was used, or it names none any more. */
export const keptExtensionsAtom = atom((get) => {
  get(forgottenAtom)
  return readKept(get(pageServicesAtom))
})

/** The provider is away, and has said nothing yet: what it offered before is taken to be there when it is back. */
export const rememberExtensionsAtom = atom(null, (get, set) => {
  const known = get(extensionsAtom)
  const kept = readKept(get(pageServicesAtom))
  if (kept.size === 0 || (known.size > 0 && !get(areRememberedAtom))) return
  set(areRememberedAtom, true)
  set(extensionsAtom, new Set([...known, ...kept]))
})

/**
 * What the page was served with: taken to be offered until the provider's first answer says it again, or names none. The
 * page may come from a hub, and its calls go to another provider.
 */
export const noteOfferOfPageAtom = atom(null, (get, set, names: ReadonlySet<ExtensionName>) => {
  if (names.size === 0 || get(extensionsAtom).size > 0 || get(hasNamedNoneAtom)) return
  set(areRememberedAtom, true)
  set(extensionsAtom, names)
})

/** Whether the provider names extensions with every answer, as far as this page or one before it has heard (EXT-01). */
export const namesExtensionsAtom = atom(
  null,
  (get) => get(extensionsAtom).size > 0 || readKept(get(pageServicesAtom)).size > 0,
)

/** It answered as the contract says, and named none: what was remembered is not offered any more (EXT-02). */
export const forgetRememberedExtensionsAtom = atom(null, (get, set) => {
  if (get(extensionsAtom).size > 0 && !get(areRememberedAtom)) return
  set(hasNamedNoneAtom, true)
  if (!set(namesExtensionsAtom)) return
  set(forgetKeptExtensionsAtom)
  set(areRememberedAtom, false)
  set(extensionsAtom, new Set<ExtensionName>())
})

/** Whoever comes next begins without a memory. */
export const forgetKeptExtensionsAtom = atom(null, (get, set) => {
  get(pageServicesAtom).storage.removeItem(KEPT_KEY)
  set(forgottenAtom, (count) => count + 1)
})
