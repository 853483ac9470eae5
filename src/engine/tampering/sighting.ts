import type { Look } from './look'
import type { Reference } from './reference'

/** What is there of the usual picture: it, nothing at all, another one; or too little is known to say. */
export type Sighting = 'same' | 'blind' | 'other' | 'nothing-known'

/** Less of a picture recognised is another one; more than the second it takes to be the usual one again. */
const LEAST_RECOGNISED = 0.35
const LEAST_RECOGNISED_AGAIN = 0.45

/** In grey levels; nobody sees anything in less. */
const LEAST_TEXTURE = 0.4

/** Share of the usual texture below which nothing is to be seen, where nothing is recognised either. */
const BLIND_SHARE = 0.25

/** So little texture in a bright picture is a veil before the lens, whatever shines through it: no lamp does that. */
const VEILED_SHARE = 0.15
const VEILED_BRIGHTNESS = 40

/** `brightness` is mean luma in grey levels; `isDoubted`: the usual picture was lost before. */
export function sightingOf(reference: Reference, now: Look, brightness: number, isDoubted: boolean): Sighting {
  const recognised = reference.recognised(now)
  if (recognised === null) return 'nothing-known'
  if (now.texture < LEAST_TEXTURE) return 'blind'
  if (now.texture < VEILED_SHARE * reference.texture && brightness > VEILED_BRIGHTNESS) return 'blind'
  if (recognised >= (isDoubted ? LEAST_RECOGNISED_AGAIN : LEAST_RECOGNISED)) return 'same'
  return now.texture < BLIND_SHARE * reference.texture ? 'blind' : 'other'
}
