/** What the kernels of assembly/ must answer, bit for bit, in the plainest TypeScript. */

/** Sum of |a - b| over two planes of one length. */
export function referenceDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - byteAt(b, i)), 0)
}

export interface Plane {
  readonly bytes: Uint8Array
  readonly strideBytes: number
  readonly width: number
  readonly height: number
}

/** Rounded means of factor x factor boxes; what does not fill a box is dropped. */
export function referenceDownsample({ bytes, strideBytes, width, height }: Plane, factor: number): Uint8Array {
  const columns = Math.floor(width / factor)
  const rows = Math.floor(height / factor)
  return Uint8Array.from({ length: columns * rows }, (_, target) => {
    const left = (target % columns) * factor
    const top = Math.floor(target / columns) * factor
    let sum = 0
    for (let y = top; y < top + factor; y++) {
      for (let x = left; x < left + factor; x++) sum += byteAt(bytes, y * strideBytes + x)
    }
    return Math.round(sum / factor ** 2)
  })
}

/** BT.601 luma in 8 bits of pixels of 4 bytes: (77 R + 150 G + 29 B) / 256, rounded. */
export function referenceLuma(pixels: Uint8Array, isRedFirst: boolean): Uint8Array {
  return Uint8Array.from({ length: pixels.length / 4 }, (_, i) => {
    const [first, green, third] = [byteAt(pixels, 4 * i), byteAt(pixels, 4 * i + 1), byteAt(pixels, 4 * i + 2)]
    const [red, blue] = isRedFirst ? [first, third] : [third, first]
    return Math.floor((77 * red + 150 * green + 29 * blue) / 256 + 0.5)
  })
}

export interface Levels {
  readonly levels: Uint8Array | Uint16Array
  /** How many 1/64 grey levels one unit of `levels` is. */
  readonly unit: 1 | 64
  readonly columns: number
  readonly rows: number
  readonly rowEntries: number
}

/** Mean levels of 32 x 18 cells in 1/64 grey levels, rounded down. */
export function referenceScene({ levels, unit, columns, rows, rowEntries }: Levels): Uint16Array {
  return Uint16Array.from({ length: 32 * 18 }, (_, cell) => {
    const [column, row] = [cell % 32, Math.floor(cell / 32)]
    const [left, right] = [Math.floor((column * columns) / 32), Math.floor(((column + 1) * columns) / 32)]
    const [top, bottom] = [Math.floor((row * rows) / 18), Math.floor(((row + 1) * rows) / 18)]
    let sum = 0
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) sum += byteAt(levels, y * rowEntries + x) * unit
    }
    return Math.floor(sum / ((right - left) * (bottom - top)))
  })
}

/** Fails on a read beyond the end, where a typed array would quietly give undefined. */
function byteAt(bytes: Uint8Array | Uint16Array, index: number): number {
  const byte = bytes[index]
  if (byte === undefined) throw new RangeError(`there is no byte ${index}`)
  return byte
}
