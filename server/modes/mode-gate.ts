import { ruleOf } from '../../src/lib/modes/mode'
import { inForceAt, isSnoozedAt, type ModeSettings } from '../../src/lib/modes/mode-schedule'
import type { Db } from '../db/schema'
import { findEraAt, findLatestEra } from './mode-rows'
import { settingsOf } from './modes'

/** Something that may be told of a camera. */
export interface Tellable {
  readonly workspaceId: string
  readonly cameraId: string
  /** Alerts, and whether cameras are there at all, pass every mode but Off. */
  readonly isUrgent: boolean
  readonly happenedAtMs: number
}

/**
 * Whether people are told (MODE-06, MODE-07): by the mode of the moment at which it happened, so that what waited in a
 * camera's outbox is told as it would have been then; and not where that moment, or now, is snoozed.
 */
export async function mayTell(db: Db, tellable: Tellable, nowMs: number): Promise<boolean> {
  const { workspaceId, happenedAtMs } = tellable
  const latest = await findLatestEra(db, workspaceId)
  if (latest === undefined) return true
  if (isSnoozedAt(settingsOf(latest), nowMs)) return false
  const atMs = Math.min(happenedAtMs, nowMs)
  // One of the future was chosen while the clock was ahead: it has held since, as the screens show it.
  const isThen = latest.from_at <= atMs || latest.from_at > nowMs
  const then = settingsOf(isThen ? latest : await findEraAt(db, workspaceId, atMs))
  return !isSnoozedAt(then, atMs) && isWanted(then, tellable, atMs)
}

function isWanted(settings: ModeSettings, { cameraId, isUrgent }: Tellable, atMs: number): boolean {
  const { mode } = inForceAt(settings, atMs)
  return (isUrgent && mode !== 'off') || ruleOf(settings.rules, mode, cameraId).notifies
}

/** Whether notifications are snoozed now. */
export async function isSnoozed(db: Db, workspaceId: string, nowMs: number): Promise<boolean> {
  return isSnoozedAt(settingsOf(await findLatestEra(db, workspaceId)), nowMs)
}
