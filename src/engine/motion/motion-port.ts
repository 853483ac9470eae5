/** A frame on its way to the worker; whoever holds a `frame` last closes it. */
export type GrabbedFrame =
  | { readonly kind: 'frame'; readonly frame: VideoFrame }
  | { readonly kind: 'pixels'; readonly width: number; readonly height: number; readonly pixels: ArrayBuffer }

/** What a check found. */
export type CheckResult =
  /** D, 0 to 1. */
  | { readonly kind: 'difference'; readonly difference: number }
  /** There was nothing to compare with: the first frame, or the first after a change of size. */
  | { readonly kind: 'nothing' }
  /** The worker cannot read such frames: too large, or of a format that only the GPU knows. */
  | { readonly kind: 'unmeasurable' }
  /** The worker did not answer. */
  | { readonly kind: 'lost' }

/** Where frames are measured: the motion worker in the product. */
export interface MotionPort {
  /** Gives the camera a slot; its first check has nothing to compare with. */
  open(cameraId: string): void
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
  /** The next frame to check; null where none came in time. */
  grab(): Promise<GrabbedFrame | null>
  /** A JPEG of what shows now; null where none could be made. `quality` is 0 to 1. */
  still(maxWidth: number, quality: number): Promise<Blob | null>
  /** Gives canvas pixels from now on, since frames cannot be measured; false where it already does. */
  fallBackToCanvas(): boolean
  close(): void
}
