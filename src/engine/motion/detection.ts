import type { Box } from '../../lib/box'
import type { Scene } from '../tampering/scene'

/** How D is measured: over the whole frame, or over its most changed region. */
export type DetectionMethod = 'classic' | 'adaptive'

/** The grid of zones a user may ignore, over the whole picture whatever its size. */
export const ZONE_COLUMNS = 16
export const ZONE_ROWS = 9

/** What a check is to do for one camera. */
export interface DetectionOptions {
  readonly method: DetectionMethod
  /** Zones in which nothing counts: `row * ZONE_COLUMNS + column`. */
  readonly ignoredZones: readonly number[]
  /** Widest analysed plane in pixels. */
  readonly analysisWidth: number
  /** Whether measurements carry the heat map; only while somebody looks. */
  readonly wantsHeat: boolean
}

/** Where a frame changed: grey levels per block beyond what noise and light explain, row by row; 0 is no change. */
export interface HeatMap {
  readonly columns: number
  readonly rows: number
  readonly levels: Uint8Array<ArrayBuffer>
}

/**
 * In grey levels of mean luma; black is 16 where cameras follow the rules of video. Below it a sensor may have no noise
 * that shows.
 */
export const DARK_BRIGHTNESS = 26

/** What a check found. */
export interface Measurement {
  /** D, 0 to 1; motion is D > T(s). */
  readonly difference: number
  /** Mean luma, 0 to 255, to about half a grey level. */
  readonly brightness: number
  /** Whether the frame equals the one before, as far as blocks tell: its source stands still, as sensors have noise but in the dark. */
  readonly isRepeat: boolean
  /** Where something moved, the strongest first: what D was taken from, and what was confirmed beside it. Empty for the classic measure. */
  readonly moved: readonly Box[]
  readonly heat: HeatMap | null
  /** The whole picture, coarsely, for the sense of tampering; null where the frame is too small. */
  readonly scene: Scene | null
}
