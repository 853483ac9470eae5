import type { DetectionOptions, Measurement } from './detection'
import type { FramePath } from './frame-path'

/** A frame on its way to the worker; whoever holds a `frame` last closes it. */
export type GrabbedFrame =
  | { readonly kind: 'frame'; readonly frame: VideoFrame }
  | { readonly kind: 'pixels'; readonly width: number; readonly height: number; readonly pixels: ArrayBuffer }

/** How a check ended. */
export type CheckResult =
  | { readonly kind: 'measured'; readonly measurement: Measurement }
  /** There was nothing to compare with: the first frames, or the first after a change of size. */
  | { readonly kind: 'nothing' }
  /** The worker cannot read such frames: too large, or of a format that only the GPU knows. */
  | { readonly kind: 'unmeasurable' }
  /** The worker did not answer. */
  | { readonly kind: 'lost' }

/** Where frames are measured: the motion worker in the product. */
export interface MotionPort {
  /** Gives the camera a slot; its first check has nothing to compare with. */
  open(cameraId: string, options: DetectionOptions): void
  /** Changes how an open camera is measured; what it has learnt stays where that is still of use. */
  configure(cameraId: string, options: DetectionOptions): void
  close(cameraId: string): void
  /** Takes the frame over. Never rejects. */
  check(cameraId: string, grabbed: GrabbedFrame): Promise<CheckResult>
}

/** Makes JPEGs off the main thread. */
export interface JpegPort {
  /** Takes the frame over. null where it could not be encoded. Never rejects. */
  encodeJpeg(frame: VideoFrame, maxWidth: number, quality: number): Promise<Blob | null>
}

/** The frames of one running stream. */
export interface FrameSource {
  /** How they come at present, and why. */
  readonly path: FramePath
  /** The next frame to check; null where none came in time. Never rejects. */
  grab(): Promise<GrabbedFrame | null>
  /** What shows now, for the caller to close; null where there is nothing, or only a canvas. */
  take(): VideoFrame | null
  /** The same, but null while that was taken before. */
  takeNew(): VideoFrame | null
  /** A JPEG of what shows now; null where none could be made, or it is none of now. `quality` is 0 to 1. Never rejects. */
  still(maxWidth: number, quality: number): Promise<Blob | null>
  /** Whether one picture, or none, stands for too long, as far as looks every few seconds tell. */
  hasStalled(): boolean
  /** Gives canvas pixels from now on, since frames cannot be measured; false where it already does. */
  fallBackToCanvas(): boolean
  /** Gives frames again, after it fell back. */
  leaveCanvas(): void
  close(): void
}
