import { type BlockGrid, gridFor } from '../../../src/engine/motion/adaptive/block-grid'
import { type BlockViews, viewBlocks } from '../../../src/engine/motion/adaptive/block-views'
import type { Measurement } from '../../../src/engine/motion/detection'
import { FrameDetector } from '../../../src/engine/motion/frame-detector'
import type { LoadedKernels } from '../../../src/engine/motion/kernels'
import { ANALYSIS_WIDTH } from '../../../src/engine/pacing/pace'
import type { Box } from '../../../src/lib/box'
import { CHECK_SEC, HEIGHT, WIDTH } from '../scenes/canvas'
import type { IndexedPicture } from './png'
import { sceneOf } from './traces'

/** Somebody crosses a room by night; the moment is one at which they are in the open. */
const GROUP = 'far-dark'
const SEED = 1
const AT_SEC = 42
const SLOT = 0

/** Colours: greys, then heat from dark red to yellow, then that of the frame around what was found. */
const GREYS = 128
const HEATS = 64
const FRAME_COLOUR = GREYS + HEATS
/** Grey levels of excess that get the brightest colour. */
const HOTTEST = 24
/** A dark scene is shown as if it were exposed longer, its mean at this grey level. */
const SHOWN_MEAN = 105

/** The way of one frame by night: what each step of the adaptive measure makes of it, by file name. */
export function stepPictures(kernels: LoadedKernels): ReadonlyMap<string, IndexedPicture> {
  const { frame, measurement, views, grid } = lookAt(kernels)
  const gain = SHOWN_MEAN / measurement.brightness
  const greyOf = (level: number) => Math.min(GREYS - 1, Math.max(0, Math.round((level * gain * GREYS) / 256)))
  const frameAt = (x: number, y: number) => greyOf(frame[y * WIDTH + x] ?? 0)
  const entryAt = (x: number, y: number) => Math.floor(y / grid.edge) * grid.rowEntries + Math.floor(x / grid.edge)
  const levelAt = (levels: Int16Array<ArrayBufferLike>) => (x: number, y: number) =>
    greyOf((levels[entryAt(x, y)] ?? 0) / 64)
  const isMoving = (entry: number) => (((views.moving[entry >> 3] ?? 0) >> (entry & 7)) & 1) === 1
  return new Map([
    ['step-1-frame', paint(frameAt)],
    ['step-2-blocks', paint(levelAt(views.levels))],
    ['step-3-background', paint(levelAt(views.background))],
    ['step-4-moving', paint((x, y) => (isMoving(entryAt(x, y)) ? GREYS + HEATS - 1 : frameAt(x, y) >> 1))],
    ['step-5-heat', paint((x, y) => heatAt(measurement, grid, x, y) ?? frameAt(x, y) >> 1)],
    ['step-6-region', paint((x, y) => (isOnFrame(measurement, x, y) ? FRAME_COLOUR : frameAt(x, y)))],
  ])
}

interface Moment {
  readonly frame: Uint8Array
  readonly measurement: Measurement
  readonly views: BlockViews
  readonly grid: BlockGrid
}

/** Runs the detector up to the moment and looks into the kernels' memory. */
function lookAt(kernels: LoadedKernels): Moment {
  const options = { method: 'adaptive', ignoredZones: [], analysisWidth: ANALYSIS_WIDTH, wantsHeat: true } as const
  const detector = FrameDetector.create(kernels, SLOT, options)
  const grid = gridFor(WIDTH, HEIGHT, ANALYSIS_WIDTH, kernels)
  if (!detector || !grid) throw new Error('The kernels take no frames of this size.')
  const last = Math.round(AT_SEC / CHECK_SEC)
  let check = 0
  for (const frame of sceneOf(GROUP, SEED).frames()) {
    detector.frameArea().set(frame)
    const result = detector.check({ kind: 'luma', width: WIDTH, height: HEIGHT, strideBytes: WIDTH })
    if (check++ < last) continue
    if (result.kind !== 'measured') throw new Error(`The check at ${AT_SEC} s ended as ${result.kind}.`)
    return { frame, measurement: result.measurement, views: viewBlocks(kernels, blocksAddress(kernels), last), grid }
  }
  throw new Error(`The scene ends before ${AT_SEC} s.`)
}

/** As FrameDetector lays out a slot. */
function blocksAddress({ kernels }: LoadedKernels): number {
  const { SLOTS_BASE, SLOT_BYTES, FRAME_BYTES, PLANE_BYTES } = kernels
  return SLOTS_BASE.value + SLOT * SLOT_BYTES.value + FRAME_BYTES.value + 2 * PLANE_BYTES.value
}

function heatAt({ heat }: Measurement, { edge }: BlockGrid, x: number, y: number): number | null {
  const level = heat?.levels[Math.floor(y / edge) * heat.columns + Math.floor(x / edge)] ?? 0
  return level === 0 ? null : GREYS + Math.min(HEATS - 1, Math.round((level * (HEATS - 1)) / HOTTEST))
}

/** Two pixels wide, around what D was taken from. */
function isOnFrame({ moved }: Measurement, x: number, y: number): boolean {
  return moved.some((place) => isOnFrameOf(place, x, y))
}

function isOnFrameOf(region: Box, x: number, y: number): boolean {
  const [left, top] = [region.left * WIDTH - 2, region.top * HEIGHT - 2]
  const [right, bottom] = [(region.left + region.width) * WIDTH + 1, (region.top + region.height) * HEIGHT + 1]
  const isInside = x >= left && x <= right && y >= top && y <= bottom
  return isInside && (x < left + 2 || x > right - 2 || y < top + 2 || y > bottom - 2)
}

function paint(colourAt: (x: number, y: number) => number): IndexedPicture {
  const pixels = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) pixels[y * WIDTH + x] = colourAt(x, y)
  return { width: WIDTH, height: HEIGHT, pixels, palette }
}

const palette = Uint8Array.from(
  Array.from({ length: FRAME_COLOUR + 1 }, (_, i) => {
    if (i === FRAME_COLOUR) return [72, 214, 163]
    if (i < GREYS) return [2 * i, 2 * i, 2 * i]
    const heat = (i - GREYS) / (HEATS - 1)
    return [150 + 105 * heat, 30 + 190 * heat, 40 * (1 - heat)]
  }).flat(),
)
