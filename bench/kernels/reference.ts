/** What contenders must find, in the plainest TypeScript. */

export function sumOfDifferences(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs(valueAt(a, i) - valueAt(b, i))
  return sum
}

/** How many pixels differ by more than the threshold. */
export function countAbove(a: ArrayLike<number>, b: ArrayLike<number>, threshold: number): number {
  let count = 0
  for (let i = 0; i < a.length; i++) if (Math.abs(valueAt(a, i) - valueAt(b, i)) > threshold) count++
  return count
}

/** Two lists of bytes folded by exclusive or, four bytes a number, the lowest first. */
export function foldOf(a: Uint8Array, b: Uint8Array): number {
  let fold = 0
  for (let i = 0; i < a.length; i++) fold ^= (valueAt(a, i) ^ valueAt(b, i)) << (8 * (i % 4))
  return fold >>> 0
}

/** BT.601 luma of RGBA pixels in 8 bits, rounded. */
export function lumaOf(rgba: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: rgba.length / 4 }, (_, i) => {
    const sum = 77 * valueAt(rgba, 4 * i) + 150 * valueAt(rgba, 4 * i + 1) + 29 * valueAt(rgba, 4 * i + 2)
    return Math.floor((sum + 128) / 256)
  })
}

/** Sum of the rounded means of factor x factor boxes. */
export function sumOfBoxes(luma: Uint8Array, width: number, height: number, factor: number): number {
  let total = 0
  for (let y = 0; y + factor <= height; y += factor) {
    for (let x = 0; x + factor <= width; x += factor) {
      let sum = 0
      for (let i = 0; i < factor ** 2; i++)
        sum += valueAt(luma, (y + Math.floor(i / factor)) * width + x + (i % factor))
      total += Math.round(sum / factor ** 2)
    }
  }
  return total
}

/** Sum of the whole grey levels of the blocks' means, rounded down. */
export function sumOfBlocks(
  luma: Uint8Array,
  width: number,
  grid: { readonly edge: number; readonly columns: number; readonly rows: number },
): number {
  const { edge, columns, rows } = grid
  let total = 0
  for (let block = 0; block < columns * rows; block++) {
    const start = Math.floor(block / columns) * edge * width + (block % columns) * edge
    let sum = 0
    for (let i = 0; i < edge ** 2; i++) sum += valueAt(luma, start + Math.floor(i / edge) * width + (i % edge))
    total += Math.floor(sum / edge ** 2)
  }
  return total
}

/** Fails on a read beyond the end, where an array would quietly give undefined. */
function valueAt(values: ArrayLike<number>, index: number): number {
  const value = values[index]
  if (value === undefined) throw new RangeError(`There is no value ${index}.`)
  return value
}
