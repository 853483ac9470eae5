import { parts } from '../../browser/harness/thread-times'
import { median } from '../../report'
import { source, spread, table, within } from '../cells'
import type { Runs } from '../runs'

const cases = ['cameras-1', 'cameras-4', 'cameras-8'] as const
const COMMAND = 'npm run bench:browser'

/** One decimal of a percent: what is less is not told apart by six rounds. */
const tenths = (value: number) => value.toFixed(1)

/** What detection adds to playing the cameras' pictures. */
export function costs(browser: Runs): string {
  const ofOwn = (name: string) => cases.map((of) => within(browser.interval(name, of, 'cpu-own'), tenths))
  const rows = [
    ['**Nightjar**, % of a core', ...ofOwn('engine')],
    ['canvas loop, % of a core', ...ofOwn('canvas')],
    ['Nightjar / canvas loop', ...cases.map((of) => costRatio(browser, of))],
    [
      'all other threads of the browser, Nightjar',
      ...cases.map((of) => within(browser.interval('engine', of, 'cpu-others'), tenths)),
    ],
    [
      'all other threads, canvas loop',
      ...cases.map((of) => within(browser.interval('canvas', of, 'cpu-others'), tenths)),
    ],
  ]
  const head = ['above playing the video', '1 camera', '4 cameras', '8 cameras']
  return `${table(head, rows)}\n\n${source(COMMAND, [browser])}`
}

/** The engine's own threads to those of the canvas loop. */
export function costRatio(browser: Runs, ofCase: (typeof cases)[number]): string {
  return within(browser.interval('engine', ofCase, 'cpu-own-ratio'))
}

const titles: Readonly<Record<(typeof parts)[number], string>> = {
  main: 'the page’s main thread',
  worker: 'our workers',
  pool: 'Chromium’s pool, lent to both',
  frames: 'the rest of the page’s process: video frames, compositor',
  gpu: 'GPU process',
  capture: 'the camera’s process',
  browser: 'browser process',
}

/** Where the time goes, thread by thread. */
export function threads(browser: Runs): string {
  const cell = (mode: string, part: string) => median(browser.values(mode, 'cameras-4', `cpu-${part}`)).toFixed(1)
  const rows = parts.map((part) => [titles[part], ...['idle', 'canvas', 'engine'].map((mode) => cell(mode, part))])
  return table(['4 cameras, % of a core, medians', 'playing alone', 'canvas loop', 'Nightjar'], rows)
}

/** What a check takes of which thread, by each run. */
export function perCheck(browser: Runs): string {
  const cells = (name: string, metric: string) => cases.map((of) => spread(browser.values(name, of, metric)))
  const rows = [
    ['Nightjar, scripts of the main thread', ...cells('engine', 'main')],
    ['canvas loop, scripts of the main thread', ...cells('canvas', 'main')],
    ['Nightjar, the whole main thread above playing', ...cells('engine', 'main-thread')],
    ['canvas loop, the whole main thread above playing', ...cells('canvas', 'main-thread')],
    ['Nightjar, its worker', ...cells('engine', 'worker')],
    ['Nightjar, checks a second of the slowest camera; 3.33 are wanted', ...cells('engine', 'checks-slowest')],
  ]
  return table(['ms of CPU a check at 720p', '1 camera', '4 cameras', '8 cameras'], rows)
}

const preRollWays = [
  ['ring', '**a ring of the frames that are checked**'],
  ['encoder', 'those frames encoded as they come (VP8, 3.3 a second)'],
  ['recorder', '`MediaRecorder` all the time (VP8, 15 a second)'],
] as const

/** The ways to the seconds before the motion. */
export function preRoll(runs: Runs): string {
  const cell = (name: string) => within(runs.interval(name, 'cameras-4', 'pre-roll-cpu'), tenths)
  const rows = preRollWays.map(([name, title]) => [title, cell(name)])
  return table(['4 cameras at 720p, above detection alone', '% of a core a camera'], rows)
}
