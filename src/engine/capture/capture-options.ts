import { MINUTE_MS } from '../../lib/durations'
import type { LabelGroup } from '../../lib/label'
import type { WantedDetection } from '../motion/check-loop'
import type { DetectionMethod } from '../motion/detection'

/** What the user chose for a camera of this machine. */
export interface CaptureOptions {
  readonly deviceId: string
  readonly isMotionEnabled: boolean
  /** Whether motion begins clips; what somebody asks for is recorded in any case, and tampering is watched for. */
  readonly isMotionRecorded: boolean
  readonly isAudioEnabled: boolean
  readonly sensitivityPercent: number
  readonly detectionMethod: DetectionMethod
  /** Zones in which nothing counts: `row * ZONE_COLUMNS + column`. */
  readonly ignoredZones: readonly number[]
  /** Whether measurements carry the heat map; only while somebody looks. */
  readonly isHeatWanted: boolean
  /** Whether what moves is named; only where somebody is told of it. */
  readonly isNamingWanted: boolean
  /** Clips that show none of these are left out (LABEL-09); null: every clip is kept. */
  readonly keepClipsOf: readonly LabelGroup[] | null
  /** A clip goes on while motion lasts, up to this length; the specification's is the shortest. */
  readonly longestClipMs: number
  /** Whether clips may be MP4, which costs less to make; a provider that does not say so gets webm. */
  readonly isMp4Taken: boolean
  /** A slower pace of snapshots than the specification's, as the hub asks; null for that one. */
  readonly snapshotIntervalMs: number | null
}

export function detectionOf(options: CaptureOptions): WantedDetection {
  return { method: options.detectionMethod, ignoredZones: options.ignoredZones, wantsHeat: options.isHeatWanted }
}

/** A hub cannot ask for a slower pace than this: timers of browsers take 31 bits, and people want to see something. */
const SLOWEST_SNAPSHOTS_MS = MINUTE_MS

/** Never faster than the specification's pace (REC-10). */
export function snapshotIntervalOf(options: CaptureOptions, fastestMs: number): number {
  return Math.max(fastestMs, Math.min(SLOWEST_SNAPSHOTS_MS, options.snapshotIntervalMs ?? fastestMs))
}
