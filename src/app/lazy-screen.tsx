import { type ComponentType, lazy } from 'react'

type ScreenModule = { readonly default: ComponentType }

/** A screen's code that could not be fetched is asked for again this often. */
const RETRY_MS = 2_000

const preloads: (() => Promise<unknown>)[] = []

/**
 * A screen whose code is fetched when it is first shown. A hub that is away at that moment only delays it: the fetch
 * is tried again until it succeeds.
 */
export function lazyScreen(load: () => Promise<ScreenModule>): ComponentType {
  preloads.push(load)
  const loadPatiently = (): Promise<ScreenModule> =>
    load().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      return loadPatiently()
    })
  return lazy(loadPatiently)
}

/** Fetches all screens while the browser has nothing else to do, so that they show also when the hub is away. */
export function preloadScreens(): void {
  const whenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 2_000))
  whenIdle(() => {
    // One that fails now is fetched when it is shown.
    for (const load of preloads) load().catch(() => undefined)
  })
}
