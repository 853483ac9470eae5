import { type Bar, figure, type Row } from '../../report'

/** A camera that many look through by one hub, some of whom read nothing. */
export interface Crowd {
  readonly viewers: number
  readonly deaf: number
  /** Of the hub's process, in MB: with nobody connected, and the most while all looked. */
  readonly restMb: number
  readonly mostMb: number
  /** In percent of a core, while all looked. */
  readonly hubPercent: number
  /** What the camera's tab sends, in kB a second: with one viewer, and with all. */
  readonly uploadOneKbps: number
  readonly uploadAllKbps: number
  /** Of the pictures that the camera sent, in percent: what got to the reader who got fewest. */
  readonly leastReadPercent: number
}

/** Sockets, their buffers and the room of a garbage collector; what the deaf ones are owed would be 36 MB a minute. */
const MOST_MORE_MB = 30
/** Somebody who comes asks for a key frame; nobody comes while it is measured. */
const MOST_UPLOAD = 1.05
const LEAST_READ_PERCENT = 99

export function crowdRows(crowd: Crowd): Row[] {
  const row = (metric: string, value: number, unit: string): Row => ({
    ...{ name: 'relay', case: `viewers-${crowd.viewers}`, metric, value, unit },
  })
  return [
    row('deaf', crowd.deaf, 'viewers'),
    row('memory-rest', crowd.restMb, 'MB'),
    row('memory-most', crowd.mostMb, 'MB'),
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
    ['viewers', 'of them deaf', 'hub at rest, MB', 'at most', 'hub, %', 'camera sends one, kB/s', 'all', 'read, %'],
    [
      String(crowd.viewers),
      String(crowd.deaf),
      ...[crowd.restMb, crowd.mostMb, crowd.hubPercent, crowd.uploadOneKbps, crowd.uploadAllKbps].map(figure),
      figure(crowd.leastReadPercent),
    ],
  ]
}
