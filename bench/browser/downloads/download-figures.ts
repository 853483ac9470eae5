import { type Bar, median, quantile, type Row } from '../../report'

/** The bar of CODEC-06. */
const MOST_MS = 200

export interface DownloadRun {
  readonly sizeBytes: number
  /** From each press until the browser told that a download begins. */
  readonly beganMs: readonly number[]
  /** Files that are not the hub's, byte for byte. */
  readonly different: number
}

export function downloadBars({ beganMs, different }: DownloadRun): Bar[] {
  return [
    { what: 'downloads of MP4: pressed', value: beganMs.length, least: 30 },
    { what: 'downloads of MP4: slowest to begin, ms', value: Math.max(...beganMs), most: MOST_MS },
    { what: 'downloads of MP4: files that are not byte for byte what the hub stores', value: different, most: 0 },
  ]
}

/** The rows of a result (BENCH-01). */
export function downloadRows({ sizeBytes, beganMs, different }: DownloadRun): Row[] {
  const row = (metric: string, value: number, unit: string): Row => {
    return { name: 'downloads', case: 'mp4', metric, value: Math.round(value * 10) / 10, unit }
  }
  return [
    row('size', sizeBytes, 'bytes'),
    row('pressed', beganMs.length, 'count'),
    row('began-p50', median(beganMs), 'ms'),
    row('began-p95', quantile(beganMs, 0.95), 'ms'),
    row('began-max', Math.max(...beganMs), 'ms'),
    row('different', different, 'count'),
  ]
}
