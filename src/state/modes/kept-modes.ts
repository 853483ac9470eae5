import * as z from 'zod/mini'
import { modes } from '../../lib/mode'
import type { KnownModes } from './modes'

const mode = z.enum(modes)

const kept = z.object({
  user: z.string(),
  known: z.object({
    aheadMs: z.number(),
    settings: z.object({
      choice: z.nullable(
        z.object({ mode, lasts: z.enum(['next-switch', 'for-good']), atMs: z.number(), by: z.string() }),
      ),
      schedule: z.nullable(
        z.object({
          timeZone: z.string(),
          switches: z.array(z.object({ days: z.array(z.number()), time: z.string(), mode })),
        }),
      ),
      snooze: z.nullable(z.object({ fromMs: z.number(), untilMs: z.number() })),
      rules: z.array(z.object({ cameraId: z.string(), mode, records: z.boolean(), notifies: z.boolean() })),
    }),
  }),
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
