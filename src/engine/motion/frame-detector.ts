import { AdaptiveMeasure } from './adaptive/adaptive-measure'
import { ClassicMeasure } from './classic-measure'
import type { DetectionMethod, DetectionOptions } from './detection'
import { ensureMemory, type LoadedKernels } from './kernels'
import type { FrameLayout, Measure } from './measure'
import type { CheckResult } from './motion-port'

/**
 * The detector of one camera: takes the frame that stands in its slot and measures D as the options say. The same
 * frames give the same answers in Node and in every browser.
 */
export class FrameDetector {
  readonly #loaded: LoadedKernels
  readonly #slotAddress: number
  #options: DetectionOptions
  #measure: Measure
  #frameView: Uint8Array<ArrayBufferLike>

  private constructor(loaded: LoadedKernels, slotAddress: number, options: DetectionOptions) {
    this.#loaded = loaded
    this.#slotAddress = slotAddress
    this.#options = options
    this.#measure = this.#makeMeasure(options.method)
    this.#frameView = this.#makeFrameView()
  }

  /** null when the memory's limit is reached. */
  static create(loaded: LoadedKernels, slot: number, options: DetectionOptions): FrameDetector | null {
    const { SLOTS_BASE, SLOT_BYTES } = loaded.kernels
    const address = SLOTS_BASE.value + slot * SLOT_BYTES.value
    if (!ensureMemory(loaded.memory, address + SLOT_BYTES.value)) return null
    return new FrameDetector(loaded, address, options)
  }

  /** Where a frame is to be copied before `check`. A new view after the memory grew. */
  frameArea(): Uint8Array<ArrayBufferLike> {
    if (this.#frameView.buffer !== this.#loaded.memory.buffer) this.#frameView = this.#makeFrameView()
    return this.#frameView
  }

  configure(options: DetectionOptions): void {
    if (options.method !== this.#options.method) this.#measure = this.#makeMeasure(options.method)
    // Messages bring new arrays: the same zones must not look like others.
    const { ignoredZones } = this.#options
    const isSame =
      ignoredZones.length === options.ignoredZones.length &&
      ignoredZones.every((zone, i) => zone === options.ignoredZones[i])
    this.#options = isSame ? { ...options, ignoredZones } : options
  }

  /** Analyses the frame that stands in the frame area. */
  check(frame: FrameLayout): CheckResult {
    return this.#measure.check(frame, this.#slotAddress, this.#options)
  }

  #makeMeasure(method: DetectionMethod): Measure {
    const { FRAME_BYTES, PLANE_BYTES } = this.#loaded.kernels
    const planes = this.#slotAddress + FRAME_BYTES.value
    const blocks = planes + 2 * PLANE_BYTES.value
    return method === 'classic'
      ? new ClassicMeasure(this.#loaded, planes, blocks)
      : new AdaptiveMeasure(this.#loaded, blocks)
  }

  #makeFrameView(): Uint8Array<ArrayBufferLike> {
    return new Uint8Array(this.#loaded.memory.buffer, this.#slotAddress, this.#loaded.kernels.FRAME_BYTES.value)
  }
}
