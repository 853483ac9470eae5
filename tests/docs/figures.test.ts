import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '..', '..')
const rowsOf = z.object({
  rows: z.array(z.object({ name: z.string(), case: z.string(), metric: z.string(), value: z.number() })),
})

/** Reads one file of bench/results; its figures by name, case and metric. */
function results(file: string) {
  const { rows } = rowsOf.parse(JSON.parse(readFileSync(join(root, 'bench', 'results', `${file}.json`), 'utf8')))
  return (name: string, of: string, metric: string): number => {
    const row = rows.find((one) => one.name === name && one.case === of && one.metric === metric)
    if (row === undefined) throw new Error(`bench/results/${file}.json has no ${metric} of ${name} in ${of}.`)
    return row.value
  }
}

const kernels = results('kernels')
const browser = results('browser')
const hidden = results('hidden-tab')
const detect = results('detect')
const person = results('person')
const clips = results('clips')
const interactions = results('interactions')
const soak = results('soak')
const personBrowser = results('person-browser')
const hub = results('hub')
const hubOnPostgres = results('hub-postgres')

/** Two digits that mean something, as the documents write them. */
function told(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 10 ? 0 : value >= 1 ? 1 : 2)
}

const cameraCases = ['cameras-1', 'cameras-4', 'cameras-8'] as const
const joined = (values: readonly string[]) => values.join(' / ')
const us = (name: string, size = '1280x720') => told(kernels(name, `luma-${size}`, 'time'))
const abovePlaying = (name: string) =>
  joined(cameraCases.map((of) => (browser(name, of, 'cpu') - browser('idle', of, 'cpu')).toFixed(1)))
const found = (name: string) => `${detect(name, 'total', 'found')} of ${detect(name, 'total', 'intervals')}`
const ofLarge = (name: string) =>
  `${detect(name, 'subjects-1-percent', 'found')} of ${detect(name, 'subjects-1-percent', 'intervals')}`
const ms = (of: typeof hub, what: string, metric: string) => of(what, 'cameras-1000', metric).toFixed(0)

const from = (command: string, file: string) => `<br>\`${command}\`, [${file}](bench/results/${file}.json)`

/** The README's table, made of the files: where a file changes, the test says how the row must read. */
const readmeRows: readonly string[] = [
  `| two luma frames of 1280x720 compared, µs${from('npm run bench', 'kernels')} | ${us('as-simd')}; a pure read of both takes ${us('read2')} | OpenCV.js ${us('opencv-js')}, JavaScript ${us('js-luma')}, over canvas pixels ${us('js')}, pixelmatch ${us('pixelmatch')} |`,
  `| a whole adaptive check at 720p, µs${from('npm run bench', 'kernels')} | ${us('check-quiet')}, while somebody walks ${us('check-adaptive')} | |`,
  `| main thread a check at 720p, ms of scripts${from('npm run bench:browser', 'browser')} | ${browser('engine', 'cameras-1', 'main').toFixed(2)} | canvas loop, as browser demos have it: ${told(browser('canvas', 'cameras-1', 'main'))} |`,
  `| CPU above playing the video, 1 / 4 / 8 cameras, % of a core (± 1)${from('npm run bench:browser', 'browser')} | ${abovePlaying('engine')} | canvas loop: ${abovePlaying('canvas')} |`,
  `| checks a second in a hidden tab; 3.33 are wanted${from('npm run bench:browser -- --hidden 600', 'hidden-tab')} | ${hidden('engine', 'hidden-2', 'checks').toFixed(2)}, longest gap ${Math.round(hidden('engine', 'hidden-2', 'gap-longest'))} ms | requestVideoFrameCallback 0, page timers 1 |`,
  `| people found, of these 1 % of the picture or more, at sensitivity 50${from('npm run bench:detect', 'detect')} | ${found('adaptive-50')}, ${ofLarge('adaptive-50')} | mean over the whole picture (*classic*): ${found('classic-50')}, ${ofLarge('classic-50')} |`,
  `| false triggers in the same ${(detect('adaptive-50', 'total', 'minutes') / 60).toFixed(0)} hours${from('npm run bench:detect', 'detect')} | ${detect('adaptive-50', 'total', 'false')} | classic: ${detect('classic-50', 'total', 'false')} |`,
  `| seconds until somebody is found, 95th percentile${from('npm run bench:detect', 'detect')} | ${detect('adaptive-50', 'total', 'latency-p95').toFixed(2)} | classic: ${detect('classic-50', 'total', 'latency-p95').toFixed(2)} |`,
  `| recorded visits labelled PERSON; drives of cars that are${from('npm run bench:detect -- --person', 'person')} | ${person('person-hog', 'total', 'person')} of ${person('person-hog', 'total', 'found')}; ${person('person-hog', 'vehicles', 'false')} of ${person('person-hog', 'vehicles', 'other')} | |`,
  `| looking for persons in Chromium, % of a core while somebody walks / nothing moves${from('npm run bench:browser -- --person 200', 'person-browser')} | ${told(100 * personBrowser('person', 'cameras-1', 'person-share-moving'))} / ${(100 * personBrowser('person', 'cameras-1', 'person-share-still')).toFixed(0)} | |`,
  `| seconds before the motion in a clip, median${from('npm run bench:browser -- --clips 200', 'clips')} | ${told(clips('clips', 'cameras-8', 'pre-roll-p50') / 1000)}, kept in ${clips('clips', 'cameras-8', 'pre-roll-kept')} of ${clips('clips', 'cameras-8', 'pre-roll-due')} | Frigate 5, Viseron 5, Kerberos 10, Motion 3 frames, browser demos none |`,
  `| clips of ${clips('clips', 'cameras-8', 'clips')} with a keyframe first; missed seeks; worst duration, ms off${from('npm run bench:browser -- --clips 200', 'clips')} | ${clips('clips', 'cameras-8', 'keyframe-first')}; ${clips('clips', 'cameras-8', 'seeks-missed')}; ${Math.round(clips('clips', 'cameras-8', 'duration-error-max'))} | MediaRecorder in parts: no duration, not seekable |`,
  `| a press answered while four cameras record, 98th percentile, ms${from('npm run bench:browser -- --interactions', 'interactions')} | ${Math.round(interactions('interactions', 'cameras-4', 'p98'))} | |`,
  `| an hour of four cameras: clips begun / delivered; growth of the page’s JS heap, MB; checks left out, %${from('npm run bench:browser -- --soak 60', 'soak')} | ${soak('soak', 'cameras-4', 'clips')} / ${soak('soak', 'cameras-4', 'delivered')}; ${told(soak('soak', 'cameras-4', 'heap-page-growth'))}; ${told(soak('soak', 'cameras-4', 'left-out'))} | |`,
  `| 1,000 cameras on one hub: snapshot / clip acknowledged, p95, ms${from('npm run bench:hub -- --cameras 1000', 'hub')} | SQLite ${ms(hub, 'snapshot', 'p95')} / ${ms(hub, 'clip', 'p95')}, ${ms(hub, 'snapshot', 'rss')} MB; [PostgreSQL](bench/results/hub-postgres.json) ${ms(hubOnPostgres, 'snapshot', 'p95')} / ${ms(hubOnPostgres, 'clip', 'p95')} | |`,
]

/** The rows of docs/detector.md that come from a bench. */
const detectorRows: readonly string[] = [
  ...[25, 50, 75, 100].map((s) => {
    const cell = (name: string) => `${found(`${name}-${s}`)} | ${detect(`${name}-${s}`, 'total', 'false')}`
    return `| ${s} | ${cell('classic')} | ${cell('adaptive')} |`
  }),
  ...[
    ['classic', 'check-classic'],
    ['adaptive, nothing moves', 'check-quiet'],
    ['adaptive, somebody walks', 'check-adaptive'],
  ].map(([title = '', name = '']) => {
    return `| ${title} | ${['320x180', '1280x720', '1920x1080'].map((size) => us(name, size)).join(' | ')} |`
  }),
]

/** The line of a document that begins as the row does, up to the first figure. */
function lineLike(row: string, document: readonly string[]): string | undefined {
  const [beginning = row] = row.split('<br>')
  return document.find((line) => line.startsWith(`${beginning.split('|').slice(0, 2).join('|').trimEnd()}`))
}

describe('the figures of the documents are those of bench/results (OPS-15)', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8').split('\n')
  const detector = readFileSync(join(root, 'docs', 'detector.md'), 'utf8').split('\n')

  it.each(readmeRows.map((row) => [row.split('<br>')[0], row]))('README: %s', (_, row = '') => {
    expect(lineLike(row, readme)).toBe(row)
  })

  it.each(detectorRows.map((row) => [row.split(' | ')[0], row]))('docs/detector.md: %s', (_, row = '') => {
    expect(detector).toContain(row)
  })
})
