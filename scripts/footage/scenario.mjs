/** @typedef {import('./person.mjs').Pose} Pose */

/**
 * @typedef {object} Scene when somebody is in the room
 * @property {'walk' | 'pace' | 'still'} scenario
 * @property {number} quietSec before the walk
 * @property {number} walkSec there and back
 */

/** Half of how wide the person is with swinging arms, in units of a picture 360 high. */
const reachAside = 130
const unitsPerStep = 180
/** Shares of the picture's width between which somebody paces. */
const paceFrom = 0.2
const paceTo = 0.8

/**
 * Who is where at a moment; undefined while the room is empty.
 * @param {Scene} scene
 * @param {number} second
 * @param {number} right the picture's width in units of a picture 360 high
 * @returns {Pose | undefined}
 */
export function poseAt({ scenario, quietSec, walkSec }, second, right) {
  const walked = (second - quietSec) / walkSec
  if (scenario === 'still' || walked < 0 || walked >= 1) return undefined
  // A walk comes in from the left edge, across to the right without leaving the picture, and back.
  const [from, to] = scenario === 'pace' ? [paceFrom * right, paceTo * right] : [-reachAside, 0.85 * right]
  const way = to - from
  const facing = walked < 0.5 ? 1 : -1
  const x = from + way * (1 - Math.abs(1 - 2 * walked))
  return { x, stride: (Math.PI * 2 * walked * way) / unitsPerStep, facing }
}
