import { paint } from './picture.mjs'
import { ellipse, limb, polygon } from './shapes.mjs'

/**
 * @typedef {import('./picture.mjs').Picture} Picture
 * @typedef {import('./shapes.mjs').Point} Point
 * @typedef {{ x: number, stride: number, facing: 1 | -1 }} Pose stride: where in its two steps the walk is, in radians
 */

/** From head to heel; the person passes close to the camera, so that the picture ends below the knees. */
const tall = 500
const headTop = 10

const skin = /** @type {const} */ ([206, 158, 130])
const hair = /** @type {const} */ ([48, 34, 26])
const coat = /** @type {const} */ ([26, 32, 54])
const coatLit = /** @type {const} */ ([46, 56, 88])
const coatShade = /** @type {const} */ ([16, 20, 36])
const trousers = /** @type {const} */ ([42, 40, 44])
const trousersShade = /** @type {const} */ ([28, 27, 31])

/**
 * A walking person seen half from the side, in a dark coat.
 * @param {Picture} picture
 * @param {Pose} pose
 */
export function paintPerson(picture, { x, stride, facing }) {
  const bob = headTop + 0.008 * tall * (1 + Math.cos(2 * stride))
  /** @type {(across: number, down: number) => Point} both in parts of the height */
  const at = (across, down) => [x + facing * across * tall, bob + down * tall]

  paint(picture, ellipse(x, 352, 0.3 * tall, 16), [24, 16, 12], { softness: 24, opacity: 0.55 })
  paintArm(picture, at(0.055, 0.235), stride + Math.PI, facing, coatShade)
  paintLeg(picture, at(0.03, 0.5), stride + Math.PI, facing, trousersShade)
  paintLeg(picture, at(-0.03, 0.5), stride, facing, trousers)
  paintCoat(picture, at, stride)
  paintHead(picture, at)
  paintArm(picture, at(-0.085, 0.24), stride, facing, coatLit)
}

/**
 * @param {Picture} picture
 * @param {(across: number, down: number) => Point} at
 * @param {number} stride
 */
function paintCoat(picture, at, stride) {
  const sway = 0.015 * Math.sin(stride)
  const outline = [at(-0.12, 0.2), at(0.1, 0.2), at(0.14, 0.38), at(0.15 + sway, 0.57), at(-0.16 + sway, 0.57)]
  paint(picture, polygon([...outline, at(-0.15, 0.38)], 0.022 * tall), coat)
  paint(picture, limb(at(0.08, 0.24), at(0.1 + sway, 0.54), 0.012 * tall), coatLit, { softness: 14, opacity: 0.8 })
  paint(picture, limb(at(-0.06, 0.44), at(-0.04 + sway, 0.56), 0.012 * tall), coatShade, { softness: 10 })
  paint(picture, limb(at(-0.04, 0.185), at(0.045, 0.185), 0.03 * tall), coatLit)
}

/**
 * @param {Picture} picture
 * @param {(across: number, down: number) => Point} at
 */
function paintHead(picture, at) {
  const [radiusX, radiusY] = [0.052 * tall, 0.072 * tall]
  /** @type {(across: number, down: number, rx: number, ry: number) => import('./shapes.mjs').Shape} */
  const oval = (across, down, rx, ry) => ellipse(...at(across, down), rx * tall, ry * tall)
  paint(picture, limb(at(0, 0.12), at(0, 0.17), 0.03 * tall), [176, 128, 104])
  paint(picture, ellipse(...at(-0.006, 0.066), radiusX * 1.1, radiusY * 1.02), hair)
  paint(picture, ellipse(...at(0.008, 0.09), radiusX * 0.95, radiusY * 0.78), skin)
  paint(picture, oval(0.058, 0.088, 0.01, 0.014), skin)
  paint(picture, limb(at(-0.045, 0.05), at(0.048, 0.032), 0.02 * tall, 0.014 * tall), hair)
  paint(picture, oval(-0.03, 0.088, 0.02, 0.04), hair)
  for (const across of [0.012, 0.044]) paint(picture, oval(across, 0.074, 0.006, 0.005), [40, 30, 26])
  paint(picture, limb(at(0.02, 0.118), at(0.044, 0.116), 0.004 * tall), [150, 84, 76])
}

/**
 * @param {Picture} picture
 * @param {Point} shoulder
 * @param {number} stride
 * @param {1 | -1} facing
 * @param {import('./picture.mjs').Colour} colour
 */
function paintArm(picture, shoulder, stride, facing, colour) {
  const swing = -0.55 * Math.sin(stride)
  const elbow = reach(shoulder, facing, swing, 0.165)
  const wrist = reach(elbow, facing, swing + 0.45, 0.135)
  const hand = reach(wrist, facing, swing + 0.5, 0.03)
  paint(picture, limb(wrist, hand, 0.024 * tall, 0.02 * tall), skin)
  paint(picture, limb(shoulder, elbow, 0.054 * tall, 0.046 * tall), colour)
  paint(picture, limb(elbow, wrist, 0.046 * tall, 0.034 * tall), colour)
}

/**
 * @param {Picture} picture
 * @param {Point} hip
 * @param {number} stride
 * @param {1 | -1} facing
 * @param {import('./picture.mjs').Colour} colour
 */
function paintLeg(picture, hip, stride, facing, colour) {
  const swing = 0.5 * Math.sin(stride)
  // The knee bends while the leg comes forward, and is straight while it carries.
  const bend = 0.15 + 0.55 * Math.max(0, Math.cos(stride))
  const knee = reach(hip, facing, swing, 0.225)
  const ankle = reach(knee, facing, swing - bend, 0.22)
  paint(picture, limb(hip, knee, 0.076 * tall, 0.056 * tall), colour)
  paint(picture, limb(knee, ankle, 0.056 * tall, 0.034 * tall), colour)
  paint(picture, limb(ankle, reach(ankle, facing, swing - bend + 1.4, 0.08), 0.026 * tall), [18, 16, 16])
}

/**
 * @param {Point} from
 * @param {1 | -1} facing
 * @param {number} angle from straight down, forward positive
 * @param {number} length in parts of the height
 * @returns {Point}
 */
function reach([x, y], facing, angle, length) {
  return [x + facing * Math.sin(angle) * length * tall, y + Math.cos(angle) * length * tall]
}
