import * as z from 'zod/mini'
import { ALERT_LIFE_MS, alertKind } from '../../contract/tampering'
import { DAY_MS } from '../../lib/durations'
import type { KeyValueStorage } from '../session-store'

const KEY = 'nightjar:alerts'

/** Should an outage bring more, the oldest goes of whichever camera has the most: one that flickers costs no other's. */
const MOST_WAITING = 100

/** No browser comes back to its alerts after so long: the clock was behind as they were raised, and was set since. */
export const NO_AGE_MS = 365 * DAY_MS

const waitingAlert = z.object({
  id: z.string(),
  workspaceId: z.string(),
  cameraId: z.string(),
  kind: alertKind,
  occurredAtMs: z.number(),
})

/** An alert that the hub has not acknowledged yet. */
export type WaitingAlert = z.infer<typeof waitingAlert>

const waitingAlerts = z.array(waitingAlert)

/** Alerts that wait in this browser, oldest first: the network may be cut before the lens is covered. */
export class WaitingAlerts {
  readonly #storage: KeyValueStorage
  /** What a full or locked storage did not take: it waits for as long as this tab lives. */
  #unkept: readonly WaitingAlert[] = []

  constructor(storage: KeyValueStorage) {
    this.#storage = storage
  }

  /** Read anew each time: another tab may have sent some. */
  list(): readonly WaitingAlert[] {
    return [...this.#read(), ...this.#unkept]
  }

  add(alert: WaitingAlert): void {
    const all = [...this.list(), alert]
    this.#write(all.length > MOST_WAITING ? withoutOldestOfMost(all) : all)
  }

  remove(id: string): void {
    this.#write(this.list().filter((alert) => alert.id !== id))
  }

  /** Takes out what has waited too long to be of use; how many that were. */
  dropOld(nowMs: number): number {
    const all = this.list()
    const dated = all.map((alert) => (isPossible(alert, nowMs) ? alert : { ...alert, occurredAtMs: nowMs }))
    const left = dated.filter(({ occurredAtMs }) => nowMs - occurredAtMs < ALERT_LIFE_MS)
    if (left.length < all.length || dated.some((alert, at) => alert !== all[at])) this.#write(left)
    return all.length - left.length
  }

  #read(): readonly WaitingAlert[] {
    try {
      const read = waitingAlerts.safeParse(JSON.parse(this.#storage.getItem(KEY) ?? '[]'))
      return read.success ? read.data : []
    } catch {
      // Somebody else wrote there: nothing of ours is left to send.
      return []
    }
  }

  #write(alerts: readonly WaitingAlert[]): void {
    this.#unkept = []
    try {
      if (alerts.length === 0) this.#storage.removeItem(KEY)
      else this.#storage.setItem(KEY, JSON.stringify(alerts))
    } catch {
      const kept = new Set(this.#read().map(({ id }) => id))
      this.#unkept = alerts.filter(({ id }) => !kept.has(id))
    }
  }
}

/** Else the clock was set since: it happened now, as the hub takes it too, and waits a day from now on. */
function isPossible({ occurredAtMs }: WaitingAlert, nowMs: number): boolean {
  return occurredAtMs <= nowMs && nowMs - occurredAtMs < NO_AGE_MS
}

function withoutOldestOfMost(alerts: readonly WaitingAlert[]): readonly WaitingAlert[] {
  const counts = new Map<string, number>()
  for (const { cameraId } of alerts) counts.set(cameraId, (counts.get(cameraId) ?? 0) + 1)
  const most = Math.max(...counts.values())
  const index = alerts.findIndex(({ cameraId }) => counts.get(cameraId) === most)
  return alerts.filter((_alert, at) => at !== index)
}
