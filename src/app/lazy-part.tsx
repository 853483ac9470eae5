import { type ComponentType, lazy } from 'react'
import { patiently } from './patiently'

const preloads: (() => Promise<unknown>)[] = []

export type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Begins to fetch the code before it is shown. */
  readonly preload: () => void
}

/**
 * A part of the app whose code is fetched when it is first shown. A hub that is away at that moment only delays it: the
 * fetch is tried again until it succeeds.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyPart<Props> {
  preloads.push(load)
  // One that fails now is fetched when it is shown.
  const preload = () => void load().catch(() => undefined)
  return Object.assign(
    lazy(() => patiently(load)),
    { preload },
  )
}

/** Runs work once the browser has nothing else to do. */
export function whenIdle(work: () => void): void {
  const ask = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 2_000))
  ask(work)
}

/** Fetches all parts while the browser has nothing else to do, so that they show also when the hub is away. */
export function preloadParts(): void {
  whenIdle(() => {
    for (const load of preloads) load().catch(() => undefined)
  })
}
