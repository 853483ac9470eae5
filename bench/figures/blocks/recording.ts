import { share, source, spread, table, told } from '../cells'
import type { Runs } from '../runs'

/** Of the loss of some that were counted, none lost: 95 of 100 such counts would be lower (rule of three). */
function boundOfNone(counted: number): string {
  return `1 in ${Math.floor(counted / 3).toLocaleString('en')}`
}

export function clips(runs: Runs): string {
  const sum = (metric: string) => runs.sum('clips', 'cameras-8', metric)
  const rows = [
    [
      'seconds before the motion, median',
      preRollSeconds(runs),
      'Frigate 5, Viseron 5, Kerberos 10, Motion 3 frames, browser demos none',
    ],
    ['kept by cameras that had run for so long', share(sum('pre-roll-kept'), sum('pre-roll-due')), ''],
    ['clips that begin with a keyframe', share(sum('keyframe-first'), sum('clips')), ''],
    ['random seeks that missed', String(sum('seeks-missed')), 'MediaRecorder in parts: not seekable'],
    [
      'worst duration, ms off',
      spread(runs.values('clips', 'cameras-8', 'duration-error-max')),
      'MediaRecorder in parts: none',
    ],
  ]
  const head = ['clips of eight cameras', 'Nightjar', 'others']
  return `${table(head, rows)}\n\n${source('npm run bench:browser -- --clips 200 --cameras 8', [runs])}`
}

/** To a tenth of a second. */
export function preRollSeconds(runs: Runs): string {
  const inSeconds = runs.values('clips', 'cameras-8', 'pre-roll-p50').map((ms) => ms / 1000)
  return spread(inSeconds, (value) => value.toFixed(1))
}

/** Clips that cameras began and the hub got, over all hours. */
export function delivered(soak: Runs): string {
  return share(soak.sum('soak', 'cameras-4', 'delivered'), soak.sum('soak', 'cameras-4', 'clips'))
}

export function anHour(soak: Runs): string {
  const of = (metric: string, digits?: (value: number) => string) =>
    spread(soak.values('soak', 'cameras-4', metric), digits)
  const rows = [
    ['clips delivered of those begun', delivered(soak)],
    ['so lost at most, with 95 % confidence', boundOfNone(soak.sum('soak', 'cameras-4', 'clips'))],
    ['growth of the page’s JS heap, MB an hour', of('heap-page-growth')],
    ['checks left out, %', of('left-out')],
    ['longest gap between two checks of a camera, ms', of('longest-gap', told)],
  ]
  return `${table(['an hour of four cameras', 'Nightjar'], rows)}\n\n${source('npm run bench:browser -- --soak 60', [soak])}`
}

export function hiddenTab(runs: Runs): string {
  const of = (metric: string, digits?: (value: number) => string) =>
    spread(runs.values('engine', 'hidden-2', metric), digits)
  const rows = [
    ['checks a second; 3.33 are wanted', of('checks', (value) => value.toFixed(2))],
    ['longest gap between two checks, ms', of('gap-longest')],
  ]
  return `${table(['two cameras in a hidden tab', 'Nightjar'], rows)}\n\n${source('npm run bench:browser -- --hidden 600', [runs])}`
}

export function interactions(runs: Runs): string {
  const of = (metric: string) => spread(runs.values('interactions', 'cameras-4', metric))
  const rows = [
    ['median', of('p50')],
    ['98th percentile', of('p98')],
    ['slowest', of('worst')],
    // Runs before these were counted have none.
    ...(runs.has('interactions', 'cameras-4', 'dashboard-cold')
      ? [
          ['the dashboard until it shows a picture of each camera, opened anew', of('dashboard-cold')],
          ['the same from another screen', of('dashboard-warm')],
        ]
      : []),
  ]
  const head = ['a press or key until it shows, four cameras running', 'ms']
  return `${table(head, rows)}\n\n${source('npm run bench:browser -- --interactions', [runs])}`
}
