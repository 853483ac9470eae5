import { type Bar, barLine } from '../report'
import type { Figures } from './figures'

const largest = 'luma-1920x1080'
const smallest = 'luma-320x180'

/** The bars of BENCH-02 that these figures decide, as lines to print. */
export function barLines(figures: Figures): string[] {
  return [
    limitBar(figures),
    speedUpBar(figures, 'js', 100, 'the plain JS loop over canvas pixels'),
    speedUpBar(figures, 'as-scalar', 20, 'scalar AssemblyScript'),
    opencvBar(figures, 'opencv-js', 'OpenCV.js absdiff, threshold, countNonZero'),
    opencvBar(figures, 'opencv-l1', 'OpenCV.js L1 norm'),
    fusedBar(figures, 'as-fused', 'fused pass'),
    fusedBar(figures, 'as-fused-light', 'fused pass with the light changing at every check'),
    checkBar(figures, 'as-fused', 'fused pass alone'),
    checkBar(figures, 'check-quiet', 'whole check while nothing happens'),
    checkBar(figures, 'check-adaptive', 'whole check while somebody walks'),
  ].flatMap((bar) => (bar === null ? [] : [barLine(bar)]))
}

function limitBar(figures: Figures): Bar | null {
  const value = figures.ratio(largest, 'read2')
  if (value === undefined) return null
  return { what: 'SIMD difference, of the speed of a two-stream read, 1920x1080', value, least: 0.6 }
}

function speedUpBar(figures: Figures, contender: string, least: number, title: string): Bar | null {
  const value = figures.ratio(largest, contender)
  return value === undefined ? null : { what: `SIMD difference, times ${title}, 1920x1080`, value, least }
}

function opencvBar(figures: Figures, contender: string, title: string): Bar | null {
  const ratios = allRatios(figures, contender)
  return ratios.length === 0
    ? null
    : { what: `SIMD difference, times ${title}, its closest size`, value: Math.min(...ratios), least: 1 }
}

function fusedBar(figures: Figures, contender: string, title: string): Bar | null {
  const ratios = allRatios(figures, contender)
  return ratios.length === 0
    ? null
    : { what: `${title}, times the SIMD difference, its worst size`, value: Math.max(...ratios), most: 3 }
}

function checkBar(figures: Figures, contender: string, title: string): Bar | null {
  const value = figures.us(smallest, contender)
  return value === undefined ? null : { what: `${title} of a 320-wide frame, us`, value, most: 15 }
}

function allRatios(figures: Figures, contender: string): number[] {
  return figures.cases.flatMap((caseName) => figures.ratio(caseName, contender) ?? [])
}
