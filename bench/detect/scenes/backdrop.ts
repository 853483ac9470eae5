import { type Canvas, HEIGHT, WIDTH } from './canvas'
import { gaussians } from './noise'
import type { Random } from './random'

/** Painted beyond the picture's edges, so that a shaken camera has something to see. */
export const MARGIN = 12
export const FULL_WIDTH = WIDTH + 2 * MARGIN
export const FULL_HEIGHT = HEIGHT + 2 * MARGIN

/** What stands still: luma in grey levels, margin included. */
export type Backdrop = Float32Array

/** A rectangle in picture coordinates, its right and bottom edge excluded. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export function fillBox(backdrop: Backdrop, box: Box, levelAt: (x: number, y: number) => number): void {
  const left = Math.max(0, Math.round(box.left) + MARGIN)
  const top = Math.max(0, Math.round(box.top) + MARGIN)
  const right = Math.min(FULL_WIDTH, Math.round(box.left + box.width) + MARGIN)
  const bottom = Math.min(FULL_HEIGHT, Math.round(box.top + box.height) + MARGIN)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) backdrop[y * FULL_WIDTH + x] = levelAt(x - MARGIN, y - MARGIN)
  }
}

/** Soft blotches of `cell` pixels, about -1 to 1: plaster, lawn, dirt. */
export function blotches(random: Random, cell: number): (x: number, y: number) => number {
  const columns = Math.ceil(FULL_WIDTH / cell) + 2
  const rows = Math.ceil(FULL_HEIGHT / cell) + 2
  const grid = Float32Array.from({ length: columns * rows }, () => random.between(-1, 1))
  return (x, y) => {
    const gx = (x + MARGIN) / cell
    const gy = (y + MARGIN) / cell
    const column = Math.floor(gx)
    const row = Math.floor(gy)
    const fx = gx - column
    const fy = gy - row
    const at = (dx: number, dy: number) => grid[(row + dy) * columns + column + dx] ?? 0
    return (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy
  }
}

/** Adds fine texture everywhere, then softens edges as a lens does. */
export function finish(backdrop: Backdrop, random: Random, textureLevels: number): void {
  for (let i = 0; i < backdrop.length; i++) {
    backdrop[i] = (backdrop[i] ?? 0) + textureLevels * (gaussians[random.integer(0, 99_999)] ?? 0)
  }
  soften(backdrop, 1)
  soften(backdrop, FULL_WIDTH)
}

/** A 1-2-1 filter along one axis; `step` is the distance to the neighbour. */
function soften(backdrop: Backdrop, step: number): void {
  const source = backdrop.slice()
  for (let i = step; i < backdrop.length - step; i++) {
    backdrop[i] = ((source[i - step] ?? 0) + 2 * (source[i] ?? 0) + (source[i + step] ?? 0)) / 4
  }
}

/** Scales the backdrop to a mean; what would be black or white keeps a little room, as exposure does. */
export function setMean(backdrop: Backdrop, mean: number): void {
  const scale = mean / meanOf(backdrop, { left: 0, top: 0, width: WIDTH, height: HEIGHT })
  for (let i = 0; i < backdrop.length; i++) backdrop[i] = Math.min(240, Math.max(3, (backdrop[i] ?? 0) * scale))
}

/** The mean over the part of the box that is inside the picture. */
export function meanOf(backdrop: Backdrop, box: Box): number {
  let sum = 0
  let count = 0
  const bottom = Math.min(HEIGHT, box.top + box.height)
  const right = Math.min(WIDTH, box.left + box.width)
  for (let y = Math.max(0, Math.floor(box.top)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(box.left)); x < right; x++) {
      sum += backdrop[(y + MARGIN) * FULL_WIDTH + x + MARGIN] ?? 0
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

/** Draws the backdrop where the camera points, between pixels too. */
export function paintBackdrop(canvas: Canvas, backdrop: Backdrop): void {
  const left = Math.floor(canvas.shiftX)
  const top = Math.floor(canvas.shiftY)
  const fx = canvas.shiftX - left
  const fy = canvas.shiftY - top
  const { luma } = canvas
  for (let y = 0; y < HEIGHT; y++) {
    const from = (y + MARGIN + top) * FULL_WIDTH + MARGIN + left
    if (fx === 0 && fy === 0) {
      luma.set(backdrop.subarray(from, from + WIDTH), y * WIDTH)
      continue
    }
    for (let x = 0; x < WIDTH; x++) {
      const i = from + x
      const above = (backdrop[i] ?? 0) * (1 - fx) + (backdrop[i + 1] ?? 0) * fx
      const below = (backdrop[i + FULL_WIDTH] ?? 0) * (1 - fx) + (backdrop[i + FULL_WIDTH + 1] ?? 0) * fx
      luma[y * WIDTH + x] = above * (1 - fy) + below * fy
    }
  }
}
