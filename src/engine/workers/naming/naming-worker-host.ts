import type { Detector } from '../../naming/detector'
import { lookAt } from '../../naming/look'
import { hasMoved } from '../../naming/moving'
import type {
  FromNamingWorker,
  LookRequest,
  LookResult,
  PersonModel,
  ToNamingWorker,
} from '../../naming/naming-protocol'
import { LookCanvas, UnreadableFrame } from './look-canvas'

/** How detectors come; both reject where that fails. */
export interface DetectorLoaders {
  builtIn(): Promise<Detector>
  fromModel(model: PersonModel): Promise<Detector>
  /** What both run on, for the page to hold. */
  runtime(): Promise<WebAssembly.Module>
}

/** The naming worker's end of the channel: answers every look, and closes every frame that came with one. */
export class NamingWorkerHost {
  readonly #loaders: DetectorLoaders
  readonly #post: (message: FromNamingWorker) => void
  readonly #canvas = new LookCanvas()
  #detector: Detector | null = null

  constructor(loaders: DetectorLoaders, post: (message: FromNamingWorker) => void) {
    this.#loaders = loaders
    this.#post = post
  }

  async handle(message: ToNamingWorker): Promise<void> {
    if (message.kind === 'load') return this.#load(message.model)
    const { look, frame, request } = message
    try {
      this.#post({ kind: 'looked', look, seen: await this.#look(frame, request) })
    } catch (error) {
      const fault = error instanceof UnreadableFrame ? 'frame' : 'detector'
      this.#post({ kind: 'not-looked', look, fault, message: wordsOf(error) })
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
      this.#post({ kind: 'ready', groups: this.#detector.groups, modelTrouble })
    } catch (error) {
      return this.#post({ kind: 'unable', message: wordsOf(error) })
    }
    // Without it the next worker starts as slowly as this one.
    await this.#loaders.runtime().then(
      (runtime) => this.#post({ kind: 'compiled', runtime }),
      () => undefined,
    )
  }

  async #look(frame: VideoFrame, request: LookRequest): Promise<LookResult> {
    const startedAtMs = performance.now()
    if (this.#detector === null) throw new Error('No detector was loaded.')
    const shown = await this.#canvas.show(frame)
    const { picture } = shown
    const { found, parts } = await lookAt(this.#detector, picture, request.around)
    const isWanted = found.some(({ score, box }) => score > request.jpegAbove && hasMoved(box, request.moved))
    const jpeg = isWanted ? await shown.jpeg(request.jpegQuality) : null
    return { found, jpeg, tookMs: performance.now() - startedAtMs, parts }
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
