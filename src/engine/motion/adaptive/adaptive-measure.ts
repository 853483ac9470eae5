import type { Box } from '../../../lib/box'
import type { DetectionOptions, HeatMap, Measurement } from '../detection'
import { gatherScene } from '../gather-scene'
import type { LoadedKernels } from '../kernels'
import type { FrameLayout, Measure } from '../measure'
import type { CheckResult } from '../motion-port'
import { type BlockGrid, COARSEST_EDGE, gridFor, isSameGrid } from './block-grid'
import { type BlockViews, viewBlocks } from './block-views'
import type { BlockBox } from './boxes'
import { findClusters } from './clusters'
import { type Confirmed, Tracks } from './tracks'
import { UpheavalSense } from './upheaval'
import { countedBits } from './zones'

/** Checks in which a scene is learnt and nothing is told: 3 s at the full pace. */
const LEARNING_CHECKS = 10

/** Checks for which nothing is told after the whole picture changed. */
const UPHEAVAL_CHECKS = 3

/** What goes on for longer than this, in checks, is no bump: many people at once, a storm. */
const LONGEST_UPHEAVAL_CHECKS = 10

/** Most frames in a row that equal the one before where a camera is slow; with more of them it stands. */
const MOST_REPEATS = 3

const nothing: Confirmed = { strength: 0, boxes: [] }

/** Strength is in 1/64 grey levels of 255. */
const STRENGTH_MAX = 64 * 255

/**
 * The adaptive measure of one camera: D is the mean difference of the most changed region to its background, after
 * light and noise are taken out and as by day, confirmed over the last checks (ENG-07). How and why: README.md beside this file.
 */
export class AdaptiveMeasure implements Measure {
  readonly #loaded: LoadedKernels
  readonly #address: number
  readonly #upheaval = new UpheavalSense()
  /** The views of the blocks at even and at odd checks. */
  #views: readonly [BlockViews, BlockViews]
  #grid: BlockGrid | null = null
  #zones: readonly number[] = []
  #counted: Uint8Array | null = null
  #tracks = new Tracks()
  #check = 0
  #quietChecks = 0
  #upheavalChecks = 0
  #repeats = 0
  #confirmed = nothing

  /** `address` is that of the slot's blocks. */
  constructor(loaded: LoadedKernels, address: number) {
    this.#loaded = loaded
    this.#address = address
    this.#views = this.#makeViews()
  }

  check(frame: FrameLayout, address: number, options: DetectionOptions): CheckResult {
    const { kernels } = this.#loaded
    const { width, height } = frame
    const grid = gridFor(width, height, options.analysisWidth, this.#loaded)
    if (grid === null) return { kind: 'unmeasurable' }
    this.#adopt(grid, options.ignoredZones)
    // Luma is written over the pixels: each result lands at or before the pixel it was made from.
    if (frame.kind === 'pixels') kernels.lumaFromPixels(address, width * height, frame.isRedFirst, address)
    let strideBytes = frame.kind === 'luma' ? frame.strideBytes : width
    const { columns, rows, edge } = grid
    if (edge === COARSEST_EDGE) {
      // The kernels take no larger blocks than half of these: the frame is halved where it stands.
      kernels.boxDownsample(address, strideBytes, width, height, 2, address)
      strideBytes = Math.floor(width / 2)
    }
    const check = this.#check++
    const kernelEdge = Math.min(edge, COARSEST_EDGE / 2)
    kernels.passBlocks(this.#address, address, strideBytes, columns, rows, kernelEdge, check, LEARNING_CHECKS)
    if (check === 0) return { kind: 'nothing' }
    const views = this.#viewsOf(check)
    const confirmed = this.#confirm(grid, views, check)
    if (check < LEARNING_CHECKS) return { kind: 'nothing' }
    const moved = confirmed.boxes.map((box) => shareOf(box, grid, frame))
    return {
      kind: 'measured',
      measurement: this.#measurement(confirmed.strength, moved, grid, views, options.wantsHeat),
    }
  }

  /** Another size of frame or of block starts anew; other zones do not. */
  #adopt(grid: BlockGrid, zones: readonly number[]): void {
    const isNew = !isSameGrid(this.#grid, grid)
    if (isNew) {
      this.#grid = grid
      this.#check = 0
      this.#quietChecks = 0
      this.#tracks = new Tracks()
    }
    if (isNew || zones !== this.#zones) {
      this.#zones = zones
      this.#counted = countedBits(grid, zones)
    }
  }

  #viewsOf(check: number): BlockViews {
    if (this.#views[0].active.buffer !== this.#loaded.memory.buffer) this.#views = this.#makeViews()
    return check % 2 === 0 ? this.#views[0] : this.#views[1]
  }

  #makeViews(): readonly [BlockViews, BlockViews] {
    return [viewBlocks(this.#loaded, this.#address, 0), viewBlocks(this.#loaded, this.#address, 1)]
  }

  #confirm(grid: BlockGrid, views: BlockViews, check: number): Confirmed {
    // As nearly always: then there is neither a cluster, which needs something that moves, nor an upheaval.
    const isStill = views.figures[this.#loaded.kernels.MOVING.value / 4] === 0
    const clusters = isStill ? [] : findClusters(this.#loaded, this.#address, grid, views, check, this.#counted)
    const isUpheaval = !isStill && this.#upheaval.sees(grid, views, this.#counted, this.#zones.length, clusters)
    this.#upheavalChecks = isUpheaval ? this.#upheavalChecks + 1 : 0
    if (isUpheaval && this.#upheavalChecks <= LONGEST_UPHEAVAL_CHECKS) this.#quietChecks = UPHEAVAL_CHECKS
    else if (this.#quietChecks > 0) this.#quietChecks--
    const isRepeat = views.figures[this.#loaded.kernels.IS_REPEAT.value / 4] === 1
    this.#repeats = isRepeat ? this.#repeats + 1 : 0
    // The same frame once more says what it said: nothing has moved between the two, and nothing has gone.
    if (isRepeat && this.#repeats <= MOST_REPEATS) return this.#confirmed
    if (this.#quietChecks > 0) this.#loaded.kernels.forgetBackground(this.#address, grid.columns, grid.rows, check)
    this.#confirmed = this.#tracks.confirm(this.#quietChecks > 0 ? [] : clusters)
    return this.#confirmed
  }

  #measurement(
    strength: number,
    moved: readonly Box[],
    grid: BlockGrid,
    views: BlockViews,
    wantsHeat: boolean,
  ): Measurement {
    const { kernels } = this.#loaded
    const blocks = grid.columns * grid.rows
    const figure = (offsetBytes: number) => views.figures[offsetBytes / 4] ?? 0
    const brightness = figure(kernels.SUM.value) / blocks
    return {
      difference: Math.min(1, (strength * nightGain(brightness)) / STRENGTH_MAX),
      brightness,
      isRepeat: figure(kernels.IS_REPEAT.value) === 1,
      moved,
      heat: wantsHeat ? heatOf(grid, views) : null,
      scene: gatherScene(this.#loaded, this.#address, { ...grid, address: views.levels.byteOffset, levelBytes: 2 }),
    }
  }
}

/** Blocks leave out what remains of a frame at its right and its bottom. */
function shareOf({ left, right, top, bottom }: BlockBox, { edge }: BlockGrid, { width, height }: FrameLayout): Box {
  return {
    left: (left * edge) / width,
    top: (top * edge) / height,
    width: ((right + 1 - left) * edge) / width,
    height: ((bottom + 1 - top) * edge) / height,
  }
}

/** The same object differs less from its background by night than by day: D is told as by day, up to twice. */
function nightGain(brightness: number): number {
  return Math.min(2, Math.max(1, 192 / (brightness + 64)))
}

function heatOf({ columns, rows, rowEntries }: BlockGrid, { excess }: BlockViews): HeatMap {
  const levels = new Uint8Array(columns * rows)
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) levels[y * columns + x] = Math.min(255, (excess[y * rowEntries + x] ?? 0) >> 6)
  }
  return { columns, rows, levels }
}
