/** A frame as it stands in a slot's frame area. */
export type FrameLayout =
  /** The first plane is luma: I420, NV12 and their relatives. */
  | { readonly kind: 'luma'; readonly width: number; readonly height: number; readonly strideBytes: number }
  | { readonly kind: 'pixels'; readonly width: number; readonly height: number; readonly isRedFirst: boolean }
