import type { Detector } from '../../../src/engine/naming/detector'
import { barLine, median, quantile, type Row } from '../../report'
import type { DetectorRun } from '../detector-run'
import type { PersonOptions } from '../options'
import type { Truth } from '../truth'
import {
  addPersonScores,
  confusionTable,
  type PersonScore,
  personBars,
  personRows,
  personScoreOf,
  videoTable,
} from './confusion'
import { openDetectors } from './detectors'
import { withDrawnBoxes } from './drawn-boxes'
import { type Pictures, runPersonDetectors } from './person-run'

interface Entry {
  /** The video's name. */
  readonly caseName: string
  readonly detector: string
  readonly score: PersonScore
}

/** The person detectors beside the motion detectors: judges each video, and prints what came of it. */
export class PersonBench {
  readonly #detectors: readonly Detector[]
  readonly #entries: Entry[] = []

  private constructor(detectors: readonly Detector[]) {
    this.#detectors = detectors
  }

  /** Does nothing at all where nobody asked for it (null). */
  static async open(options: PersonOptions | null): Promise<PersonBench> {
    return new PersonBench(options === null ? [] : await openDetectors(options))
  }

  get isWanted(): boolean {
    return this.#detectors.length > 0
  }

  /** Pictures are asked for only where the adaptive measure would begin a clip. */
  async judge(
    caseName: string,
    motion: readonly DetectorRun[],
    truth: Truth,
    takePictures: () => Pictures,
  ): Promise<void> {
    const adaptive = motion.find(({ method }) => method === 'adaptive')
    if (!this.isWanted || adaptive === undefined) return
    for (const run of await runPersonDetectors(this.#detectors, adaptive, takePictures)) {
      const score = personScoreOf(run, await withDrawnBoxes(caseName, truth))
      this.#entries.push({ caseName, detector: run.name, score })
    }
  }

  rows(): Row[] {
    return this.#detectors.flatMap(({ name }) => {
      const cases = [...new Set(this.#entries.map(({ caseName }) => caseName))]
      const sums = cases.map((caseName) => [caseName, this.#sum(name, (entry) => entry.caseName === caseName)] as const)
      const all = [...sums, ['footage', this.#sum(name, () => true)] as const]
      return all.flatMap(([caseName, score]) => personRows(name, caseName, score))
    })
  }

  print(): void {
    for (const { name } of this.#detectors) {
      const total = this.#sum(name, () => true)
      if (total.costsUs.length === 0) continue
      console.log(`\nPerson detector ${name}: ${total.person} of ${total.found} visits in a clip labelled PERSON`)
      console.log(`${videoTable(this.#videos(name))}\n`)
      console.log(confusionTable(name, total))
      const [p50, p95] = [median(total.costsUs), quantile(total.costsUs, 0.95)].map((us) => (us / 1000).toFixed(1))
      console.log(`${name}: ${p50} ms per checked frame (p95 ${p95})`)
      for (const bar of personBars(name, total)) if (Number.isFinite(bar.value)) console.log(barLine(bar))
    }
  }

  close(): void {
    for (const detector of this.#detectors) detector.close()
  }

  #videos(detector: string): (readonly [name: string, score: PersonScore])[] {
    const own = this.#entries.filter((entry) => entry.detector === detector)
    return own.map(({ caseName, score }) => [caseName, score] as const)
  }

  #sum(detector: string, isWanted: (entry: Entry) => boolean): PersonScore {
    const own = this.#entries.filter((entry) => entry.detector === detector && isWanted(entry))
    return addPersonScores(own.map(({ score }) => score))
  }
}
