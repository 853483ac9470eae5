/** The whole picture in few numbers, whatever its size and shape; assembly/layout.ts has the same. */
export const SCENE_COLUMNS = 32
export const SCENE_ROWS = 18
export const SCENE_CELLS = SCENE_COLUMNS * SCENE_ROWS

/** Mean luma of each cell in 1/64 grey levels, row by row. */
export type Scene = Uint16Array<ArrayBuffer>

/** How long noise, rain and flicker take to be gone; what stays has arrived after twice of it. */
const SMOOTHING_MS = 700

/** After a longer pause what was seen before says nothing of now. */
const LONGEST_GAP_MS = 5_000

/** What a camera has shown over the last second, in 1/64 grey levels. */
export class SmoothScene {
  readonly levels = new Float64Array(SCENE_CELLS)
  #atMs: number | null = null

  /** false: the picture begins anew, after a pause or with the first scene. */
  note(scene: Scene, nowMs: number): boolean {
    const elapsedMs = this.#atMs === null ? Number.POSITIVE_INFINITY : nowMs - this.#atMs
    this.#atMs = nowMs
    if (elapsedMs > LONGEST_GAP_MS) {
      this.levels.set(scene)
      return false
    }
    blend(this.levels, scene, 1 - Math.exp(-elapsedMs / SMOOTHING_MS))
    return true
  }
}

/** Moves `levels` towards `others` by a share of their difference. */
export function blend(levels: Float64Array, others: ArrayLike<number>, share: number): void {
  for (let i = 0; i < levels.length; i++) {
    const level = levels[i] ?? 0
    levels[i] = level + ((others[i] ?? 0) - level) * share
  }
}
