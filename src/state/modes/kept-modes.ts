import * as z from 'zod/mini'
import { storedModeSettings } from '../../contract/modes/mode-settings'
import type { ModeSettings } from '../../lib/modes/mode-schedule'

/** Modes as the hub told them. */
export interface KnownModes {
  readonly settings: ModeSettings
  /** How far the hub's clock is ahead of this machine's. */
  readonly aheadMs: number
}

const kept = z.object({
  user: z.string(),
  known: z.object({ aheadMs: z.number(), settings: storedModeSettings }),
})

/** What a browser kept; null where it is another user's, or another version of the app wrote it. */
export function readKeptModes(text: string | null, user: string): KnownModes | null {
  if (text === null) return null
  try {
    const { success, data } = kept.safeParse(JSON.parse(text))
    return success && data.user === user ? data.known : null
  } catch {
    return null
  }
}
