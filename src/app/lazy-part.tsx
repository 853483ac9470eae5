import { type ComponentType, lazy, useState } from 'react'
import { whenIdle } from '../ui/layout/when-idle'
import { patiently } from './patiently'

const preloads: (() => Promise<unknown>)[] = []

export type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Begins to fetch the code before it is shown. Resolves when it is here, or did not come. */
  readonly preload: () => Promise<void>
}

/**
 * A part of the app whose code is fetched when it is first shown. A hub that is away at that moment only delays it: the
 * fetch is tried again until it succeeds. One whose code is here shows at once: what React has to wait for, if only for
 * a moment, it holds back until 300 ms after the last placeholder.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyPart<Props> {
  let known: ComponentType<Props> | null = null
  const fetchPart = async () => {
    const part = await load()
    known = part.default
    return part
  }
  preloads.push(fetchPart)
  const Awaited = lazy(() => patiently(fetchPart))
  function Part(props: Props) {
    // For as long as it is shown: another component would begin anew.
    const [Shown] = useState<ComponentType<Props>>(() => known ?? Awaited)
    return <Shown {...props} />
  }
  const preload = () =>
    fetchPart().then(
      () => undefined,
      // One that fails now is fetched when it is shown.
      () => undefined,
    )
  return Object.assign(Part, { preload })
}

/** The browser is idle, too, while the first screen waits for its code or its answers: that screen has this long. */
const FIRST_SCREEN_MS = 1_000

/**
 * Fetches all parts while the browser has nothing else to do, so that they show also when the hub is away. One by one:
 * together they hold the page for as long as it takes to run all of the app's code. None where the user asks the browser
 * to save data (https://wicg.github.io/savedata/).
 */
export function preloadParts(): void {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  if (connection?.saveData) return
  const waiting = [...preloads]
  const loadNext = () => {
    const load = waiting.shift()
    if (load !== undefined) {
      whenIdle(() =>
        load()
          .catch(() => undefined)
          .then(loadNext),
      )
    }
  }
  setTimeout(loadNext, FIRST_SCREEN_MS)
}
