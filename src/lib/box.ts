/** Part of a picture; all four are shares of its width or height, 0 to 1. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}
