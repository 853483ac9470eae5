import { source, spread, table, told, within } from '../cells'
import type { Runs } from '../runs'

export function personCosts(runs: Runs): string {
  const percent = (metric: string) => spread(runs.values('person', 'cameras-1', metric).map((value) => 100 * value))
  const checks = (looks: 'on' | 'off') => spread(runs.values('person', 'cameras-8', `checks-slowest-${looks}`))
  const rows = [
    ['while somebody walks, % of a core', percent('person-share-moving')],
    ['while nothing moves, % of a core', percent('person-share-still')],
    ['CPU of a look, ms', spread(runs.values('person', 'cameras-1', 'look-cpu'))],
    ['looks a second while somebody walks', spread(runs.values('person', 'cameras-1', 'looks-per-second'))],
    ['eight cameras that record: checks a second of the slowest, while it looks', checks('on')],
    ['the same without looks; 3.33 are wanted', checks('off')],
  ]
  const head = ['the naming worker’s thread, one camera', 'Nightjar']
  return `${table(head, rows)}\n\n${source('npm run bench:browser -- --person 200', [runs])}`
}

const ways = [
  ['one thread', 'threads-1'],
  ['two threads', 'threads-2'],
  ['WebGPU, in software', 'webgpu'],
] as const

/** What a look costs by each way of computing it. */
export function looks(runs: Runs | null): string {
  const command = 'npm run bench:browser -- --looks --rounds 12'
  if (runs === null) return `No run of \`${command}\` is kept yet.`
  const ratio = (name: string, metric: string) =>
    name === 'threads-1' ? '1' : within(runs.interval(name, 'look', `${metric}-ratio`))
  const rows = ways.map(([title, name]) => [
    title,
    spread(runs.values(name, 'look', 'took')),
    ratio(name, 'took'),
    spread(runs.values(name, 'look', 'cpu')),
    ratio(name, 'cpu'),
  ])
  const head = ['', 'ms a look', 'of one thread', 'CPU ms a look', 'of one thread']
  return `${table(head, rows)}\n\n${source(command, [runs])}`
}

const entrances = [
  ['the detector loads for the first time', 'cold'],
  ['it comes from its rest', 'rested'],
  ['it is there', 'warm'],
  ['all', 'all'],
] as const

/** How soon somebody who enters is named. */
export function visits(runs: Runs | null): string {
  const command = 'npm run bench:browser -- --visits DIR'
  if (runs === null) return `No run of \`${command}\` is kept yet.`
  // More than one in twenty was never named: there is no such moment.
  const seconds = (ofCase: string, metric: string) =>
    runs.has('visits', ofCase, metric) ? spread(runs.values('visits', ofCase, metric), told) : 'never'
  const rows = entrances.flatMap(([title, ofCase]) => {
    if (runs.sum('visits', ofCase, 'visits') === 0) return []
    return [
      [
        title,
        String(runs.sum('visits', ofCase, 'visits')),
        String(runs.sum('visits', ofCase, 'person')),
        seconds(ofCase, 'moved-p50'),
        seconds(ofCase, 'delay-p50'),
        seconds(ofCase, 'delay-p95'),
      ],
    ]
  })
  const head = ['', 'visits', 'labelled PERSON', 'moved, median s', 'PERSON, median s', '95th percentile, s']
  return `${table(head, rows)}\n\n${source(command, [runs])}`
}
