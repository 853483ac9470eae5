import { source, spread, table, within } from '../cells'
import type { Runs } from '../runs'

const numbers = [1, 4] as const
const names = {
  'webm-vp8': 'VP8 in webm',
  'mp4-h264': 'H.264 in MP4',
  'media-recorder': 'the browser’s own recorder',
} as const
const ways = ['webm-vp8', 'mp4-h264', 'media-recorder'] as const

/** What it costs to record, in three ways; null: no run is kept. */
export function encoders(runs: Runs | null): string {
  const command = 'npm run bench:browser -- --recording'
  if (runs === null) return `No run of \`${command}\` is kept yet.`
  const row = (what: string, cellOf: (ofCase: string) => string) => [
    what,
    ...numbers.map((cameras) => cellOf(`cameras-${cameras}`)),
  ]
  const toTenths = (value: number) => value.toFixed(1)
  const rows = [
    ...ways.map((way) =>
      row(`% of a core above watching, ${names[way]}`, (ofCase) => within(runs.interval(way, ofCase, 'cpu'))),
    ),
    row('H.264 of VP8, in pairs', (ofCase) => within(runs.interval('mp4-h264', ofCase, 'cpu-ratio'))),
    row('PSNR of H.264 above that of VP8, dB, in pairs', (ofCase) =>
      within(runs.interval('mp4-h264', ofCase, 'psnr-above')),
    ),
    ...ways.map((way) =>
      row(`kB a clip, ${names[way]}`, (ofCase) =>
        spread(runs.values(way, ofCase, 'size').map((bytes) => bytes / 1024)),
      ),
    ),
    ...ways.map((way) =>
      row(`PSNR, dB, ${names[way]}`, (ofCase) => spread(runs.values(way, ofCase, 'psnr'), toTenths)),
    ),
    row('checks dropped meanwhile, H.264', (ofCase) => String(runs.sum('mp4-h264', ofCase, 'checks-dropped'))),
  ]
  const head = ['recording, somebody walks all the time', '1 camera', '4 cameras']
  return `${table(head, rows)}\n\n${source(command, [runs])}`
}
