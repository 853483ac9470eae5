import { table } from '../cells'
import type { Runs } from '../runs'
import { costRatio } from './costs'
import { falseTriggers, found, hours, latency } from './detection'
import { delivered, preRollSeconds } from './recording'

/** The five figures that say whether this camera is worth having. */
export function fiveFigures(runs: {
  readonly detect: Runs
  readonly browser: Runs
  readonly clips: Runs
  readonly soak: Runs
}): string {
  const { detect, browser, clips, soak } = runs
  const both = (of: (name: string) => string) => [of('adaptive-50'), of('classic-50')]
  const rows = [
    ['people found in drawn scenes', ...both((name) => found(detect, name))],
    [`false triggers in ${hours(detect)} hours of them`, ...both((name) => falseTriggers(detect, name))],
    ['seconds until somebody is found, 95th percentile', ...both((name) => latency(detect, name))],
    ['CPU of detection, four cameras, of what a canvas loop takes', costRatio(browser, 'cameras-4'), '1'],
    [
      'seconds before the motion in a clip; clips delivered in hours of four cameras',
      `${preRollSeconds(clips)}; ${delivered(soak)}`,
      'Frigate 5, Motion 3 frames, browser demos none',
    ],
  ]
  return table(['', 'Nightjar', 'mean over the picture, as browser demos have it'], rows)
}
