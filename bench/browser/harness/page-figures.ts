import { z } from 'zod'

/** What the page counted since it was last asked to begin. Times in milliseconds. */
export const pageFiguresShape = z.object({
  elapsedMs: z.number(),
  cameras: z.array(
    z.object({
      checks: z.number(),
      /** Between two checks; also from the last one until now. */
      longestGapMs: z.number(),
      /** Checks by the time since the one before, in steps of 10 ms. */
      gaps: z.array(z.number()),
    }),
  ),
  /** VideoFrames that were made and neither closed by the page nor answered by the worker. */
  openFrames: z.number(),
  frames: z.number(),
  /** Ticks of a page timer of 100 ms: ten a second where the tab is not throttled. */
  pageTicks: z.number(),
  visibility: z.string(),
  /** What the engine says of itself: the frame path, its pace. */
  notes: z.array(z.string()),
})

export type PageFigures = z.infer<typeof pageFiguresShape>

export const GAP_STEP_MS = 10

/** `idle` only plays; `engine` detects; the others detect and keep what came before the motion, each in its way. */
export type Mode = 'idle' | 'canvas' | 'engine' | PreRollMode

/** A ring of the frames that are checked; all of those encoded as they come; the browser's own recorder all the time. */
export type PreRollMode = 'ring' | 'encoder' | 'recorder'

/** One clip as its maker's page saw it. Times in milliseconds. */
export const clipFactsShape = z.object({
  camera: z.number(),
  /** Of its first frame, on the page's clock. */
  startedAtMs: z.number(),
  /** From its first frame to the moment it was asked to end. */
  realMs: z.number(),
  /** What the video element says. */
  durationMs: z.number(),
  startsOnKeyframe: z.boolean(),
  /** Of ten random moments, those the video element sought to and showed. */
  seeks: z.number(),
  /** From its first frame to the motion. */
  preRollMs: z.number(),
  /** How long the camera had run without recording before the motion. */
  ranMs: z.number(),
  sizeBytes: z.number(),
  frames: z.number(),
  mediaType: z.string(),
})

export type ClipFacts = z.infer<typeof clipFactsShape>

/** What the page with person detection counted since it was last asked. */
export const personCountsShape = z.object({
  /** Of each camera. */
  checks: z.array(z.number()),
  /** Checks that found motion. */
  movedChecks: z.number(),
  clipsBegun: z.number(),
  isRecording: z.boolean(),
  /** Names of all workers that were ever started, in order. */
  workers: z.array(z.string()),
  isPersonReady: z.boolean(),
  /** How long each look took in its worker, in milliseconds. */
  looks: z.array(z.number()),
  /** Looks in which somebody was found. */
  found: z.number(),
  /** Troubles. */
  notes: z.array(z.string()),
})

export type PersonCounts = z.infer<typeof personCountsShape>
