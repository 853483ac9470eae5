/** In pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}
