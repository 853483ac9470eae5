import { planLimits, type Tier } from '../src/contract/plans'
import type { Usage } from '../src/contract/wire'
import { audioNotInPlan, cameraLimit, storageFull } from './errors'

/** Plan limits (spec 9): each refuses by throwing the sentence that the user sees. */

export function requireRoomForCamera(tier: Tier, camerasNow: number): void {
  const limit = planLimits[tier].cameras
  if (camerasNow >= limit) throw cameraLimit(limit)
}

export function requireAudioInPlan(tier: Tier, isAudioEnabled: boolean): void {
  if (isAudioEnabled && !planLimits[tier].hasAudio) throw audioNotInPlan()
}

export function requireRoomForClip(tier: Tier, storedBytes: number, clipBytes: number): void {
  if (storedBytes + clipBytes > planLimits[tier].storageBytes) throw storageFull()
}

export function usageOf(used: number, total: number): Usage {
  return { used, total, percentage: total === 0 ? 0 : (used / total) * 100 }
}
