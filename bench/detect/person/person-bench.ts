import type { Detector } from '../../../src/engine/naming/detector'
import { median, openBarLine, quantile, type Row } from '../../report'
import type { DetectorRun } from '../detector-run'
import type { FrameSize } from '../frame-size'
import type { PersonOptions } from '../options'
import type { Truth } from '../truth'
import { seenAs, type Variant } from '../variants'
import {
  addPersonScores,
  confusionTable,
  crowdBar,
  type PersonScore,
  personBars,
  personRows,
  personScoreOf,
  videoTable,
} from './confusion'
import { openDetectors } from './detectors'
import { withDrawnBoxes } from './drawn-boxes'
import { runPersonDetectors } from './person-run'
import { filmPictures } from './pictures'

interface Entry {
  /** The video's name. */
  readonly caseName: string
  /** null: as it is. */
  readonly variant: Variant | null
  readonly detector: string
  readonly score: PersonScore
}

/** A video to judge. */
export interface Film {
  readonly name: string
  readonly file: string
  readonly size: FrameSize
  readonly truth: Truth
}

/** In every frame of it people walk: clips without a name are missed ones. */
const CROWD = 'vtest'

/** The person detectors beside the motion detectors: judges each video, and prints what came of it. */
export class PersonBench {
  /** As which each video is judged besides as it is. */
  readonly variants: readonly Variant[]
  readonly #detectors: readonly Detector[]
  readonly #entries: Entry[] = []

  private constructor(detectors: readonly Detector[], variants: readonly Variant[]) {
    this.#detectors = detectors
    this.variants = variants
  }

  /** Does nothing at all where nobody asked for it (null). */
  static async open(options: PersonOptions | null): Promise<PersonBench> {
    return options === null ? new PersonBench([], []) : new PersonBench(await openDetectors(options), options.variants)
  }

  get isWanted(): boolean {
    return this.#detectors.length > 0
  }

  /** How often a video was judged, as it is or as a variant, by each of the detectors. */
  get judged(): number {
    return this.#entries.length
  }

  /** Pictures are decoded only where the adaptive measure would begin a clip, or nobody is to be seen. */
  async judge(
    { name, file, size, truth }: Film,
    variant: Variant | null,
    motion: readonly DetectorRun[],
  ): Promise<void> {
    const adaptive = motion.find(({ method }) => method === 'adaptive')
    if (!this.isWanted || adaptive === undefined) return
    const known = seenAs(variant, await withDrawnBoxes(name, truth), size)
    const takePictures = () => filmPictures(file, size, variant)
    for (const run of await runPersonDetectors(this.#detectors, adaptive, known.empty ?? [], takePictures)) {
      this.#entries.push({ caseName: name, variant, detector: run.name, score: personScoreOf(run, known) })
    }
  }

  rows(): Row[] {
    return this.#detectors.flatMap(({ name }) =>
      [null, ...this.variants].flatMap((variant) =>
        personRows(name, asNamed(variant, 'footage'), this.#total(name, variant)),
      ),
    )
  }

  print(): void {
    for (const { name } of this.#detectors) for (const variant of [null, ...this.variants]) this.#print(name, variant)
  }

  close(): void {
    for (const detector of this.#detectors) detector.close()
  }

  #print(detector: string, variant: Variant | null): void {
    const total = this.#total(detector, variant)
    if (total.costsUs.length === 0) return
    const name = asNamed(variant, detector)
    console.log(`\nPerson detector ${name}: ${total.person} of ${total.found} visits labelled PERSON`)
    const videos = this.#videos(detector, variant)
    console.log(`${videoTable(videos)}\n`)
    console.log(confusionTable(name, total))
    const [p50, p95] = [median(total.costsUs), quantile(total.costsUs, 0.95)].map((us) => (us / 1000).toFixed(1))
    console.log(`${name}: ${p50} ms per checked frame (p95 ${p95})`)
    const crowd = variant === null ? videos.filter(([video]) => video === CROWD) : []
    const crowdBars = crowd.map(([video, score]) => crowdBar(name, video, score))
    for (const bar of [...personBars(name, total), ...crowdBars]) console.log(openBarLine(bar))
  }

  #videos(detector: string, variant: Variant | null): (readonly [name: string, score: PersonScore])[] {
    return this.#of(detector, variant).map(({ caseName, score }) => [caseName, score] as const)
  }

  #total(detector: string, variant: Variant | null): PersonScore {
    return addPersonScores(this.#of(detector, variant).map(({ score }) => score))
  }

  #of(detector: string, variant: Variant | null): Entry[] {
    return this.#entries.filter((entry) => entry.detector === detector && entry.variant === variant)
  }
}

/** `people-a` of a film as it is, `dark/people-a` of the same at night. */
function asNamed(variant: Variant | null, name: string): string {
  return variant === null ? name : `${variant}/${name}`
}
