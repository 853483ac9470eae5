import { moving, partAround, wholeOf } from '../person/look-part'
import type { PersonDetector } from '../person/person-detector'
import type { FromPersonWorker, LookWish, PersonLook, PersonModel, ToPersonWorker } from '../person/person-protocol'
import { PersonCanvas } from './person-canvas'

/** How detectors come; both reject where that fails. */
export interface DetectorLoaders {
  builtIn(): Promise<PersonDetector>
  fromModel(model: PersonModel): Promise<PersonDetector>
}

/** The person worker's end of the channel: answers every look, and closes every frame that came with one. */
export class PersonDesk {
  readonly #loaders: DetectorLoaders
  readonly #post: (message: FromPersonWorker) => void
  readonly #canvas = new PersonCanvas()
  #detector: PersonDetector | null = null

  constructor(loaders: DetectorLoaders, post: (message: FromPersonWorker) => void) {
    this.#loaders = loaders
    this.#post = post
  }

  async handle(message: ToPersonWorker): Promise<void> {
    if (message.kind === 'load') return this.#load(message.model)
    const { look, frame, wish } = message
    try {
      this.#post({ kind: 'looked', look, seen: await this.#look(frame, wish) })
    } catch (error) {
      this.#post({ kind: 'not-looked', look, message: wordsOf(error) })
    } finally {
      frame.close()
    }
  }

  /** A model that does not load leaves the built-in detector to do its work (PERSON-04). */
  async #load(model: PersonModel | null): Promise<void> {
    let modelTrouble: string | null = null
    try {
      if (model !== null) this.#detector = await this.#loaders.fromModel(model)
    } catch (error) {
      modelTrouble = wordsOf(error)
    }
    try {
      this.#detector ??= await this.#loaders.builtIn()
      this.#post({ kind: 'ready', detector: this.#detector.name, modelTrouble })
    } catch (error) {
      this.#post({ kind: 'unable', message: wordsOf(error) })
    }
  }

  async #look(frame: VideoFrame, wish: LookWish): Promise<PersonLook> {
    const startedAtMs = performance.now()
    if (this.#detector === null) throw new Error('No detector was loaded.')
    const shown = await this.#canvas.show(frame)
    const { picture } = shown
    const part = wish.isWhole || wish.region === null ? wholeOf(picture) : partAround(wish.region, picture)
    const people = moving(await this.#detector.detect(picture, part), wish.region)
    const isWanted = people.some(({ score }) => score > wish.jpegAbove)
    const jpeg = isWanted ? await shown.jpeg(wish.jpegQuality) : null
    return { people, jpeg, tookMs: performance.now() - startedAtMs }
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
