import { source, spread, table } from '../cells'
import type { Runs } from '../runs'

/** A day of ten thousand events under a dragging pointer; null: no run is kept. */
export function review(runs: Runs | null): string {
  if (runs === null) return 'No run of `npm run bench:browser -- --review` is kept yet.'
  const of = (metric: string, digits?: (value: number) => string) =>
    spread(runs.values('review', 'events-10000', metric), digits)
  // Runs before the drag with rests have neither still nor rests, and another name for the first.
  const hasRests = runs.has('review', 'events-10000', 'first-still')
  const rows = [
    ['until all lanes are drawn, ms', of(hasRests ? 'drawn' : 'first-picture')],
    ...(hasRests ? [['until the first still under a pointer that rests, ms', of('first-still')]] : []),
    ['a frame while the line is dragged, 95th percentile, ms', of('frame-p95')],
    ['slowest frame, ms', of('frame-worst')],
    ['frames under 50 ms, %', of('under-50', (value) => (100 * value).toFixed(1))],
    ['lists of links that the drags asked for', of('lists')],
    ['pictures that they asked for', of('pictures')],
    ...(hasRests
      ? [
          ['a frame while it goes from rest to rest, 95th percentile, ms', of('rest-frame-p95')],
          ['slowest frame then, ms', of('rest-frame-worst')],
          ['frames under 50 ms then, %', of('rest-under-50', (value) => (100 * value).toFixed(1))],
          ['pictures that were fetched then', of('rest-pictures')],
        ]
      : []),
  ]
  const head = ['a day of 10,000 events on the timeline', 'Nightjar']
  return `${table(head, rows)}\n\n${source('npm run bench:browser -- --review', [runs])}`
}
