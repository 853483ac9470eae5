import { atom } from 'jotai/vanilla'
import type { ExtensionName } from '../../contract/extensions'

/** What the provider offers beyond the specified calls; empty until it says so (EXT-02). */
export const extensionsAtom = atom<ReadonlySet<ExtensionName>>(new Set<ExtensionName>())

/** Takes note of an answer's header; the same names again change nothing, or every answer would begin reads anew. */
export const noteExtensionsAtom = atom(null, (get, set, names: ReadonlySet<ExtensionName>) => {
  const known = get(extensionsAtom)
  if (known.size !== names.size || [...names].some((name) => !known.has(name))) set(extensionsAtom, names)
})
