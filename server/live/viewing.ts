import type { LiveAct, LiveViewer, ViewingEnd } from '../../src/contract/live/live'
import type { Tab, Viewer } from './tab'

/** One viewer's look at one camera, from the hub's side: who hears of it at either end. */
export class Viewing {
  readonly id: string
  readonly cameraId: string
  readonly viewer: Viewer
  readonly camera: Tab
  /** By WHEP. */
  readonly isProgram: boolean
  #mayHear: boolean
  #isListening = false
  #isTalking = false

  constructor(facts: Pick<Viewing, 'id' | 'cameraId' | 'viewer' | 'camera' | 'isProgram' | 'mayHear'>) {
    this.id = facts.id
    this.cameraId = facts.cameraId
    this.viewer = facts.viewer
    this.camera = facts.camera
    this.isProgram = facts.isProgram
    this.#mayHear = facts.mayHear
  }

  /** Whether the plan lets its viewer hear and talk; the camera was told at the beginning. */
  get mayHear(): boolean {
    return this.#mayHear
  }

  get isListening(): boolean {
    return this.#isListening
  }

  /** Hands on what the viewer wants done; sound only where the plan has it. */
  act(act: LiveAct): void {
    const refusal = this.#mayHear ? null : refusalOf(act)
    if (refusal !== null) return this.viewer.tell({ kind: 'act-refused', viewingId: this.id, act, message: refusal })
    this.#note(act)
    this.camera.tell({ kind: 'act', viewingId: this.id, act })
  }

  /** The camera says that a program, which cannot ask, listens. */
  noteHeard(act: LiveAct): void {
    if (act !== 'listen-begin') return
    if (this.#mayHear) this.#note(act)
    // The plan lost its sound while this was on its way.
    else this.camera.tell({ kind: 'act', viewingId: this.id, act: 'listen-end' })
  }

  /** The camera refuses, or ended what the viewer began. */
  refuseAct(act: LiveAct, message: string): void {
    if (act === 'listen-begin') this.#isListening = false
    if (act === 'talk-begin') this.#isTalking = false
    this.viewer.tell({ kind: 'act-refused', viewingId: this.id, act, message })
  }

  /** The plan has no sound any more. What a plan gains counts from the next viewing on, as the camera was told of this one. */
  loseSound(): void {
    this.#mayHear = false
    if (this.#isListening) this.#endSound('listen-begin', 'listen-end')
    if (this.#isTalking) this.#endSound('talk-begin', 'talk-end')
  }

  tellEnd(viewer: ViewingEnd | null, camera: ViewingEnd | null): void {
    if (viewer !== null) this.viewer.tell({ kind: 'end', viewingId: this.id, reason: viewer })
    if (camera !== null) this.camera.tell({ kind: 'end', viewingId: this.id, reason: camera })
  }

  present(): LiveViewer {
    return { viewingId: this.id, who: this.viewer.who, isListening: this.#isListening, isTalking: this.#isTalking }
  }

  #endSound(begun: 'listen-begin' | 'talk-begin', end: 'listen-end' | 'talk-end'): void {
    this.#note(end)
    this.camera.tell({ kind: 'act', viewingId: this.id, act: end })
    this.viewer.tell({ kind: 'act-refused', viewingId: this.id, act: begun, message: sentences[begun] })
  }

  #note(act: LiveAct): void {
    if (act === 'listen-begin' || act === 'listen-end') this.#isListening = act === 'listen-begin'
    if (act === 'talk-begin' || act === 'talk-end') this.#isTalking = act === 'talk-begin'
  }
}

const sentences = {
  'listen-begin': 'The plan has no live sound. Upgrade the plan to listen.',
  'talk-begin': 'The plan has no live sound. Upgrade the plan to talk.',
} as const

function refusalOf(act: LiveAct): string | null {
  return act === 'listen-begin' || act === 'talk-begin' ? sentences[act] : null
}
