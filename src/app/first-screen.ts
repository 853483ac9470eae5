import type { createStore } from 'jotai/vanilla'
import { isSignedInAtom } from '../state/sign-in/session'
import { partsAtom } from './parts'
import { preloadScreen } from './routes'

/** Then the page says that the screen is on its way. */
const PATIENCE_MS = 500

/**
 * Resolves when the code of what is shown first is here, which then shows at once and whole, or is late. Placeholders
 * before it would cost 300 ms each: React lets them stand so long.
 */
export async function firstScreen(store: ReturnType<typeof createStore>): Promise<void> {
  const isSignedIn = store.get(isSignedInAtom)
  const parts = [
    preloadScreen(location.pathname, isSignedIn),
    ...(isSignedIn ? [store.get(partsAtom).Frame.preload()] : []),
  ]
  await Promise.race([Promise.all(parts), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}
