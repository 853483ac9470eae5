import { z } from 'zod'

/** What happens on the way from somebody who enters to a name, in the page; on its clock. */
const visitSteps = [
  /** The first frame of the visit came from the camera. */
  'entered',
  /** A check saw something move. */
  'moved',
  'clip-begun',
  'detector-loading',
  'detector-ready',
  'looked',
  /** The clip is told of somebody. */
  'person',
  /** Something is wrong: no figure is worth anything. */
  'failed',
] as const

export const visitLogShape = z.array(
  z.object({ step: z.enum(visitSteps), atMs: z.number(), note: z.string().optional() }),
)
export type VisitLog = z.infer<typeof visitLogShape>
export type VisitStep = VisitLog[number]['step']

/**
 * Frames of a visit carry a light mark in the top left corner, the others a dark one: so the page knows when somebody
 * enters. It lies within the first of the camera's zones, which is ignored, for pictures of 640x360 and more.
 */
export const markPx = { left: 8, top: 8, side: 24 } as const
export const markZone = 0

/** Passes of a visit: the detector was never loaded, it is there, and it comes from its rest. */
export const VISIT_PASSES = 3
export const RESTED_PASS = 2
