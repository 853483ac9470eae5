import type { DetectionOptions } from './detection'
import type { CheckResult } from './motion-port'

/** A frame as it stands in a slot's frame area. */
export type FrameLayout =
  /** The first plane is luma: I420, NV12 and their relatives. */
  | { readonly kind: 'luma'; readonly width: number; readonly height: number; readonly strideBytes: number }
  | { readonly kind: 'pixels'; readonly width: number; readonly height: number; readonly isRedFirst: boolean }

/** A measure of D over the frames of one camera. */
export interface Measure {
  /** Measures the frame that stands at `address` in the kernels' memory, and may write over it. */
  check(frame: FrameLayout, address: number, options: DetectionOptions): CheckResult
}
