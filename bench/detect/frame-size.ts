/** Bytes per frame and where rows lie: luma without gaps. */
export interface FrameSize {
  readonly width: number
  readonly height: number
}
