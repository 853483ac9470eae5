import { planLimits, retentionDays, type Tier } from '../../src/contract/plans'
import type { Usage } from '../../src/contract/wire'
import { DAY_MS } from '../../src/lib/durations'
import type { Span } from '../../src/lib/span'
import {
  audioNotInPlan,
  cameraLimit,
  chatLimit,
  earlierRecordingLimit,
  recordingLimit,
  recordingTooOld,
  storageFull,
} from '../lib/errors'

/** What a role and a plan (PLAN-02 to PLAN-06) allow: each refuses by throwing the sentence that the user sees. */

export function requireRoomForCamera(tier: Tier, camerasNow: number): void {
  const limit = planLimits[tier].cameras
  if (camerasNow >= limit) throw cameraLimit(limit)
}

export function requireAudioInPlan(tier: Tier, isAudioEnabled: boolean): void {
  if (isAudioEnabled && !planLimits[tier].hasAudio) throw audioNotInPlan()
}

/** A camera that had its sound on before a downgrade reads as off. */
export function hasAudio(tier: Tier, isAudioEnabled: boolean): boolean {
  return isAudioEnabled && planLimits[tier].hasAudio
}

/** Of the recorded video of a month. */
export function hasRecordingLeft(tier: Tier, recordedBytes: number, clipBytes: number): boolean {
  return recordedBytes + clipBytes <= planLimits[tier].storageBytes
}

/** Recorded video of this month, which begins anew at `untilMs`. */
export function requireRecordingLeft(tier: Tier, recordedBytes: number, clipBytes: number, untilMs: number): void {
  if (!hasRecordingLeft(tier, recordedBytes, clipBytes)) throw recordingLimit(planLimits[tier].storageBytes, untilMs)
}

/** A clip that is counted to a month. */
export interface CountedClip {
  readonly sizeBytes: number
  readonly beganAtMs: number
  readonly receivedAtMs: number
}

/** Retention would take it within the hour, and it would have taken the room of newer ones. */
export function requireKept(tier: Tier, { beganAtMs, receivedAtMs }: CountedClip): void {
  const days = retentionDays(tier)
  if (receivedAtMs - beganAtMs > days * DAY_MS) throw recordingTooOld(days, beganAtMs)
}

/** What has gone by of this month's recorded video unused, for a clip of an earlier one. */
export function requireRecordingLeftOver(
  tier: Tier,
  recordedBytes: number,
  { sizeBytes, beganAtMs, receivedAtMs }: CountedClip,
  { fromMs, untilMs }: Span,
): void {
  const limitBytes = planLimits[tier].storageBytes
  const goneByBytes = (limitBytes * (receivedAtMs - fromMs)) / (untilMs - fromMs)
  if (recordedBytes + sizeBytes > goneByBytes) throw earlierRecordingLimit(limitBytes, beganAtMs)
}

/** What is stored, after everything that may go for the clip has gone. */
export function requireRoomForClip(storageBytes: number, storedBytes: number, clipBytes: number): void {
  if (storedBytes + clipBytes > storageBytes) throw storageFull()
}

export function requireChatLeft(tier: Tier, chatsThisMonth: number): void {
  if (chatsThisMonth >= planLimits[tier].chatsPerMonth) throw chatLimit()
}

/** After a downgrade more may be used than the plan has; a percentage ends at 100. */
export function usageOf(used: number, total: number): Usage {
  return { used, total, percentage: total === 0 ? 0 : Math.min(100, (used / total) * 100) }
}

/** What the recordings of a workspace take of the plan's store. */
export function storageUsageOf(tier: Tier, storedBytes: number): Usage {
  return usageOf(storedBytes, planLimits[tier].storageBytes)
}
