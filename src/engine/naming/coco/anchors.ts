import type { Box } from '../../../lib/box'

/** A box's form by the middle, in shares of the picture. */
interface Anchor {
  readonly middleX: number
  readonly middleY: number
  readonly width: number
  readonly height: number
}

/** Cells along a side, from the finest map of the network to the coarsest. */
const GRIDS = [19, 10, 5, 3, 2, 1]
const RATIOS = [1, 2, 1 / 2, 3, 1 / 3]

/** Sides of the anchors of a map, as shares of the picture; beyond the coarsest one it is the picture's own. */
function scaleOf(map: number): number {
  return map < GRIDS.length ? 0.2 + 0.15 * map : 1
}

/** The finest map has smaller ones, and fewer. */
function shapesOf(map: number): readonly (readonly [scale: number, ratio: number])[] {
  const scale = scaleOf(map)
  if (map === 0) {
    return [
      [0.1, 1],
      [scale, 2],
      [scale, 1 / 2],
    ]
  }
  return [...RATIOS.map((ratio) => [scale, ratio] as const), [Math.sqrt(scale * scaleOf(map + 1)), 1]]
}

/**
 * Where the network looks for things, 1917 places, in the order of its answer: maps, rows, columns, shapes.
 * Source: the anchors of TensorFlow's object detection, ssd_anchor_generator, with its defaults for MobileNet.
 */
export const anchors: readonly Anchor[] = GRIDS.flatMap((cells, map) =>
  Array.from({ length: cells * cells }, (_, cell) =>
    shapesOf(map).map(([scale, ratio]) => ({
      middleX: ((cell % cells) + 0.5) / cells,
      middleY: (Math.floor(cell / cells) + 0.5) / cells,
      width: scale * Math.sqrt(ratio),
      height: scale / Math.sqrt(ratio),
    })),
  ).flat(),
)

/** How far the network's four figures go: middles move by tenths of the anchor, sides grow by fifths of a power of e. */
const MIDDLE_STEPS = 10
const SIDE_STEPS = 5

/** The box that the network means: its answer at one anchor, as y, x, height and width; in shares of its square. */
export function boxAt(index: number, answer: ArrayLike<number>): Box {
  const anchor = anchors[index]
  if (anchor === undefined) throw new RangeError(`There is no anchor ${index}.`)
  const figure = (at: number) => answer[4 * index + at] ?? 0
  const width = Math.exp(figure(3) / SIDE_STEPS) * anchor.width
  const height = Math.exp(figure(2) / SIDE_STEPS) * anchor.height
  const middleX = (figure(1) / MIDDLE_STEPS) * anchor.width + anchor.middleX
  const middleY = (figure(0) / MIDDLE_STEPS) * anchor.height + anchor.middleY
  return { left: middleX - width / 2, top: middleY - height / 2, width, height }
}
