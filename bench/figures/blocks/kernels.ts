import { source, spread, table } from '../cells'
import type { Runs } from '../runs'

const CASE = 'luma-1280x720'

const ways = [
  ['as-simd', '**ours, SIMD**'],
  ['read2', 'a pure read of both frames, which nothing can beat'],
  ['opencv-l1', 'OpenCV.js, L1 norm'],
  ['as-scalar', 'ours without SIMD'],
  ['js-luma', 'JavaScript over luma'],
  ['opencv-js', 'OpenCV.js, difference, threshold and count'],
  ['js', 'JavaScript over canvas pixels'],
  ['pixelmatch', 'pixelmatch'],
] as const

/** Two frames compared. */
export function comparisons(kernels: Runs): string {
  const rows = ways.map(([name, title]) => [
    title,
    spread(kernels.values(name, CASE, 'time')),
    name === 'as-simd' ? '1' : spread(kernels.ratios([name, 'as-simd'], CASE, 'time')),
  ])
  const head = ['two luma frames of 1280x720', 'µs', 'times ours']
  return `${table(head, rows)}\n\n${source('npm run bench', [kernels])}`
}

const checks = [
  ['check-classic', 'classic'],
  ['check-quiet', 'adaptive, nothing moves'],
  ['check-adaptive', 'adaptive, somebody walks'],
] as const
const sizes = ['320x180', '1280x720', '1920x1080'] as const

/** Whole checks by size. */
export function wholeChecks(kernels: Runs): string {
  if (!checks.every(([name]) => kernels.has(name, CASE, 'time')))
    return 'No run of `npm run bench` with whole checks is kept yet.'
  const rows = checks.map(([name, title]) => [
    title,
    ...sizes.map((size) => spread(kernels.values(name, `luma-${size}`, 'time'))),
  ])
  return table(['microseconds a check, `npm run bench`', ...sizes], rows)
}
