import { ensureMemory, type LoadedKernels } from './kernels'
import type { CheckResult } from './motion-port'

/** A frame as it stands in a slot's frame area. */
export type FrameLayout =
  /** The first plane is luma: I420, NV12 and their relatives. */
  | { readonly kind: 'luma'; readonly width: number; readonly height: number; readonly strideBytes: number }
  | { readonly kind: 'pixels'; readonly width: number; readonly height: number; readonly isRedFirst: boolean }

/** Widest analysed plane; larger frames are box-filtered by 2 or 4 first. */
const ANALYSIS_WIDTH = 480

function boxFactor(width: number): 1 | 2 | 4 {
  if (width <= ANALYSIS_WIDTH) return 1
  return width <= 2 * ANALYSIS_WIDTH ? 2 : 4
}

/**
 * The classic measure of one camera: mean absolute luma difference to the previous frame / 255, over the whole frame
 * (spec 9, X-42). Lives in one slot of the kernels' memory and allocates nothing per frame.
 */
export class ClassicMeasure {
  readonly #loaded: LoadedKernels
  readonly #slotAddress: number
  /** Which of the two planes was written last. */
  #latest: 0 | 1 = 0
  #previousSize: { readonly columns: number; readonly rows: number } | null = null
  #frameView: Uint8Array<ArrayBufferLike>

  private constructor(loaded: LoadedKernels, slotAddress: number) {
    this.#loaded = loaded
    this.#slotAddress = slotAddress
    this.#frameView = this.#makeFrameView()
  }

  /** null when the memory's limit is reached. */
  static create(loaded: LoadedKernels, slot: number): ClassicMeasure | null {
    const { SLOTS_BASE, SLOT_BYTES } = loaded.kernels
    const address = SLOTS_BASE.value + slot * SLOT_BYTES.value
    return ensureMemory(loaded.memory, address + SLOT_BYTES.value) ? new ClassicMeasure(loaded, address) : null
  }

  /** Where a frame is to be copied before `difference`. A new view after the memory grew. */
  frameArea(): Uint8Array<ArrayBufferLike> {
    if (this.#frameView.buffer !== this.#loaded.memory.buffer) this.#frameView = this.#makeFrameView()
    return this.#frameView
  }

  /** Analyses the frame that stands in the frame area, against the one before it if that had the same size. */
  check(frame: FrameLayout): CheckResult {
    const factor = boxFactor(frame.width)
    const columns = Math.floor(frame.width / factor)
    const rows = Math.floor(frame.height / factor)
    const count = columns * rows
    if (count === 0 || count > this.#loaded.kernels.PLANE_BYTES.value) return { kind: 'unmeasurable' }
    this.#latest = this.#latest === 0 ? 1 : 0
    this.#analyse(frame, factor)
    const previous = this.#previousSize
    this.#previousSize = { columns, rows }
    if (previous?.columns !== columns || previous.rows !== rows) return { kind: 'nothing' }
    const sum = this.#loaded.kernels.sumAbsoluteDifference(this.#plane(0), this.#plane(1), count)
    return { kind: 'difference', difference: sum / (count * 255) }
  }

  #analyse(frame: FrameLayout, factor: number): void {
    const { kernels } = this.#loaded
    const target = this.#plane(this.#latest)
    if (frame.kind === 'luma') {
      kernels.boxDownsample(this.#slotAddress, frame.strideBytes, frame.width, frame.height, factor, target)
      return
    }
    // Luma is written over the pixels: each result lands at or before the pixel it was made from.
    kernels.lumaFromPixels(this.#slotAddress, frame.width * frame.height, frame.isRedFirst, this.#slotAddress)
    kernels.boxDownsample(this.#slotAddress, frame.width, frame.width, frame.height, factor, target)
  }

  #plane(which: 0 | 1): number {
    const { FRAME_BYTES, PLANE_BYTES } = this.#loaded.kernels
    return this.#slotAddress + FRAME_BYTES.value + which * PLANE_BYTES.value
  }

  #makeFrameView(): Uint8Array<ArrayBufferLike> {
    return new Uint8Array(this.#loaded.memory.buffer, this.#slotAddress, this.#loaded.kernels.FRAME_BYTES.value)
  }
}
