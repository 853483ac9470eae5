import { planLimits, type Tier } from '../../src/contract/plans'
import type { Usage } from '../../src/contract/wire'
import { audioNotInPlan, cameraLimit, chatLimit, recordingLimit, storageFull } from '../lib/errors'

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

/** Recorded video of this month, which begins anew at `untilMs`. */
export function requireRecordingLeft(tier: Tier, recordedBytes: number, clipBytes: number, untilMs: number): void {
  const limitBytes = planLimits[tier].storageBytes
  if (recordedBytes + clipBytes > limitBytes) throw recordingLimit(limitBytes, untilMs)
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
