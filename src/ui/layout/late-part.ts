import { type ComponentType, useSyncExternalStore } from 'react'
import { noteMissingCode } from './missing-code'

/** How the code of a part stands. */
export type Arrival<Props> =
  | { readonly phase: 'unasked' }
  | { readonly phase: 'coming' }
  | { readonly phase: 'here'; readonly Part: ComponentType<Props> }
  /** The hub did not give it out; `fetch` asks again. */
  | { readonly phase: 'failed' }

/**
 * A part of a screen whose code is fetched when somebody is about to need it. Unlike `lazy` of React it can fail and be
 * asked for again, while everything around it stays as it is.
 */
export class LatePart<Props> {
  readonly #load: () => Promise<ComponentType<Props>>
  readonly #listeners = new Set<() => void>()
  #arrival: Arrival<Props> = { phase: 'unasked' }

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load
  }

  /** Asks for the code unless it is here or on its way. */
  readonly fetch = (): void => {
    if (this.#arrival.phase === 'here' || this.#arrival.phase === 'coming') return
    this.#become({ phase: 'coming' })
    this.#load().then(
      (Part) => this.#become({ phase: 'here', Part }),
      () => {
        this.#become({ phase: 'failed' })
        noteMissingCode()
      },
    )
  }

  readonly arrival = (): Arrival<Props> => this.#arrival

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #become(arrival: Arrival<Props>): void {
    this.#arrival = arrival
    for (const listener of this.#listeners) listener()
  }
}

export function useArrival<Props>(part: LatePart<Props>): Arrival<Props> {
  return useSyncExternalStore(part.subscribe, part.arrival)
}
