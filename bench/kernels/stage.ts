import { loadOpenCV, type OpenCV } from '@opencvjs/node'
import { ensureMemory, type LoadedKernels } from '../../src/engine/motion/kernels'
import type { Stage } from './contender'
import type { FramePair } from './frame-pair'
import { compileLimits, type LimitKernels } from './limits'

/** Between two areas: kernels may read a little beyond a plane. */
const GAP_BYTES = 4096

/** Puts one pair of frames after another where all contenders find it. */
export class Stages {
  readonly #kernels: LoadedKernels
  readonly #limits: LimitKernels
  readonly #opencv: typeof OpenCV

  private constructor(kernels: LoadedKernels, limits: LimitKernels, opencv: typeof OpenCV) {
    this.#kernels = kernels
    this.#limits = limits
    this.#opencv = opencv
  }

  static async create(kernels: LoadedKernels): Promise<Stages> {
    return new Stages(kernels, await compileLimits(kernels.memory), await loadOpenCV())
  }

  /** The stage of the pair before is no longer valid. */
  set(pair: FramePair): Stage {
    const { kernels, memory } = this.#kernels
    let next = kernels.SLOTS_BASE.value
    const take = (bytes: number): number => {
      const address = next
      next += Math.ceil((bytes + GAP_BYTES) / 64) * 64
      if (!ensureMemory(memory, next)) throw new Error('The kernels have no memory for the bench.')
      return address
    }
    const place = (bytes: ArrayLike<number>): number => {
      const address = take(bytes.length)
      new Uint8Array(memory.buffer).set(bytes, address)
      return address
    }
    const { previous, current } = pair
    return {
      pair,
      kernels: this.#kernels,
      limits: this.#limits,
      opencv: this.#opencv,
      luma: { previous: place(previous.luma), current: place(current.luma) },
      rgba: { previous: place(previous.rgba), current: place(current.rgba) },
      take,
    }
  }
}
