/** From the page being opened to the first picture of a recording. */
const RECORDING_LIMIT_MS = 10_000

/** From the hub's return to the last clip that waited for it. */
export const DELIVERY_LIMIT_MS = 15_000

export interface OfflineStart {
  readonly recordingMs: number
  /** Finished clips at the hub's return. */
  readonly waiting: number
  /** null: not within the limit. */
  readonly deliveryMs: number | null
}

/** What was late in a start without the hub (SHELL-11). */
export function latenessOf({ recordingMs, waiting, deliveryMs }: OfflineStart): string[] {
  return [
    ...(recordingMs > RECORDING_LIMIT_MS ? [`It recorded ${secondsOf(recordingMs)} after the page was opened.`] : []),
    ...(waiting === 0 ? ['No clip was finished while the hub was away.'] : []),
    ...(deliveryMs === null || deliveryMs > DELIVERY_LIMIT_MS
      ? [`${waiting} clips were not delivered ${secondsOf(DELIVERY_LIMIT_MS)} after the hub's return.`]
      : []),
  ]
}

export function secondsOf(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
