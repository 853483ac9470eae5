import type { MotionInterval, Truth } from '../truth'
import type { Canvas } from './canvas'
import { type Look, type Opening, type Pose, paintWalker, visibleShare } from './walker'

/** Where somebody is at a time; straight lines between. */
export interface Waypoint {
  readonly timeSec: number
  readonly x: number
  readonly feetY: number
  readonly heightPx: number
}

/** One appearance of somebody. */
export interface Walk {
  readonly waypoints: readonly Waypoint[]
  readonly look: Look
  readonly opening: Opening
  readonly sharePercent: number
}

/** Somebody is in the picture from when a third of them shows (as the hand-labelled footage has it). */
const SHOWN_SHARE = 1 / 3
const STEP_SEC = 0.05
/** After somebody is gone, a detector that needs several checks may still say so once or twice. */
const AFTERMATH_SEC = 0.6
/** Length of two steps as a share of the height. */
const STRIDE_SHARE = 0.85

/** null before the walk begins and after it ends. */
export function poseAt(walk: Walk, timeSec: number): Pose | null {
  let walkedPx = 0
  for (let i = 1; i < walk.waypoints.length; i++) {
    const from = walk.waypoints[i - 1]
    const to = walk.waypoints[i]
    if (!from || !to || timeSec < from.timeSec) return null
    const stepPx = Math.hypot(to.x - from.x, to.feetY - from.feetY)
    if (timeSec >= to.timeSec) {
      walkedPx += stepPx
      continue
    }
    const t = (timeSec - from.timeSec) / (to.timeSec - from.timeSec)
    const heightPx = from.heightPx + (to.heightPx - from.heightPx) * t
    const isStanding = stepPx < 0.05 * heightPx
    // Nobody stands like a post.
    const sway = isStanding ? 0.008 * heightPx * Math.sin(1.7 * timeSec) : 0
    return {
      x: from.x + (to.x - from.x) * t + sway,
      feetY: from.feetY + (to.feetY - from.feetY) * t,
      heightPx,
      phase: (2 * Math.PI * (walkedPx + stepPx * t)) / (STRIDE_SHARE * heightPx),
      swing: isStanding ? 0 : 1,
    }
  }
  return null
}

export function paintWalk(canvas: Canvas, walk: Walk, timeSec: number): void {
  const pose = poseAt(walk, timeSec)
  if (pose) paintWalker(canvas, pose, walk.look, walk.opening)
}

/** When the walk is to be found, and the moments around it in which it half shows. */
export function truthOf(walk: Walk, seconds: number): Truth {
  let appears: number | null = null
  let start: number | null = null
  let end = 0
  let gone = 0
  for (let t = 0; t <= seconds; t += STEP_SEC) {
    const pose = poseAt(walk, t)
    const shown = pose ? visibleShare(pose, walk.opening) : 0
    if (shown > 0) {
      appears ??= t
      gone = t + STEP_SEC
    }
    if (shown >= SHOWN_SHARE) {
      start ??= t
      end = t + STEP_SEC
    }
  }
  if (appears === null || start === null) return { motion: [], ignore: [] }
  const interval: MotionInterval = { start, end, kind: 'person', sharePercent: walk.sharePercent }
  const ignore: [number, number][] = []
  if (start > appears) ignore.push([appears, start])
  if (end < seconds) ignore.push([end, gone + AFTERMATH_SEC])
  return { motion: [interval], ignore }
}
