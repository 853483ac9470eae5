import { createStore } from 'jotai/vanilla'
import { forgetRememberedExtensionsAtom, namesExtensionsAtom, noteExtensionsAtom } from '../state/http/extensions'
import { pageServicesAtom } from '../state/services'
import { colorModeAtom, systemColorModeAtom } from '../state/shell/color-mode'
import { endSessionAtom, followSession } from '../state/sign-in/session'
import { lazyPart } from './lazy-part'
import { partsAtom } from './parts'
import { browserPage, type OutcomeListeners } from './services'
import { wholeSystemAtom } from './system'

type Store = ReturnType<typeof createStore>

/** Builds the store of a tab: at once what the sign-in screens need, the rest as its code comes. */
export function composeApp(): Store {
  const store = createStore()
  const outcomes: OutcomeListeners = new Set()
  const page = browserPage({
    onSignedOut: () => store.set(endSessionAtom),
    onExtensions: (names) => store.set(noteExtensionsAtom, names),
    namesExtensions: () => store.set(namesExtensionsAtom),
    onNoExtensions: () => store.set(forgetRememberedExtensionsAtom),
    onOutcome: (failure) => {
      for (const hear of outcomes) hear(failure)
    },
  })
  store.set(pageServicesAtom, page)
  followColorScheme(store)
  const Frame = lazyPart(signedInPart(store, outcomes))
  const Notices = lazyPart(async () => {
    const part = await import('./notices')
    store.set(wholeSystemAtom, part.system)
    return { default: part.Notices }
  })
  store.set(partsAtom, { Frame, Notices })
  return store
}

/** Keeps the page's class and the browser's own controls in the chosen theme: from the first, or a dark page would begin light. */
function followColorScheme(store: Store): void {
  const darkScheme = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => store.set(systemColorModeAtom, darkScheme.matches ? 'dark' : 'light')
  darkScheme.addEventListener('change', follow)
  follow()
  const show = () => {
    const mode = store.get(colorModeAtom)
    const { classList, style } = document.documentElement
    classList.toggle('dark', mode === 'dark')
    classList.toggle('light', mode === 'light')
    style.colorScheme = mode
  }
  store.sub(colorModeAtom, show)
  show()
}

/** Loads the signed-in part, and starts it once. */
function signedInPart(store: Store, outcomes: OutcomeListeners) {
  const stopFollowing = followSession(store)
  let isStarted = false
  return async () => {
    const part = await import('./signed-in')
    if (!isStarted) {
      isStarted = true
      store.set(wholeSystemAtom, part.system)
      // From here on the session is followed by what also forgets its user.
      stopFollowing()
      part.startSignedIn(store, outcomes)
    }
    return { default: part.Frame }
  }
}
