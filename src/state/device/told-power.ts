import * as z from 'zod/mini'
import { ALERT_LIFE_MS } from '../../contract/tampering'
import { NO_AGE_MS } from '../capture/waiting-alerts'
import type { KeyValueStorage } from '../session-store'
import type { PowerAlert } from './power-sense'

const KEY = 'nightjar:power-told'

const toldPower = z.object({
  workspaceId: z.string(),
  /** The camera that stands for the device. */
  cameraId: z.string(),
  told: z.array(z.enum(['unplugged', 'low-battery'])),
  atMs: z.number(),
})

/** Alerts whose end is still to be told, also by a browser that starts again after a power cut (SENSE-05). */
export interface ToldPower {
  readonly workspaceId: string
  readonly cameraId: string
  readonly told: readonly PowerAlert[]
  readonly atMs: number
}

/** null: there is nothing to end, or it was so long ago that nobody waits for it. */
export function readToldPower(storage: KeyValueStorage, nowMs: number): ToldPower | null {
  try {
    const { success, data } = toldPower.safeParse(JSON.parse(storage.getItem(KEY) ?? ''))
    return success && !isLongAgo(nowMs - data.atMs) ? data : null
  } catch {
    return null
  }
}

/** No age at all tells that the clock was set meanwhile, as that of a machine is whose power went for good. */
function isLongAgo(ageMs: number): boolean {
  return ageMs >= ALERT_LIFE_MS && ageMs < NO_AGE_MS
}

/** What a full or locked storage does not take is forgotten with the page. */
export function writeToldPower(storage: KeyValueStorage, told: ToldPower | null): void {
  try {
    if (told === null) storage.removeItem(KEY)
    else storage.setItem(KEY, JSON.stringify(told))
  } catch {
    // Only a message that all is well again depends on it.
  }
}
