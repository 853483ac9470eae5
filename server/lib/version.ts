import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const manifest = z.object({ name: z.literal('nightjar'), version: z.string() })

/** Of the archive or the clone that is `folder`; null: it is neither, as where somebody has moved the hub's files alone. */
export function readVersion(folder: string): string | null {
  try {
    return manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version
  } catch {
    return null
  }
}
