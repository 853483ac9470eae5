import { z } from 'zod'

/** VP8 in webm, as for a provider that takes nothing else; MP4 as the trial of encoders chose it; the browser's own recorder. */
export const recordingWays = ['webm-vp8', 'mp4-h264', 'media-recorder'] as const
export type RecordingWay = (typeof recordingWays)[number]

/** One clip, closed. */
const madeRecordingShape = z.object({
  mediaType: z.string(),
  durationMs: z.number(),
  sizeBytes: z.number(),
  /** Its bytes. */
  base64: z.string(),
})

export type MadeRecording = z.infer<typeof madeRecordingShape>

/** What a run of one way made. */
export const recordedShape = z.object({
  clips: z.array(madeRecordingShape),
  /** From when it recorded on, of all cameras. */
  droppedChecks: z.number(),
})

export type Recorded = z.infer<typeof recordedShape>
