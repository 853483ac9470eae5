/**
 * One I420 frame with the light that falls on each of its pixels. Painting is in units of a picture 360 high.
 * @typedef {object} Picture
 * @property {number} width
 * @property {number} height
 * @property {number} scale pixels per unit
 * @property {Uint8Array} frame the three planes, one after the other
 * @property {Uint8Array} y
 * @property {Uint8Array} u
 * @property {Uint8Array} v
 * @property {Float32Array} light 1 leaves a colour as it is
 */

/** @typedef {readonly [red: number, green: number, blue: number]} Colour */
/** @typedef {{ softness?: number, opacity?: number }} Brush softness: width of the edge in units; 0 is sharp */

/**
 * @param {number} width
 * @param {number} height
 * @param {(x: number, y: number) => number} lightAt
 * @returns {Picture}
 */
export function createPicture(width, height, lightAt) {
  const scale = height / 360
  const light = new Float32Array(width * height)
  for (let i = 0; i < light.length; i++) {
    light[i] = lightAt(((i % width) + 0.5) / scale, (Math.floor(i / width) + 0.5) / scale)
  }
  return { width, height, scale, ...planesOf(width, height), light }
}

/**
 * A copy to paint on; the light is shared.
 * @param {Picture} picture
 * @returns {Picture}
 */
export function copyPicture(picture) {
  const planes = planesOf(picture.width, picture.height)
  planes.frame.set(picture.frame)
  return { ...picture, ...planes }
}

/**
 * @param {Picture} picture
 * @param {import('./shapes.mjs').Shape} shape
 * @param {Colour} colour
 * @param {Brush} [brush]
 */
export function paint(picture, shape, [red, green, blue], { softness = 0, opacity = 1 } = {}) {
  const { width, scale, light } = picture
  const edge = Math.max(softness, 1 / scale)
  // BT.601, video range: what Chromium takes a Y4M for.
  const y = 0.257 * red + 0.504 * green + 0.098 * blue
  const u = -0.148 * red - 0.291 * green + 0.439 * blue
  const v = 0.439 * red - 0.368 * green - 0.071 * blue

  forEachCovered(picture, shape, edge, 1, (column, row, covered) => {
    const i = row * width + column
    mix(picture.y, i, 16 + y * (light[i] ?? 1), covered * opacity)
  })
  const chromaWidth = width / 2
  forEachCovered(picture, shape, edge, 2, (column, row, covered) => {
    const i = row * chromaWidth + column
    const shade = light[2 * row * width + 2 * column] ?? 1
    mix(picture.u, i, 128 + u * shade, covered * opacity)
    mix(picture.v, i, 128 + v * shade, covered * opacity)
  })
}

/**
 * @param {Picture} picture
 * @param {import('./shapes.mjs').Shape} shape
 * @param {number} edge
 * @param {1 | 2} step pixels from one sample of the plane to the next
 * @param {(column: number, row: number, covered: number) => void} visit
 */
function forEachCovered({ width, height, scale }, shape, edge, step, visit) {
  const unit = step / scale
  const firstColumn = Math.max(0, Math.floor((shape.left - edge) / unit))
  const lastColumn = Math.min(width / step - 1, Math.ceil((shape.right + edge) / unit))
  const firstRow = Math.max(0, Math.floor((shape.top - edge) / unit))
  const lastRow = Math.min(height / step - 1, Math.ceil((shape.bottom + edge) / unit))
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const covered = 0.5 - shape.distance((column + 0.5) * unit, (row + 0.5) * unit) / edge
      if (covered > 0) visit(column, row, Math.min(1, covered))
    }
  }
}

/**
 * @param {Uint8Array} plane
 * @param {number} i
 * @param {number} value
 * @param {number} share
 */
function mix(plane, i, value, share) {
  const old = plane[i] ?? 0
  plane[i] = Math.min(255, Math.max(0, Math.round(old + (value - old) * share)))
}

/**
 * @param {number} width
 * @param {number} height
 */
function planesOf(width, height) {
  const [luma, chroma] = [width * height, (width * height) / 4]
  const frame = new Uint8Array(luma + 2 * chroma)
  return {
    frame,
    y: frame.subarray(0, luma),
    u: frame.subarray(luma, luma + chroma),
    v: frame.subarray(luma + chroma),
  }
}
