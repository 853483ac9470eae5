import { atom } from 'jotai/vanilla'
import type { ExtensionName } from '../contract/extensions'

/** What the provider offers beyond the specified calls; empty until it says so (design 3). */
export const extensionsAtom = atom<ReadonlySet<ExtensionName>>(new Set<ExtensionName>())
