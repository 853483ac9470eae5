import { z } from 'zod'

/** `reading` makes the frames and lets them go: what the others cost lies above it. */
export type CurveWay = 'reading' | 'vp8' | 'h264'

/** A film as the page encodes it: as a clip's pictures are, or at another bit rate. */
export interface CurveJob {
  readonly film: string
  readonly way: CurveWay
  /** null: what a clip has. */
  readonly bitsPerSecond: number | null
}

export const encodedFilmShape = z.object({
  /** Which frame of the film each picture is: an encoder in real time may leave some out. */
  frames: z.array(z.number().int()),
  /** Of the pictures alone. */
  sizeBytes: z.number(),
  /** The file. */
  base64: z.string(),
})

export type EncodedFilm = z.infer<typeof encodedFilmShape>
