/** A frame's number, drawn where a program finds it again after it was encoded, scaled and sent: a row of bits. */
export const counterBits = 12

/** Edge of a bit's square, as a share of the picture's height. */
const edge = 1 / 9

/**
 * Draws the number into the top left corner: light for 1, dark for 0, the lowest bit first.
 * @param {import('./picture.mjs').Picture} picture
 * @param {number} number below 2 to the power of `counterBits`
 */
export function drawCounter({ width, height, y, u, v }, number) {
  const side = Math.round(height * edge)
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < counterBits * side; column++) {
      const bit = (number >> Math.floor(column / side)) & 1
      y[row * width + column] = bit === 1 ? 235 : 16
      const chroma = (row >> 1) * (width / 2) + (column >> 1)
      u[chroma] = 128
      v[chroma] = 128
    }
  }
}
