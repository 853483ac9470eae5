/** Scenes are drawn at the size that the detector analyses, so that hours of them take seconds. */
export const WIDTH = 320
export const HEIGHT = 180

/** Seconds between two checks (REC-01). */
export const CHECK_SEC = 0.3

/** The frame being drawn: luma as the sensor sees it, before noise and clipping. */
export interface Canvas {
  readonly luma: Float32Array
  /** Where the camera points, in pixels off its usual place. */
  shiftX: number
  shiftY: number
  /** Which check of the scene this is: the seed of whatever is new in every frame. */
  checkIndex: number
}

/** Something that shows in the picture or changes its light; the same time always paints the same. */
export type Layer = (canvas: Canvas, timeSec: number) => void

export function makeCanvas(): Canvas {
  return { luma: new Float32Array(WIDTH * HEIGHT), shiftX: 0, shiftY: 0, checkIndex: 0 }
}

/** 0 below `from`, 1 above `to`, smooth between them. */
export function smoothStep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
