import { type Canvas, HEIGHT, WIDTH } from './canvas'
import { gaussians } from './noise'

/** How somebody looks, in grey levels; absolute, under the place's usual light. */
export interface Look {
  readonly head: number
  readonly torso: number
  readonly legs: number
  /** Folds and stripes of the clothes. */
  readonly textureLevels: number
  readonly textureSeed: number
}

/** Where somebody is, in pixels of the picture. */
export interface Pose {
  readonly x: number
  readonly feetY: number
  readonly heightPx: number
  /** Of the stride, in radians; legs are together at multiples of pi. */
  readonly phase: number
  /** How far the legs swing: 0 standing, 1 walking. */
  readonly swing: number
}

/** Columns in which the person can be seen: an occluder hides the others. */
export interface Opening {
  readonly left: number
  readonly right: number
}

/** The body's width on both sides of its middle, as a share of the height. */
export const HALF_WIDTH = 0.13
/** The silhouette's area is this share of the squared height. */
const AREA_SHARE = 0.2
/** Pixels over which an edge goes soft: the lens, and the walk during the exposure. */
const EDGE_PX = 1.5

/** The height of a person whose silhouette covers this share of the frame. */
export function heightOf(sharePercent: number): number {
  return Math.sqrt(((sharePercent / 100) * WIDTH * HEIGHT) / AREA_SHARE)
}

/** How much of the body's width is in the picture and not hidden, 0 to 1. */
export function visibleShare(pose: Pose, opening: Opening): number {
  const half = HALF_WIDTH * pose.heightPx
  const left = Math.max(0, opening.left, pose.x - half)
  const right = Math.min(WIDTH, opening.right, pose.x + half)
  return Math.max(0, right - left) / (2 * half)
}

/** A rod with round ends, in units of the body: x from its middle, y up from the feet. */
interface Limb {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly radius: number
  readonly level: number
}

function limbsOf(pose: Pose, look: Look): Limb[] {
  const stride = 0.17 * pose.swing * Math.sin(pose.phase)
  const lift = 0.03 * pose.swing * Math.abs(Math.cos(pose.phase))
  const arm = 0.14 * pose.swing * Math.sin(pose.phase)
  const leg = (side: number, up: number): Limb => {
    return { x0: side * 0.03, y0: 0.5, x1: side * (0.035 + stride), y1: 0.04 + up, radius: 0.045, level: look.legs }
  }
  const armOn = (side: number, level: number): Limb => {
    return { x0: side * 0.07, y0: 0.78, x1: side * (0.1 - arm), y1: 0.48, radius: 0.033, level }
  }
  return [
    armOn(-1, look.torso * 0.85),
    leg(-1, lift),
    leg(1, 0),
    { x0: 0, y0: 0.55, x1: 0, y1: 0.77, radius: 0.095, level: look.torso },
    { x0: 0, y0: 0.91, x1: 0, y1: 0.94, radius: 0.058, level: look.head },
    armOn(1, look.torso * 1.1),
  ]
}

export function paintWalker(canvas: Canvas, pose: Pose, look: Look, opening: Opening): void {
  for (const limb of limbsOf(pose, look)) paintLimb(canvas, pose, look, opening, limb)
}

function paintLimb(canvas: Canvas, pose: Pose, look: Look, opening: Opening, limb: Limb): void {
  const size = pose.heightPx
  const x0 = pose.x - canvas.shiftX + limb.x0 * size
  const y0 = pose.feetY - canvas.shiftY - limb.y0 * size
  const dx = (limb.x1 - limb.x0) * size
  const dy = (limb.y0 - limb.y1) * size
  const lengthSquared = dx * dx + dy * dy
  const radius = limb.radius * size
  const reach = radius + EDGE_PX
  const left = Math.max(0, Math.ceil(opening.left - canvas.shiftX), Math.floor(Math.min(x0, x0 + dx) - reach))
  const right = Math.min(WIDTH, opening.right - canvas.shiftX, Math.max(x0, x0 + dx) + reach)
  const top = Math.max(0, Math.floor(Math.min(y0, y0 + dy) - reach))
  const bottom = Math.min(HEIGHT, Math.max(y0, y0 + dy) + reach)
  const cell = Math.max(1, size / 24)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const along = ((x - x0) * dx + (y - y0) * dy) / lengthSquared
      const near = Math.min(1, Math.max(0, along))
      const distance = Math.hypot(x - x0 - near * dx, y - y0 - near * dy) - radius
      const alpha = Math.min(1, 0.5 - distance / EDGE_PX)
      if (alpha <= 0) continue
      // The texture goes with the body, so that it moves as clothes do.
      const fold = Math.floor((x - x0) / cell + 64) + 131 * Math.floor((y - y0) / cell + 256)
      const level = limb.level + look.textureLevels * (gaussians[(look.textureSeed + fold) & 0x1ffff] ?? 0)
      const i = y * WIDTH + x
      canvas.luma[i] = (canvas.luma[i] ?? 0) * (1 - alpha) + level * alpha
    }
  }
}
