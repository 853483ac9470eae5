import { type Bar, figure, type Row } from '../../report'
import { KEY_BYTES } from './relayed-film'

/** A camera that many look through by one hub, some of whom read nothing. */
export interface Crowd {
  readonly viewers: number
  /** Who read nothing, and still looked at the end. */
  readonly deaf: number
  /** Of the hub's process, in MB: with nobody connected, and the most while all looked. */
  readonly restMb: number
  readonly mostMb: number
  /** Of the pictures of that time, in kB: what the hub had kept for the deaf one for whom it kept most. */
  readonly keptKb: number
  /** In percent of a core, while all looked. */
  readonly hubPercent: number
  /** What the camera's tab sends, in kB a second: with one viewer, and with all. */
  readonly uploadOneKbps: number
  readonly uploadAllKbps: number
  /** Of the pictures that the camera sent, in percent: what got to the reader who got fewest. */
  readonly leastReadPercent: number
}

/** One in five reads nothing. */
const DEAF_PART = 0.2

/** What waits for one viewer: 192 kB and a chunk (LIVE-35). Without a bound it is 3.6 MB a minute. */
const MOST_KEPT_KB = 192 + KEY_BYTES / 1024
/** Sockets, their buffers and the room of a garbage collector. What is kept for several is there once. */
const MOST_MORE_MB = 30
/** Somebody who comes asks for a key frame; nobody comes while it is measured. */
const MOST_UPLOAD = 1.05
const LEAST_READ_PERCENT = 99

/** How many of them read nothing. */
export function deafOf(viewers: number): number {
  return Math.round(viewers * DEAF_PART)
}

export function crowdRows(crowd: Crowd): Row[] {
  const row = (metric: string, value: number, unit: string): Row => ({
    name: 'relay',
    case: `viewers-${crowd.viewers}`,
    metric,
    value,
    unit,
  })
  return [
    row('deaf', crowd.deaf, 'viewers'),
    row('memory-rest', crowd.restMb, 'MB'),
    row('memory-most', crowd.mostMb, 'MB'),
    row('kept-most', crowd.keptKb, 'kB'),
    row('cpu-hub', crowd.hubPercent, '% of a core'),
    row('upload-one', crowd.uploadOneKbps, 'kB/s'),
    row('upload-all', crowd.uploadAllKbps, 'kB/s'),
    row('read-least', crowd.leastReadPercent, '%'),
  ]
}

/** null: all took less than nobody did, so that what was taken for rest was not, and says nothing. */
export function memoryBar({ restMb, mostMb }: Crowd): Bar | null {
  if (mostMb < restMb) return null
  return { what: 'memory of the hub, MB more than at rest', value: mostMb - restMb, most: MOST_MORE_MB }
}

export function crowdBars({ viewers, ...crowd }: Crowd): Bar[] {
  return [
    { what: 'viewers who read nothing and were there to the end', value: crowd.deaf, least: deafOf(viewers) },
    { what: 'kept by the hub for one who read nothing, kB', value: crowd.keptKb, most: MOST_KEPT_KB },
    {
      what: `what the camera sends to ${viewers}, of what it sends to one`,
      value: crowd.uploadAllKbps / crowd.uploadOneKbps,
      most: MOST_UPLOAD,
    },
    { what: 'pictures that every reader got, %', value: crowd.leastReadPercent, least: LEAST_READ_PERCENT },
  ]
}

export function crowdTable(crowd: Crowd): string[][] {
  return [
    [
      'viewers',
      'of them deaf',
      'hub at rest, MB',
      'at most',
      'kept, kB',
      'hub, %',
      'camera sends one, kB/s',
      'all',
      'read, %',
    ],
    [
      String(crowd.viewers),
      String(crowd.deaf),
      ...[crowd.restMb, crowd.mostMb, crowd.keptKb, crowd.hubPercent, crowd.uploadOneKbps, crowd.uploadAllKbps].map(
        figure,
      ),
      figure(crowd.leastReadPercent),
    ],
  ]
}
