import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { archive } from './blocks/archive'
import { assistant } from './blocks/assistant'
import { broker } from './blocks/broker'
import { costs, perCheck, preRoll, threads } from './blocks/costs'
import { curve, curvePoints } from './blocks/curve'
import { detection, detectionAt50, persons } from './blocks/detection'
import { downloads } from './blocks/downloads'
import { encoders } from './blocks/encoders'
import { faults } from './blocks/faults'
import { atOwnPace, atRest, byProcesses, underLoad } from './blocks/hub'
import { comparisons, wholeChecks } from './blocks/kernels'
import { live } from './blocks/live'
import { liveCamera } from './blocks/live-camera'
import { liveCrowd } from './blocks/live-crowd'
import { looks, personCosts, visits } from './blocks/naming'
import { pushes } from './blocks/pushes'
import { fiveFigures } from './blocks/readme'
import { anHour, clips, hiddenTab, interactions } from './blocks/recording'
import { review } from './blocks/review'
import { together } from './blocks/together'
import { wakeUps } from './blocks/wake-ups'
import { weak } from './blocks/weak'
import { Runs } from './runs'

/** Where figures stand, each between a mark with its name and the next mark that ends it. */
export const documents = [
  'README.md',
  'docs/figures.md',
  'docs/detector.md',
  'docs/scaling.md',
  'src/engine/recording/README.md',
] as const

/** Every block of figures by its name, made of the runs that are kept. */
export function blocksOf(root: string): ReadonlyMap<string, () => string> {
  const read = (bench: string) => Runs.read(join(root, 'bench', 'results'), bench)
  const readIfThere = (bench: string) => (existsSync(join(root, 'bench', 'results', bench)) ? read(bench) : null)
  const stores = () => ({ sqlite: read('hub'), postgres: read('hub-postgres') })
  return new Map<string, () => string>([
    [
      'five',
      () => fiveFigures({ detect: read('detect'), browser: read('browser'), clips: read('clips'), soak: read('soak') }),
    ],
    ['detection-50', () => detectionAt50(read('detect'), read('films'))],
    ['detection', () => detection(read('detect'))],
    ['persons', () => persons(read('person'))],
    ['looks', () => looks(readIfThere('looks'))],
    ['visits', () => visits(readIfThere('visits'))],
    ['person-costs', () => personCosts(read('person-browser'))],
    ['comparisons', () => comparisons(read('kernels'))],
    ['whole-checks', () => wholeChecks(read('kernels'))],
    ['costs', () => costs(read('browser'))],
    ['threads', () => threads(read('browser'))],
    ['per-check', () => perCheck(read('browser'))],
    ['pre-roll', () => preRoll(read('pre-roll'))],
    ['hidden-tab', () => hiddenTab(read('hidden-tab'))],
    ['wake-ups', () => wakeUps(readIfThere('wakeups'))],
    ['clips', () => clips(read('clips'))],
    ['encoders', () => encoders(readIfThere('recording'))],
    ['curve', () => curve(read('curve'))],
    ['curve-points', () => curvePoints(read('curve'))],
    ['interactions', () => interactions(read('interactions'))],
    ['an-hour', () => anHour(read('soak'))],
    ['review', () => review(readIfThere('review'))],
    ['downloads', () => downloads(readIfThere('downloads'))],
    ['archive', () => archive(readIfThere('archive'))],
    ['weak', () => weak(readIfThere('weak'))],
    ['live', () => live(read('live'))],
    ['live-camera', () => liveCamera(readIfThere('live-camera'))],
    ['live-crowd', () => liveCrowd(readIfThere('live-crowd'))],
    ['assistant', () => assistant(read('assistant'))],
    ['hub-load', () => underLoad(stores())],
    ['hub-rest', () => atRest(stores())],
    ['hub-own-pace', () => atOwnPace(readIfThere('hub-own-pace'))],
    ['hub-processes', () => byProcesses(readIfThere('hub-processes'))],
    ['pushes', () => pushes(readIfThere('hub-push'))],
    ['broker', () => broker(readIfThere('hub-mqtt'))],
    ['together', () => together(readIfThere('hub-hubs'))],
    ['faults', () => faults(readIfThere('faults'))],
  ])
}

const mark = /<!-- figures: (?<name>[\w-]+) -->\n[\s\S]*?<!-- \/figures -->/g

/** The names of the blocks in a document. */
export function blocksIn(text: string): string[] {
  return [...text.matchAll(mark)].map(({ groups }) => groups?.['name'] ?? '')
}

/** The document with what stands between its marks made anew. Throws where a name is unknown. */
export function withFigures(text: string, blocks: ReadonlyMap<string, () => string>): string {
  return text.replaceAll(mark, (_, name: string) => {
    const block = blocks.get(name)
    if (block === undefined) throw new Error(`There are no figures called ${name}.`)
    return `<!-- figures: ${name} -->\n${block()}\n<!-- /figures -->`
  })
}

export function readDocument(root: string, name: string): string {
  return readFileSync(join(root, name), 'utf8')
}
