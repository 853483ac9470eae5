import { SCENE_COLUMNS, SCENE_ROWS, type Scene } from '../tampering/scene'
import { type DetectionOptions, type HeatMap, ZONE_COLUMNS, ZONE_ROWS } from './detection'
import { gatherScene } from './gather-scene'
import type { LoadedKernels } from './kernels'
import type { FrameLayout, Measure } from './measure'
import type { CheckResult } from './motion-port'

/** The size of the analysed plane. */
interface PlaneSize {
  readonly columns: number
  readonly rows: number
}

/** Edge of a block of the heat map, in analysed pixels. */
const HEAT_EDGE = 8

/** Brightness is of every so manieth pixel: a prime, so that whole columns are seldom met. */
const SAMPLE_STEP = 97

type BoxFactor = 1 | 2 | 4 | 8

/** The smallest box filter that brings a plane to at most `widest` columns, or the coarsest one. */
function boxFactor(width: number, widest: number): BoxFactor {
  if (width <= widest) return 1
  if (width <= 2 * widest) return 2
  return width <= 4 * widest ? 4 : 8
}

/** The coarsest box filter that leaves enough for a scene. */
function sceneFactor(columns: number, rows: number): 1 | 2 | 4 {
  if (columns >= 4 * SCENE_COLUMNS && rows >= 4 * SCENE_ROWS) return 4
  return columns >= 2 * SCENE_COLUMNS && rows >= 2 * SCENE_ROWS ? 2 : 1
}

/**
 * The classic measure of one camera: mean absolute luma difference to the previous frame / 255, over the whole frame
 * but for ignored zones (REC-06, X-42). Lives in two planes of the kernels' memory that change places every check.
 */
export class ClassicMeasure implements Measure {
  readonly #loaded: LoadedKernels
  readonly #planesAddress: number
  readonly #blocksAddress: number
  /** Which of the two planes was written last. */
  #latest: 0 | 1 = 0
  #previous: (PlaneSize & { readonly zones: readonly number[] }) | null = null

  /** Addresses are those of the slot's two planes and of its blocks, of which this measure has but the scene. */
  constructor(loaded: LoadedKernels, planesAddress: number, blocksAddress: number) {
    this.#loaded = loaded
    this.#planesAddress = planesAddress
    this.#blocksAddress = blocksAddress
  }

  /** Against the frame before, if that had the same size and the same zones. */
  check(frame: FrameLayout, address: number, options: DetectionOptions): CheckResult {
    const factor = boxFactor(frame.width, options.analysisWidth)
    const size = { columns: Math.floor(frame.width / factor), rows: Math.floor(frame.height / factor) }
    const count = size.columns * size.rows
    if (count === 0 || count > this.#loaded.kernels.PLANE_BYTES.value) return { kind: 'unmeasurable' }
    this.#latest = this.#latest === 0 ? 1 : 0
    const isComparable = this.#isLike(size, options.ignoredZones)
    this.#previous = { ...size, zones: options.ignoredZones }
    const sum = this.#take(frame, address, factor, count)
    const light = { brightness: this.#brightness(size), scene: this.#scene(size) }
    const isWhole = options.ignoredZones.length === 0
    const counted = isWhole ? count : count - this.#blank(size, options.ignoredZones)
    if (!isComparable) return { kind: 'nothing' }
    const differences = isWhole ? sum : this.#difference(count)
    const difference = counted === 0 ? 0 : differences / (counted * 255)
    const heat = options.wantsHeat ? this.#heat(size) : null
    // Where zones hide much of the picture, what is left may stand still by itself.
    const isRepeat = isWhole && sum === 0
    return { kind: 'measured', measurement: { difference, ...light, isRepeat, moved: [], heat } }
  }

  #isLike({ columns, rows }: PlaneSize, zones: readonly number[]): boolean {
    const previous = this.#previous
    return previous?.columns === columns && previous.rows === rows && previous.zones === zones
  }

  /** Analyses the frame into the latest plane; the sum of differences to the other one. */
  #take(frame: FrameLayout, address: number, factor: BoxFactor, count: number): number {
    const { kernels } = this.#loaded
    const target = this.#plane(this.#latest)
    if (frame.kind === 'pixels' && factor === 1) {
      return kernels.differenceFromPixels(address, count, frame.isRedFirst, this.#other(), target)
    }
    // Luma is written over the pixels: each result lands at or before the pixel it was made from.
    if (frame.kind === 'pixels') {
      kernels.lumaFromPixels(address, frame.width * frame.height, frame.isRedFirst, address)
    }
    const strideBytes = frame.kind === 'luma' ? frame.strideBytes : frame.width
    kernels.boxDownsample(address, strideBytes, frame.width, frame.height, Math.min(4, factor), target)
    if (factor === 8) this.#halve(target, Math.floor(frame.width / 4), Math.floor(frame.height / 4))
    return this.#difference(count)
  }

  /** Halves the plane in place: each pixel lands at or before those it was made from. */
  #halve(address: number, columns: number, rows: number): void {
    this.#loaded.kernels.boxDownsample(address, columns, columns, rows, 2, address)
  }

  #difference(count: number): number {
    return this.#loaded.kernels.sumAbsoluteDifference(this.#plane(0), this.#plane(1), count)
  }

  /** Ignored zones are black in both planes. How many pixels they cover. */
  #blank({ columns, rows }: PlaneSize, zones: readonly number[]): number {
    const plane = this.#bytes(this.#latest, columns * rows)
    let blanked = 0
    for (const zone of zones) {
      const [column, row] = [zone % ZONE_COLUMNS, Math.floor(zone / ZONE_COLUMNS)]
      const left = Math.ceil((column * columns) / ZONE_COLUMNS)
      const right = Math.ceil(((column + 1) * columns) / ZONE_COLUMNS)
      const bottom = Math.ceil(((row + 1) * rows) / ZONE_ROWS)
      for (let y = Math.ceil((row * rows) / ZONE_ROWS); y < bottom; y++) {
        plane.fill(0, y * columns + left, y * columns + right)
        blanked += right - left
      }
    }
    return blanked
  }

  #brightness({ columns, rows }: PlaneSize): number {
    const plane = this.#bytes(this.#latest, columns * rows)
    let [samples, sum] = [0, 0]
    for (let i = 0; i < plane.length; i += SAMPLE_STEP) {
      samples++
      sum += plane[i] ?? 0
    }
    return sum / samples
  }

  /** Made behind the pixels of the latest plane, where there is room: the frame is not the measure's to write on. */
  #scene({ columns, rows }: PlaneSize): Scene | null {
    const factor = sceneFactor(columns, rows)
    const [sceneColumns, sceneRows] = [Math.floor(columns / factor), Math.floor(rows / factor)]
    const cells = sceneColumns * sceneRows
    if (columns * rows + cells > this.#loaded.kernels.PLANE_BYTES.value) return null
    const plane = this.#plane(this.#latest)
    const scratch = plane + columns * rows
    this.#loaded.kernels.boxDownsample(plane, columns, columns, rows, factor, scratch)
    return gatherScene(this.#loaded, this.#blocksAddress, {
      address: scratch,
      levelBytes: 1,
      columns: sceneColumns,
      rows: sceneRows,
      rowEntries: sceneColumns,
    })
  }

  /** Mean absolute difference of each block. */
  #heat(size: PlaneSize): HeatMap {
    const columns = Math.max(1, Math.floor(size.columns / HEAT_EDGE))
    const rows = Math.max(1, Math.floor(size.rows / HEAT_EDGE))
    const sums = new Uint32Array(columns * rows)
    const a = this.#bytes(0, size.columns * size.rows)
    const b = this.#bytes(1, size.columns * size.rows)
    for (let y = 0; y < rows * HEAT_EDGE && y < size.rows; y++) {
      for (let x = 0; x < columns * HEAT_EDGE && x < size.columns; x++) {
        const block = Math.floor(y / HEAT_EDGE) * columns + Math.floor(x / HEAT_EDGE)
        const pixel = y * size.columns + x
        sums[block] = (sums[block] ?? 0) + Math.abs((a[pixel] ?? 0) - (b[pixel] ?? 0))
      }
    }
    return { columns, rows, levels: Uint8Array.from(sums, (sum) => Math.round(sum / HEAT_EDGE ** 2)) }
  }

  #plane(which: 0 | 1): number {
    return this.#planesAddress + which * this.#loaded.kernels.PLANE_BYTES.value
  }

  #other(): number {
    return this.#plane(this.#latest === 0 ? 1 : 0)
  }

  #bytes(which: 0 | 1, count: number): Uint8Array<ArrayBufferLike> {
    return new Uint8Array(this.#loaded.memory.buffer, this.#plane(which), count)
  }
}
