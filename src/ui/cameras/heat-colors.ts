/**
 * One scale for light and dark pictures: nothing below the first stop, then yellow over orange to magenta, each more
 * opaque than the one before. Stops are grey levels beyond what noise and light explain.
 */
const stops = [
  { level: 4, rgba: [255, 236, 110, 0] },
  { level: 12, rgba: [255, 226, 80, 130] },
  { level: 40, rgba: [255, 136, 30, 190] },
  { level: 120, rgba: [232, 18, 92, 225] },
] as const

/** The scale for legends. */
export const heatGradient = `linear-gradient(to right, ${stops
  .slice(1)
  .map(({ rgba: [red, green, blue] }) => `rgb(${red} ${green} ${blue})`)
  .join(', ')})`

const palette = new Uint8ClampedArray(256 * 4)
for (let level = 0; level < 256; level++) palette.set(colorOf(level), level * 4)

function colorOf(level: number): readonly number[] {
  const above = stops.findIndex((stop) => stop.level > level)
  const [from, to] = above === -1 ? [stops[3], stops[3]] : [stops[above - 1], stops[above] ?? stops[3]]
  if (from === undefined) return [0, 0, 0, 0]
  const share = from === to ? 0 : (level - from.level) / (to.level - from.level)
  return from.rgba.map((channel, index) => channel + share * ((to.rgba[index] ?? 0) - channel))
}

/** RGBA pixels, one per block. */
export function heatPixels(levels: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(levels.length * 4)
  levels.forEach((level, index) => {
    pixels.set(palette.subarray(level * 4, level * 4 + 4), index * 4)
  })
  return pixels
}
