/** What black and no colour are in video. */
const black = 16
const grey = 128

/**
 * Takes light from a picture, as dusk does: colours go with it.
 * @param {import('./picture.mjs').Picture} picture
 * @param {number} light share that is left
 */
export function dim({ y, u, v }, light) {
  scale(y, black, light)
  scale(u, grey, light)
  scale(v, grey, light)
}

/**
 * @param {Uint8Array} plane
 * @param {number} from
 * @param {number} share
 */
function scale(plane, from, share) {
  for (let i = 0; i < plane.length; i++) plane[i] = Math.round(from + ((plane[i] ?? 0) - from) * share)
}
