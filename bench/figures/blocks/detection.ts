import { type Variant, variants } from '../../detect/variants'
import { median } from '../../report'
import { share, source, spread, table } from '../cells'
import type { Runs } from '../runs'

const sensitivities = [25, 50, 75, 100] as const
const COMMAND = 'npm run bench:detect -- --seed N'

/** Seconds to a tenth: checks are 0.3 s apart. */
const seconds = (value: number) => value.toFixed(1)

/** Whole: nothing triggers by halves. */
const count = (value: number) => Math.round(value).toLocaleString('en')

/** What both measures find in drawn scenes, and what they find where nobody is. */
export function detection(detect: Runs): string {
  const cells = (name: string) => [found(detect, name), falseTriggers(detect, name)]
  const rows = sensitivities.map((s) => [String(s), ...cells(`classic-${s}`), ...cells(`adaptive-${s}`)])
  const head = ['sensitivity', 'found, classic', 'false, classic', 'found, adaptive', 'false, adaptive']
  return `${table(head, rows)}\n\n${source(COMMAND, [detect])}`
}

/** Over all seeds together: the scenes of one seed are others than those of the next. */
export function found(detect: Runs, name: string): string {
  return share(detect.sum(name, 'scenes', 'found'), detect.sum(name, 'scenes', 'intervals'))
}

/** By seed: seven hours each. */
export function falseTriggers(detect: Runs, name: string): string {
  return spread(detect.values(name, 'scenes', 'false'), count)
}

function largeFound(detect: Runs, name: string): string {
  const of = (metric: string) => detect.sum(name, 'subjects-1-percent', metric)
  return share(of('found'), of('intervals'))
}

export function latency(detect: Runs, name: string): string {
  return spread(detect.values(name, 'scenes', 'latency-p95'), seconds)
}

export function hours(detect: Runs): string {
  const [minutes = Number.NaN] = detect.values('adaptive-50', 'scenes', 'minutes')
  return (minutes / 60).toFixed(0)
}

/** At sensitivity 50, in more detail. */
export function detectionAt50(detect: Runs, films: Runs): string {
  const row = (title: string, of: (name: string) => string) => [title, of('adaptive-50'), of('classic-50')]
  const inFilms = (name: string) => share(films.sum(name, 'footage', 'found'), films.sum(name, 'footage', 'intervals'))
  const rows = [
    row('people found in drawn scenes, all seeds', (name) => found(detect, name)),
    row('of these 1 % of the picture or more', (name) => largeFound(detect, name)),
    row(`false triggers in the ${hours(detect)} hours of a seed`, (name) => falseTriggers(detect, name)),
    row('seconds until somebody is found, 95th percentile', (name) => latency(detect, name)),
    row('people found in films', inFilms),
    row('false triggers in films', (name) => String(films.sum(name, 'footage', 'false'))),
  ]
  const head = ['at sensitivity 50', 'Nightjar (adaptive)', 'mean over the whole picture (classic)']
  return `${table(head, rows)}\n\n${source(COMMAND, [detect, films])}`
}

const PERSON_COMMAND = `npm run bench:detect -- --person --no-scenes --variants ${variants.join(',')}`

/** As films are, and as other cameras would have them. */
const filmedAs: readonly (readonly [title: string, variant: Variant | null])[] = [
  ['as they are', null],
  ['at 22 % of their light', 'dark'],
  ['with noise of 8 grey levels', 'noise'],
  ['dark, with noise', 'dark-noise'],
  ['from twice as far', 'far'],
]

/** Who is labelled PERSON in films. */
export function persons(person: Runs): string {
  const head = [
    'films',
    'visits PERSON',
    'clips PERSON',
    'other labels',
    'PERSON, looks at nobody',
    'overlap',
    's to PERSON',
  ]
  const rows = filmedAs.map(([title, variant]) => {
    const films = variant === null ? 'footage' : `${variant}/footage`
    const of = (metric: string) => person.sum('person-default', films, metric)
    // Told of one run, too: they hang on the films, not on the machine, since every look is reckoned at the same cost.
    const counted = (metric: string, digits: (value: number) => string) =>
      digits(median(person.values('person-default', films, metric)))
    return [
      title,
      share(of('person'), of('found')),
      share(of('clips-person'), of('clips')),
      String(othersOf(of)),
      share(of('empty-person'), of('empty-looks')),
      counted('overlap', (value) => value.toFixed(2)),
      counted('delay-p95', seconds),
    ]
  })
  return `${table(head, rows)}\n\n${source(PERSON_COMMAND, [person])}`
}

/** Nothing but people moves in these films: every other label is a wrong one. */
function othersOf(of: (metric: string) => number): number {
  return of('false') + of('named-animals') + of('named-vehicles')
}
