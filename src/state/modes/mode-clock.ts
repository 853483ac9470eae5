import { atom, type createStore } from 'jotai/vanilla'
import { type InForce, inForceAt, isSnoozedAt } from '../../lib/modes/mode-schedule'
import { noteToldAheadAtom } from '../hub/hub-ahead'
import { servicesAtom } from '../services'
import { type HoldingMode, holdingModeAtom } from './holding-mode'
import type { KnownModes, ToldMode } from './kept-modes'
import { areModesStaleAtom, knownModesAtom, modesQueryAtom } from './modes'

type Store = ReturnType<typeof createStore>

/** A machine that slept, or whose clock was set, learns of a switch within this. */
const LONGEST_WAIT_MS = 30_000

/** A clock that was set back by less is as well as it was: what answers say of the two is no closer. */
const LEAST_SET_BACK_MS = 5_000

/** By the hub's clock, as of the last look. */
const hubNowAtom = atom(0)

/**
 * What holds now, by what is known: the hub's schedule goes on here while it is away. null: nothing is known, or this browser
 * reckons the schedule otherwise than the hub, and what that told last is over.
 */
export const inForceAtom = atom((get): InForce | ToldMode | null => {
  const known = get(knownModesAtom)
  if (known === null) return null
  const atMs = get(hubNowAtom) || hubNow(known, get(servicesAtom).nowMs())
  const { told, settings } = known
  if (told === null) return inForceAt(settings, atMs)
  return told.untilMs === null || atMs < told.untilMs ? told : null
})

/** Until when nothing is told; null: it is. */
export const snoozedUntilAtom = atom((get): number | null => {
  const known = get(knownModesAtom)
  const nowMs = get(hubNowAtom)
  const { snooze } = known?.settings ?? { snooze: null }
  return known !== null && snooze !== null && isSnoozedAt(known.settings, nowMs) ? snooze.untilMs : null
})

function hubNow({ aheadMs }: KnownModes, nowMs: number): number {
  return nowMs + aheadMs
}

/** Looks at the clock when something changes, at each switch, and in between. */
class ModeClock {
  readonly #store: Store
  #known: KnownModes | null = null
  /** When the last answer came: what is known stays the very same where that says nothing else. */
  #answeredAtMs = 0
  #lookedAtMs = 0
  /** By how much this machine's clock was set back since the answer that told what is known. */
  #setBackMs = 0
  #cancel: () => void = () => undefined

  constructor(store: Store) {
    this.#store = store
  }

  readonly look = (): void => {
    this.#cancel()
    const { nowMs, after } = this.#store.get(servicesAtom)
    const known = this.#store.get(knownModesAtom)
    // What was kept is of a clock that may have been set since.
    this.#store.set(noteToldAheadAtom, this.#store.get(areModesStaleAtom) ? null : (known?.aheadMs ?? null))
    this.#noteTime(known, nowMs())
    if (known === null) return this.#hold(null)
    const atMs = hubNow(known, nowMs()) + this.#setBackMs
    this.#store.set(hubNowAtom, atMs)
    const inForce = this.#store.get(inForceAtom)
    this.#hold(inForce && { mode: inForce.mode, rules: known.settings.rules })
    const turns = [inForce?.untilMs, this.#store.get(snoozedUntilAtom)]
    const waits = turns.flatMap((turnMs) => (turnMs == null ? [] : [turnMs - atMs]))
    this.#cancel = after(Math.max(0, Math.min(LONGEST_WAIT_MS, ...waits)), this.look)
  }

  close(): void {
    this.#cancel()
  }

  /** One that was set forward looks like one whose machine slept. */
  #noteTime(known: KnownModes | null, nowMs: number): void {
    const backMs = this.#lookedAtMs - nowMs
    this.#lookedAtMs = nowMs
    const { dataUpdatedAt } = this.#store.get(modesQueryAtom)
    if (known !== this.#known || dataUpdatedAt !== this.#answeredAtMs) this.#setBackMs = 0
    else if (backMs > LEAST_SET_BACK_MS) this.#setBackMs += backMs
    this.#known = known
    this.#answeredAtMs = dataUpdatedAt
  }

  /** The same again changes nothing, or every look would have all captures looked at. */
  #hold(holding: HoldingMode | null): void {
    const before = this.#store.get(holdingModeAtom)
    if (before?.mode !== holding?.mode || before?.rules !== holding?.rules) this.#store.set(holdingModeAtom, holding)
  }
}

/** Follows the modes until what it returns is called. */
export function startModeService(store: Store): () => void {
  const clock = new ModeClock(store)
  const unsubscribe = store.sub(knownModesAtom, clock.look)
  clock.look()
  return () => {
    unsubscribe()
    clock.close()
  }
}
