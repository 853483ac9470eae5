import { type Backdrop, blotches, FULL_HEIGHT, FULL_WIDTH, fillBox, finish, MARGIN, setMean } from './backdrop'
import { HEIGHT, WIDTH } from './canvas'
import type { Random } from './random'

/** A place that stands still, with a floor from `floorY` down on which people walk. */
export interface Place {
  readonly backdrop: Backdrop
  readonly floorY: number
}

const everything = { left: -MARGIN, top: -MARGIN, width: FULL_WIDTH, height: FULL_HEIGHT }

/** A room or a street of the given mean luma. */
export function makePlace(random: Random, meanLuma: number): Place {
  const place = random.isHit(0.5) ? makeRoom(random) : makeStreet(random)
  finish(place.backdrop, random, random.between(2, 6))
  setMean(place.backdrop, meanLuma)
  return place
}

function makeRoom(random: Random): Place {
  const backdrop = new Float32Array(FULL_WIDTH * FULL_HEIGHT)
  const floorY = random.integer(95, 130)
  const plaster = blotches(random, 24)
  const wall = random.between(110, 170)
  const slope = random.between(-0.15, 0.15)
  fillBox(backdrop, everything, (x, y) => wall + slope * (x - 160) - 0.1 * y + 6 * plaster(x, y))
  paintFloor(backdrop, random, floorY)
  for (let i = random.integer(2, 4); i > 0; i--) paintPictureFrame(backdrop, random, floorY)
  if (random.isHit(0.7)) paintWindow(backdrop, random)
  for (let i = random.integer(3, 6); i > 0; i--) paintFurniture(backdrop, random, floorY)
  return { backdrop, floorY }
}

/** Boards that come together towards the wall. */
function paintFloor(backdrop: Backdrop, random: Random, floorY: number): void {
  const level = random.between(60, 120)
  const dirt = blotches(random, 10)
  const floor = { left: -MARGIN, top: floorY, width: FULL_WIDTH, height: HEIGHT + MARGIN - floorY }
  fillBox(backdrop, floor, (x, y) => {
    const board = Math.floor(((x - 160) * 12) / (y - floorY + 60) + 100)
    return level + (board % 3) * 7 + 5 * dirt(x, y) + 0.2 * (y - floorY)
  })
  fillBox(backdrop, { left: -MARGIN, top: floorY - 4, width: FULL_WIDTH, height: 4 }, () => level + 70)
}

function paintPictureFrame(backdrop: Backdrop, random: Random, floorY: number): void {
  const box = { left: random.between(0, 280), top: random.between(10, floorY - 50), width: 30, height: 24 }
  const motif = blotches(random, 5)
  fillBox(backdrop, box, () => 50)
  const inside = { left: box.left + 2, top: box.top + 2, width: box.width - 4, height: box.height - 4 }
  fillBox(backdrop, inside, (x, y) => 130 + 60 * motif(x, y))
}

function paintWindow(backdrop: Backdrop, random: Random): void {
  const box = { left: random.between(20, 240), top: 8, width: 56, height: 64 }
  const outside = blotches(random, 12)
  fillBox(backdrop, box, (x, y) => {
    const isBar = Math.abs(x - box.left - 28) < 2 || Math.abs(y - box.top - 32) < 2
    return isBar ? 235 : 195 + 25 * outside(x, y)
  })
}

/** Cupboards and sofas: a body with a lit top edge, doors and handles. */
function paintFurniture(backdrop: Backdrop, random: Random, floorY: number): void {
  const width = random.between(25, 80)
  const height = random.between(25, 70)
  const left = random.between(-20, 290)
  const top = floorY + random.between(0, 18) - height
  const level = random.between(30, 190)
  const grain = blotches(random, random.pick(3, 6, 14))
  fillBox(backdrop, { left, top, width, height }, (x, y) => {
    const door = (x - left) % 22
    if (y - top < 3) return level + 30
    return level + (door < 1.5 ? -25 : 0) + 8 * grain(x, y)
  })
}

function makeStreet(random: Random): Place {
  const backdrop = new Float32Array(FULL_WIDTH * FULL_HEIGHT)
  const floorY = random.integer(85, 115)
  const sky = blotches(random, 40)
  fillBox(backdrop, everything, (x, y) => 190 - 0.2 * y + 12 * sky(x, y))
  let left = -MARGIN
  while (left < WIDTH + MARGIN) {
    const width = random.between(60, 120)
    paintHouse(backdrop, random, left, width, floorY)
    left += width
  }
  const tar = blotches(random, 6)
  const road = random.between(70, 110)
  const ground = { left: -MARGIN, top: floorY, width: FULL_WIDTH, height: HEIGHT + MARGIN - floorY }
  fillBox(backdrop, ground, (x, y) => road + 0.25 * (y - floorY) + 7 * tar(x, y))
  fillBox(backdrop, { ...ground, top: floorY + 14, height: 3 }, () => road + 60)
  for (let i = random.integer(0, 2); i > 0; i--) paintCar(backdrop, random, floorY)
  for (let i = random.integer(1, 3); i > 0; i--) paintBush(backdrop, random, floorY)
  return { backdrop, floorY }
}

/** Brick or plaster, with windows. */
function paintHouse(backdrop: Backdrop, random: Random, left: number, width: number, floorY: number): void {
  const top = random.between(-10, 25)
  const level = random.between(90, 180)
  const isBrick = random.isHit(0.5)
  const wear = blotches(random, 9)
  fillBox(backdrop, { left, top, width, height: floorY - top }, (x, y) => {
    const course = Math.floor(y / 4)
    const isMortar = isBrick && (y % 4 === 0 || (x + (course % 2) * 4) % 8 === 0)
    return level + (isMortar ? 22 : 0) + 7 * wear(x, y)
  })
  const glass = random.between(30, 90)
  for (let y = top + 12; y < floorY - 30; y += 34) {
    for (let x = left + 8; x < left + width - 18; x += 28) {
      fillBox(backdrop, { left: x - 2, top: y - 2, width: 18, height: 24 }, () => level + 40)
      fillBox(backdrop, { left: x, top: y, width: 14, height: 20 }, (_, row) => glass + (row - y) * 1.5)
    }
  }
}

function paintCar(backdrop: Backdrop, random: Random, floorY: number): void {
  const left = random.between(-20, 250)
  const level = random.between(30, 210)
  const top = floorY - 2
  fillBox(backdrop, { left: left + 14, top: top - 12, width: 42, height: 12 }, () => 55)
  fillBox(backdrop, { left, top, width: 74, height: 15 }, (_, y) => level + 20 - 2 * (y - top))
  for (const wheel of [10, 52]) fillBox(backdrop, { left: left + wheel, top: top + 11, width: 12, height: 9 }, () => 22)
}

function paintBush(backdrop: Backdrop, random: Random, floorY: number): void {
  const leaves = blotches(random, 3)
  const level = random.between(45, 85)
  const box = { left: random.between(-10, 280), top: floorY - 22, width: random.between(20, 60), height: 26 }
  fillBox(backdrop, box, (x, y) => level + 35 * leaves(x, y))
}
