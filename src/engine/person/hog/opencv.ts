/** What lies on the heap of OpenCV's WASM and is freed by `delete` alone. */
export interface OnHeap {
  delete(): void
}

export interface Mat extends OnHeap {
  readonly cols: number
  readonly rows: number
  readonly data: Uint8Array
  readonly data32F: Float32Array
  /** A view of a part: deleted on its own. */
  roi(part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }): Mat
}

interface VectorOf<T> extends OnHeap {
  size(): number
  get(index: number): T
}

interface Size {
  readonly width: number
  readonly height: number
}

/** A window, in pixels of the picture that was searched. */
export interface FoundRect extends Size {
  readonly x: number
  readonly y: number
}

export interface Hog extends OnHeap {
  setSVMDetector(weights: Mat): void
  detectMultiScale(
    picture: Mat,
    found: OnHeap,
    weights: OnHeap,
    hitThreshold: number,
    stride: Size,
    padding: Size,
    scale: number,
    finalThreshold: number,
    useMeanShift: boolean,
  ): void
}

interface HogClass {
  new (): Hog
  new (
    window: Size,
    block: Size,
    blockStride: Size,
    cell: Size,
    bins: number,
    derivativeAperture: number,
    sigma: number,
    normType: number,
    hysteresis: number,
    gammaCorrection: boolean,
    levels: number,
    isSigned: boolean,
  ): Hog
  getDefaultPeopleDetector(): VectorOf<number>
  getDaimlerPeopleDetector(): VectorOf<number>
}

/**
 * The part of OpenCV.js that finding people needs, as it behaves: the types of @opencvjs/types come from the C++ headers
 * and miss the vectors of the detectors. The browser loads it from @opencvjs/web, benches and tests from @opencvjs/node.
 */
export interface OpenCv {
  readonly Mat: { new (): Mat; new (rows: number, columns: number, type: number): Mat }
  readonly RectVector: new () => VectorOf<FoundRect>
  readonly DoubleVector: new () => VectorOf<number>
  readonly HOGDescriptor: HogClass
  readonly CV_8UC4: number
  readonly CV_32FC1: number
  readonly COLOR_RGBA2GRAY: number
  readonly BORDER_REPLICATE: number
  readonly INTER_AREA: number
  readonly INTER_LINEAR: number
  cvtColor(from: Mat, to: Mat, code: number): void
  copyMakeBorder(
    from: Mat,
    to: Mat,
    top: number,
    bottom: number,
    left: number,
    right: number,
    kind: number,
    value: readonly number[],
  ): void
  resize(from: Mat, to: Mat, size: Size, scaleX: number, scaleY: number, interpolation: number): void
}

const classes: readonly string[] = ['Mat', 'RectVector', 'DoubleVector', 'HOGDescriptor']
const functions: readonly string[] = ['cvtColor', 'copyMakeBorder', 'resize']
const detectors: readonly string[] = ['getDefaultPeopleDetector', 'getDaimlerPeopleDetector']
const constants: readonly string[] = [
  ...['CV_8UC4', 'CV_32FC1', 'COLOR_RGBA2GRAY'],
  ...['BORDER_REPLICATE', 'INTER_AREA', 'INTER_LINEAR'],
]

/** What `loadOpenCV` answered with, null where this build of OpenCV lacks what is needed. */
export function asOpenCv(loaded: unknown): OpenCv | null {
  if (typeof loaded !== 'object' || loaded === null) return null
  const isFunction = (of: object, name: string) => typeof Reflect.get(of, name) === 'function'
  if (![...classes, ...functions].every((name) => isFunction(loaded, name))) return null
  const hog: unknown = Reflect.get(loaded, 'HOGDescriptor')
  if (typeof hog !== 'function' || !detectors.every((name) => isFunction(hog, name))) return null
  return constants.every((name) => typeof Reflect.get(loaded, name) === 'number') ? (loaded as OpenCv) : null
}

/** Keeps what was made on the heap, and frees it all, the latest first. */
export class HeapScope {
  readonly #kept: OnHeap[] = []

  keep<T extends OnHeap>(made: T): T {
    this.#kept.push(made)
    return made
  }

  close(): void {
    for (const made of this.#kept.splice(0).reverse()) made.delete()
  }
}
