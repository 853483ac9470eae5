/** How large a picture is, in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}
