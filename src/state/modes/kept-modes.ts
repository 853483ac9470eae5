import * as z from 'zod/mini'
import { storedModeSettings } from '../../contract/modes/mode-settings'
import { jsonIn } from '../../lib/json'
import { type Mode, modes } from '../../lib/modes/mode'
import type { InForce, ModeSettings } from '../../lib/modes/mode-schedule'

/** What the hub says is in force. */
export interface ToldMode {
  readonly mode: Mode
  readonly why: InForce['why']
  /** Up to when it is held to; null: until the hub says something else. */
  readonly untilMs: number | null
  /** 'Night by the schedule since 22:00, until 06:30'. */
  readonly words: string
}

/** Modes as the hub told them. */
export interface KnownModes {
  readonly settings: ModeSettings
  /** How far the hub's clock is ahead of this machine's. */
  readonly aheadMs: number
  /** null: this browser reckons the same of the settings, and goes on by them. Its time zones may be older than the hub's. */
  readonly told: ToldMode | null
}

const toldMode = z.object({
  mode: z.enum(modes),
  why: z.enum(['hand', 'schedule', 'default']),
  untilMs: z.nullable(z.number()),
  words: z.string(),
})

const kept = z.object({
  user: z.string(),
  known: z.object({
    aheadMs: z.number(),
    settings: storedModeSettings,
    told: z._default(z.nullable(toldMode), null),
  }),
})

/** What a browser kept; null where it is another user's, or another version of the app wrote it. */
export function readKeptModes(text: string | null, user: string): KnownModes | null {
  if (text === null) return null
  const { success, data } = kept.safeParse(jsonIn(text))
  return success && data.user === user ? data.known : null
}
