import * as z from 'zod/mini'
import { modes } from '../../lib/modes/mode'

const mode = z.enum(modes)

/** All that decides which mode is in force, as the hub keeps it in a row, and browsers for when the hub is away. */
export const storedModeSettings = z.object({
  choice: z.nullable(
    z.object({
      mode,
      lasts: z.enum(['next-switch', 'for-good']),
      atMs: z.number(),
      by: z.string(),
      endsAfterMs: z.optional(z.number()),
    }),
  ),
  schedule: z.nullable(
    z.object({
      timeZone: z.string(),
      switches: z.array(z.object({ days: z.array(z.number()), time: z.string(), mode })),
    }),
  ),
  snooze: z.nullable(z.object({ fromMs: z.number(), untilMs: z.number() })),
  rules: z.array(z.object({ cameraId: z.string(), mode, records: z.boolean(), notifies: z.boolean() })),
})
