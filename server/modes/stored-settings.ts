import * as z from 'zod/mini'
import { modes } from '../../src/lib/mode'
import type { ModeSettings } from '../../src/lib/mode-schedule'

const mode = z.enum(modes)

/** As settings stand in their row. */
const stored = z.object({
  choice: z.nullable(z.object({ mode, lasts: z.enum(['next-switch', 'for-good']), atMs: z.number(), by: z.string() })),
  schedule: z.nullable(
    z.object({
      timeZone: z.string(),
      switches: z.array(z.object({ days: z.array(z.number()), time: z.string(), mode })),
    }),
  ),
  snooze: z.nullable(z.object({ fromMs: z.number(), untilMs: z.number() })),
  rules: z.array(z.object({ cameraId: z.string(), mode, records: z.boolean(), notifies: z.boolean() })),
})

export function settingsIn(text: string): ModeSettings {
  return stored.parse(JSON.parse(text))
}

export function settingsText(settings: ModeSettings): string {
  return JSON.stringify(settings)
}
