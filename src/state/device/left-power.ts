import * as z from 'zod/mini'
import { MINUTE_MS } from '../../lib/durations'
import type { KeyValueStorage } from '../session-store'
import type { PowerState } from './power-sense'

const KEY = 'nightjar:power-left'

/** A page that begins later is no reload: somebody may have taken the machine along. */
const RELOAD_MS = MINUTE_MS

/** What a page saw last, where a plug that is out in the next one was pulled in between. */
export type LeftPower = Extract<PowerState, { phase: 'plugged-in' | 'leaving' }>

const kept = z.object({
  atMs: z.number(),
  state: z.discriminatedUnion('phase', [
    z.object({ phase: z.literal('plugged-in'), backAtMs: z.nullable(z.number()) }),
    z.object({ phase: z.literal('leaving'), sinceMs: z.number(), backAtMs: z.nullable(z.number()) }),
  ]),
})

/** What the page before left, for the one that takes its place (SENSE-13). null: there was none just now. */
export function takeLeftPower(storage: KeyValueStorage, nowMs: number): LeftPower | null {
  try {
    const { success, data } = kept.safeParse(JSON.parse(storage.getItem(KEY) ?? ''))
    storage.removeItem(KEY)
    return success && nowMs >= data.atMs && nowMs - data.atMs < RELOAD_MS ? data.state : null
  } catch {
    return null
  }
}

/** What a full or locked storage does not take is forgotten with the page. */
export function leavePower(storage: KeyValueStorage, state: LeftPower, nowMs: number): void {
  try {
    storage.setItem(KEY, JSON.stringify({ atMs: nowMs, state }))
  } catch {
    // A plug that is pulled in this very moment is then told of by nobody.
  }
}
