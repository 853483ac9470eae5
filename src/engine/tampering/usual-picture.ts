import { MINUTE_MS } from '../../lib/durations'
import {
  copyFingerprint,
  type Fingerprint,
  type Likeness,
  likenessOf,
  newFingerprint,
  readFingerprint,
  showsAPlace,
} from './fingerprint'
import { blend, SCENE_CELLS } from './scene'

/** How slowly the memory follows the picture: dusk and moved chairs get in, whoever passes does not. */
const FOLLOWING_MS = MINUTE_MS

/** While the picture shows too little to be recognised by, nothing is lost by following it sooner. */
const FOLLOWING_DARK_MS = 10_000

/** It follows in steps, which cost less than a step a check. */
const FOLLOWING_STEP_MS = 2_000

/** How a camera's picture is when all is well. */
export class UsualPicture {
  readonly #levels = new Float64Array(SCENE_CELLS)
  readonly #fingerprint: Fingerprint = newFingerprint()
  /** How long ago the picture was followed last. */
  #leftMs = 0

  /** How much the usual picture shows, in grey levels; see `Fingerprint`. */
  get texture(): number {
    return this.#fingerprint.texture
  }

  /** Its mean luma, in grey levels. */
  get brightness(): number {
    return this.#levels.reduce((sum, level) => sum + level, 0) / SCENE_CELLS / 64
  }

  /** null: there is too little in it to recognise anything by. */
  likeness(now: Fingerprint): Likeness | null {
    return likenessOf(this.#fingerprint, now)
  }

  /** How alike another one is; null: there is too little in this one. */
  likenessTo(other: UsualPicture): Likeness | null {
    return this.likeness(other.#fingerprint)
  }

  /** As it is now. */
  copy(): UsualPicture {
    const copied = new UsualPicture()
    copied.adopt(this.#levels, this.#fingerprint)
    return copied
  }

  /** From here on this is how the picture is. */
  adopt(levels: Float64Array, fingerprint: Fingerprint): void {
    this.#levels.set(levels)
    copyFingerprint(fingerprint, this.#fingerprint)
  }

  /** `elapsedMs`: since the check before. */
  follow(levels: Float64Array, elapsedMs: number, isDark: boolean): void {
    this.#leftMs += elapsedMs
    if (this.#leftMs < FOLLOWING_STEP_MS) return
    blend(this.#levels, levels, 1 - Math.exp(-this.#leftMs / (isDark ? FOLLOWING_DARK_MS : FOLLOWING_MS)))
    readFingerprint(this.#levels, this.#fingerprint)
    this.#leftMs = 0
  }
}

/** What is there of the usual picture: it, nothing at all, another one; or too little is known to say. */
export type Sighting = 'same' | 'blind' | 'other' | 'nothing-known'

/** A picture that is less like the usual one is another; more than the second it takes to be the usual one again. */
const LEAST_LIKE = 0.46
export const LEAST_LIKE_AGAIN = 0.52

/** Where so much is the very same, somebody large stands, or stood, before the rest: no turned camera shows that. */
const LEAST_SAME = 0.12
const LEAST_SAME_AGAIN = 0.17

/** Least texture in which anybody sees anything, in grey levels. */
const LEAST_TEXTURE = 0.4

/** Share of the usual texture below which nothing is to be seen, where nothing is recognised either. */
const BLIND_SHARE = 0.35

/** So little texture in a bright picture is a veil before the lens, whatever shines through it: no lamp does that. */
const VEILED_SHARE = 0.15
const VEILED_BRIGHTNESS = 40

/** `brightness` is mean luma in grey levels; `isDoubted`: the usual picture was lost before. */
export function sightingOf(usual: UsualPicture, now: Fingerprint, brightness: number, isDoubted: boolean): Sighting {
  const likeness = usual.likeness(now)
  if (likeness === null) return 'nothing-known'
  if (now.texture < LEAST_TEXTURE) return 'blind'
  if (now.texture < VEILED_SHARE * usual.texture && brightness > VEILED_BRIGHTNESS) return 'blind'
  if (likeness.meanCorrelation >= (isDoubted ? LEAST_LIKE_AGAIN : LEAST_LIKE)) return 'same'
  // A light at the edge of a cover, or a screen in the dark, shows no place.
  if (now.texture < BLIND_SHARE * usual.texture || !showsAPlace(now)) return 'blind'
  return likeness.sameShare >= (isDoubted ? LEAST_SAME_AGAIN : LEAST_SAME) ? 'same' : 'other'
}
