import type { Db, WorkspaceTable } from '../db/schema'
import { monthOf } from '../lib/month'
import {
  type CountedClip,
  hasRecordingLeft,
  requireKept,
  requireRecordingLeft,
  requireRecordingLeftOver,
} from './plan-rules'
import { addMonthlyUsage, findMonthlyUsage } from './usage-rows'

/**
 * Counts a clip to the month in which it was seen, or refuses it (KEEP-02). One that comes later, where that month is spent,
 * gets what this one leaves unused: else what waits at a camera would take it before anything was seen in it. Call it inside
 * the clip's transaction, after `lockWorkspace`.
 */
export async function countRecordedVideo(
  db: Db,
  { id, tier }: Pick<WorkspaceTable, 'id' | 'tier'>,
  clip: CountedClip,
): Promise<void> {
  const { sizeBytes, beganAtMs, receivedAtMs } = clip
  const usedOf = async (monthStartMs: number) => (await findMonthlyUsage(db, id, monthStartMs)).recordedBytes
  const addTo = (monthStartMs: number) => addMonthlyUsage(db, id, monthStartMs, { recordedBytes: sizeBytes, chats: 0 })
  requireKept(tier, clip)
  const [own, present] = [monthOf(beganAtMs), monthOf(receivedAtMs)]
  if (own.fromMs === present.fromMs) {
    requireRecordingLeft(tier, await usedOf(present.fromMs), sizeBytes, present.untilMs)
    await addTo(present.fromMs)
  } else if (hasRecordingLeft(tier, await usedOf(own.fromMs), sizeBytes)) {
    await addTo(own.fromMs)
  } else {
    requireRecordingLeftOver(tier, await usedOf(present.fromMs), clip, present)
    await addTo(present.fromMs)
  }
}
