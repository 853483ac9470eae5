import { median } from '../../report'
import { source, table, told } from '../cells'
import type { Runs } from '../runs'

const command = 'npm run bench:browser -- --curve'

const scenes = [
  ['people', 'somebody walks by day'],
  ['night', 'the same in a quarter of the light, much noise'],
  ['noise', 'the same by day, much noise'],
  ['empty', 'nobody'],
] as const

/** The bit rates that are asked for, of VP8 and H.264. */
const points = [
  ['webm-vp8', 'VP8, 1 Mbit/s'],
  ...[200, 300, 450, 600, 750].map((kilobits) => [`h264-${kilobits}`, `H.264, ${kilobits / 1000}`] as const),
  ['mp4-h264', 'H.264, 0.86'],
  ['h264-1000', 'H.264, 1'],
] as const

/** H.264 as clips have it beside VP8 as clips have it, scene by scene. */
export function curve(runs: Runs): string {
  const rows = scenes.map(([scene, words]) => {
    const both = (metric: string, digits: (value: number) => string) => {
      const [vp8, h264] = ['webm-vp8', 'mp4-h264'].map((name) => counted(runs, name, scene, metric, digits))
      return vp8 && h264 ? `${vp8} → ${h264}` : '-'
    }
    return [
      words,
      both('size', inKilobytes),
      both('psnr', (value) => value.toFixed(1)),
      both('ssim', toFour),
      both('scene-ssim', toFour),
      both('moving-ssim', toFour),
      counted(runs, 'mp4-h264', scene, 'bytes-at-equal-ssim', told) ?? 'not reached',
      counted(runs, 'mp4-h264', scene, 'bytes-at-equal-scene-ssim', told) ?? 'not reached',
    ]
  })
  const head = [
    'VP8 → H.264, as clips have them',
    'kB of 8 s',
    'PSNR, dB',
    'SSIM',
    'SSIM without noise',
    'where it moves',
    'share of VP8’s bytes at its SSIM',
    'at its SSIM without noise',
  ]
  return `${table(head, rows)}\n\n${source(command, [runs])}`
}

/** Each point of the curves: kB, SSIM, and that where something moves. */
export function curvePoints(runs: Runs): string {
  const rows = scenes.map(([scene, words]) => [
    words,
    ...points.map(([name]) => {
      const of = (metric: string, digits: (value: number) => string) => counted(runs, name, scene, metric, digits)
      const moving = of('moving-ssim', toFour)
      return `${of('size', inKilobytes)} kB: ${of('ssim', toFour)}${moving === null ? '' : `, ${moving}`}`
    }),
  ])
  return table(['kB of 8 s: SSIM, where it moves', ...points.map(([, words]) => words)], rows)
}

/** What is counted is the same in every run but for what threads do to an encoder; null: not measured. */
function counted(
  runs: Runs,
  name: string,
  scene: string,
  metric: string,
  digits: (value: number) => string,
): string | null {
  return runs.has(name, scene, metric) ? digits(median(runs.values(name, scene, metric))) : null
}

function inKilobytes(bytes: number): string {
  return Math.round(bytes / 1024).toLocaleString('en')
}

function toFour(value: number): string {
  return value.toFixed(4)
}
