/**
 * What a machine that does not keep up does with less of, in this order; it is taken back in the reverse one (LESS-01). Checks for
 * motion are not among it: whatever else goes, they stay.
 */
export const lessSteps = [
  /** Recordings have 8 pictures a second instead of 15. */
  'half-rate',
  /** And then 5. */
  'low-rate',
  /** The next clips have half the width and height. */
  'smaller-clips',
  /** Nobody looks what it is that moves. */
  'no-looks',
  /** One snapshot in 10 s. */
  'few-snapshots',
  /** The screen of this machine shows no live picture of its cameras. */
  'no-previews',
  /** Clips reach back 2 s before the motion instead of 5. */
  'short-pre-roll',
  /** And then not at all. */
  'no-pre-roll',
] as const
export type LessStep = (typeof lessSteps)[number]

/** Whether a step is taken at present. */
export type IsLess = (step: LessStep) => boolean

/** How many pictures a second a recording has. */
export function recordedRate(isLess: IsLess): number {
  if (isLess('low-rate')) return 5
  return isLess('half-rate') ? 8 : 15
}

/** The share of the usual seconds before the motion that a clip has. */
export function preRollShare(isLess: IsLess): number {
  if (isLess('no-pre-roll')) return 0
  return isLess('short-pre-roll') ? 0.4 : 1
}
