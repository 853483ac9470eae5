import { createPicture, paint } from './picture.mjs'
import { ellipse, limb, overlap, polygon, rectangle } from './shapes.mjs'

/** @typedef {import('./picture.mjs').Picture} Picture */

const floorTop = 232

const lightPlank = /** @type {const} */ ([137, 101, 72])
const darkPlank = /** @type {const} */ ([119, 87, 60])
const lightLeaf = /** @type {const} */ ([84, 124, 74])
const darkLeaf = /** @type {const} */ ([66, 104, 62])

/**
 * A furnished living room, lit by a window on the left and a lamp, with nobody in it.
 * @param {number} width
 * @param {number} height
 */
export function paintRoom(width, height) {
  const right = (width / height) * 360
  const windowX = right * 0.2
  const lampX = right * 0.73
  const picture = createPicture(width, height, (x, y) => {
    const daylight = 0.4 * Math.exp(-(((x - windowX) / 210) ** 2) - ((y - 110) / 190) ** 2)
    const lamplight = 0.3 * Math.exp(-(((x - lampX) / 80) ** 2) - ((y - 110) / 90) ** 2)
    const corners = 0.22 * ((2 * x) / right - 1) ** 2 + 0.1 * (y / 180 - 1) ** 2
    return 0.88 + daylight + lamplight - corners
  })
  paintShell(picture, right)
  paintWindow(picture, windowX, 92)
  paintDoor(picture, right * 0.875)
  paintFrames(picture, right * 0.5)
  paintRug(picture, right * 0.52)
  paintSofa(picture, right * 0.5)
  paintLamp(picture, lampX)
  paintPlant(picture, right * 0.055)
  return picture
}

/**
 * @param {Picture} picture
 * @param {number} right
 */
function paintShell(picture, right) {
  paint(picture, rectangle(-9, -9, right + 9, floorTop), [186, 176, 158])
  paint(picture, rectangle(-9, floorTop, right + 9, 370), [128, 94, 66])
  for (let i = -14; i <= 14; i++) {
    const [near, far] = [right / 2 + i * 88, right / 2 + i * 40]
    const tone = i % 2 === 0 ? lightPlank : darkPlank
    paint(
      picture,
      polygon([
        [far, floorTop],
        [far + 40, floorTop],
        [near + 88, 362],
        [near, 362],
      ]),
      tone,
      { opacity: 0.8 },
    )
  }
  paint(picture, rectangle(-9, floorTop, right + 9, floorTop + 8), [70, 50, 36], { softness: 10, opacity: 0.5 })
  paint(picture, rectangle(-9, floorTop - 9, right + 9, floorTop), [222, 216, 204])
}

/**
 * @param {Picture} picture
 * @param {number} x
 * @param {number} y
 */
function paintWindow(picture, x, y) {
  paint(picture, rectangle(x - 62, y - 62, x + 62, y + 62), [232, 228, 218])
  const pane = rectangle(x - 55, y - 55, x + 55, y + 55)
  paint(picture, pane, [150, 178, 205])
  paint(picture, rectangle(x - 55, y - 55, x + 55, y + 10), [176, 196, 214], { softness: 40 })
  paint(picture, overlap(pane, ellipse(x - 26, y + 48, 38, 24)), [84, 112, 72])
  paint(picture, overlap(pane, ellipse(x + 32, y + 52, 40, 20)), [74, 102, 66])
  paint(picture, rectangle(x - 66, y + 55, x + 66, y + 66), [232, 228, 218])
  paint(picture, rectangle(x - 3, y - 55, x + 3, y + 55), [226, 222, 212])
  paint(picture, rectangle(x - 55, y - 8, x + 55, y - 3), [226, 222, 212])
  paint(picture, rectangle(x - 96, y - 74, x + 96, y - 69, 2), [84, 64, 48])
  for (const side of [-1, 1]) {
    for (let fold = 0; fold < 4; fold++) {
      const centre = x + side * (88 - fold * 10)
      paint(picture, rectangle(centre - 7, y - 70, centre + 7, 214, 4), [170, 132, 104])
      paint(picture, rectangle(centre + 1, y - 70, centre + 6, 214, 2), [136, 100, 78], { softness: 5 })
    }
  }
}

/**
 * @param {Picture} picture
 * @param {number} x
 */
function paintDoor(picture, x) {
  paint(picture, rectangle(x - 44, 40, x + 44, floorTop), [226, 220, 208])
  paint(picture, rectangle(x - 37, 47, x + 37, floorTop), [146, 108, 76])
  for (const [top, bottom] of /** @type {const} */ ([
    [58, 122],
    [136, 218],
  ])) {
    for (const left of [x - 29, x + 4]) {
      paint(picture, rectangle(left, top, left + 25, bottom), [118, 84, 58])
      paint(picture, rectangle(left + 3, top + 3, left + 23, bottom - 2), [152, 114, 82])
    }
  }
  paint(picture, ellipse(x - 32, 142, 4, 4), [214, 186, 110])
}

/**
 * @param {Picture} picture
 * @param {number} x
 */
function paintFrames(picture, x) {
  paint(picture, rectangle(x - 46, 34, x + 40, 98), [60, 44, 34])
  const canvas = rectangle(x - 41, 39, x + 35, 93)
  paint(picture, canvas, [196, 206, 204])
  paint(picture, overlap(canvas, ellipse(x - 16, 92, 40, 22)), [96, 124, 104])
  paint(picture, ellipse(x + 20, 56, 8, 8), [226, 190, 116])
  paint(picture, rectangle(x + 54, 50, x + 86, 94), [60, 44, 34])
  paint(picture, rectangle(x + 58, 54, x + 82, 90), [178, 130, 108])
}

/**
 * @param {Picture} picture
 * @param {number} x
 */
function paintRug(picture, x) {
  paint(picture, ellipse(x, 312, 232, 36), [128, 60, 54])
  paint(picture, ellipse(x, 312, 212, 30), [168, 132, 104])
  paint(picture, ellipse(x, 312, 204, 28), [138, 68, 60])
}

/**
 * @param {Picture} picture
 * @param {number} x
 */
function paintSofa(picture, x) {
  paint(picture, ellipse(x, 276, 142, 12), [30, 22, 16], { softness: 16, opacity: 0.6 })
  paint(picture, rectangle(x - 112, 150, x + 112, 236, 14), [92, 116, 120])
  paint(picture, rectangle(x - 104, 216, x + 104, 268, 6), [78, 100, 104])
  for (const left of [x - 100, x + 2]) {
    paint(picture, rectangle(left, 158, left + 98, 214, 10), [104, 130, 134])
    paint(picture, rectangle(left, 208, left + 98, 238, 8), [114, 142, 145])
  }
  for (const left of [x - 136, x + 102]) {
    paint(picture, rectangle(left, 184, left + 34, 272, 12), [84, 106, 110])
    paint(picture, rectangle(left + 3, 186, left + 31, 198, 6), [110, 136, 140])
  }
  paint(picture, limb([x - 78, 196], [x - 62, 204], 18), [196, 152, 72])
  for (const foot of [x - 124, x + 124]) paint(picture, rectangle(foot - 4, 270, foot + 4, 282), [52, 38, 28])
}

/**
 * @param {Picture} picture
 * @param {number} x
 */
function paintLamp(picture, x) {
  paint(picture, ellipse(x, 250, 24, 6), [50, 44, 40])
  paint(picture, rectangle(x - 2, 120, x + 2, 250), [66, 58, 52])
  paint(
    picture,
    polygon([
      [x - 18, 74],
      [x + 18, 74],
      [x + 30, 122],
      [x - 30, 122],
    ]),
    [214, 190, 140],
  )
}

/**
 * @param {Picture} picture
 * @param {number} x
 */
function paintPlant(picture, x) {
  paint(picture, ellipse(x, 298, 34, 8), [30, 22, 16], { softness: 10, opacity: 0.5 })
  for (let leaf = -4; leaf <= 4; leaf++) {
    const [tipX, tipY] = [x + leaf * 13, 168 + leaf * leaf * 4]
    const green = leaf % 2 === 0 ? darkLeaf : lightLeaf
    paint(picture, limb([x, 252], [tipX, tipY], 4, 8), green)
  }
  paint(
    picture,
    polygon([
      [x - 26, 246],
      [x + 26, 246],
      [x + 18, 298],
      [x - 18, 298],
    ]),
    [176, 104, 72],
  )
}
