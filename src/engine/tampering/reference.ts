import { copyLook, type Look, newLook, readLook, recognisedShare } from './look'
import { SCENE_CELLS } from './scene'
import { blend } from './smooth-scene'

/** How slowly the memory follows the picture: dusk and moved chairs get in, whoever passes does not. */
const FOLLOWING_MS = 60_000

/** While the picture shows too little to be recognised by, nothing is lost by following it sooner. */
const FOLLOWING_DARK_MS = 10_000

/** It follows in steps, which cost less than a step a check. */
const FOLLOWING_STEP_MS = 2_000

/** How a camera's picture is when all is well. */
export class Reference {
  readonly #levels = new Float64Array(SCENE_CELLS)
  readonly #look: Look = newLook()
  /** Since the picture was followed last. */
  #leftMs = 0

  /** In grey levels; see `Look`. */
  get texture(): number {
    return this.#look.texture
  }

  /** null: there is too little in it to recognise anything by. */
  recognised(now: Look): number | null {
    return recognisedShare(this.#look, now)
  }

  /** From here on this is how the picture is. */
  adopt(levels: Float64Array, look: Look): void {
    this.#levels.set(levels)
    copyLook(look, this.#look)
  }

  /** `sinceMs` is the time since the check before. */
  follow(levels: Float64Array, sinceMs: number, isDark: boolean): void {
    this.#leftMs += sinceMs
    if (this.#leftMs < FOLLOWING_STEP_MS) return
    blend(this.#levels, levels, 1 - Math.exp(-this.#leftMs / (isDark ? FOLLOWING_DARK_MS : FOLLOWING_MS)))
    readLook(this.#levels, this.#look)
    this.#leftMs = 0
  }
}
