/** How many places a frame's noise can be taken from. */
const offsets = 1 << 17

/**
 * Adds sensor noise to planes. A normal number for every pixel of every frame would take most of the time, so
 * each frame reads one long row of them from a place of its own.
 * @param {number} planeSize the size of the largest plane
 * @param {number} sigma in grey levels
 * @param {() => number} random
 */
export function sensorNoise(planeSize, sigma, random) {
  const bank = new Int8Array(planeSize + offsets)
  for (let i = 0; i < bank.length; i++) bank[i] = Math.round(sigma * normal(random))

  /** @param {Uint8Array} plane */
  return (plane) => {
    const offset = Math.floor(random() * offsets)
    for (let i = 0; i < plane.length; i++) {
      const value = (plane[i] ?? 0) + (bank[offset + i] ?? 0)
      plane[i] = value < 0 ? 0 : value > 255 ? 255 : value
    }
  }
}

/** @param {() => number} random */
function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
