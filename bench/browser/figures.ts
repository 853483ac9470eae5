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

export type Mode = 'idle' | 'canvas' | 'engine'
