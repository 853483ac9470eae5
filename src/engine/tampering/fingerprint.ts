import { SCENE_CELLS, SCENE_COLUMNS, SCENE_ROWS } from './scene'

/** A picture is recognised tile by tile, so that somebody who hides a part of it does not hide all. */
const TILE_COLUMNS = 4
const TILE_ROWS = 3
const TILES_ACROSS = SCENE_COLUMNS / TILE_COLUMNS
/** Second differences of a tile, both ways. */
const BENDS = TILE_ROWS * (TILE_COLUMNS - 2) + TILE_COLUMNS * (TILE_ROWS - 2)
const TILES = TILES_ACROSS * (SCENE_ROWS / TILE_ROWS)

/** Added to levels before ratios are taken, in 1/64 grey levels: black is never quite black. */
const DARK_LEVEL = 8 * 64

/** What a tile must show to be recognised by, in grey levels. */
const LEAST_TEXTURE = 1

/** Correlation from which on a tile shows the very same: what chance makes alike stays below. */
const SAME_TILE = 0.95

/** And of its steps to the right and downwards by themselves: of a level line a turned camera shows another part. */
const SAME_EACH_WAY = 0.6

/** With fewer tiles that show something, a picture cannot be recognised. */
const LEAST_TILES = 8

/** What a picture shows, apart from its light. */
export interface Fingerprint {
  /** Logarithms of the cells' levels: steps between them do not change with the light. */
  readonly logs: Float64Array<ArrayBuffer>
  /** How strongly neighbouring cells of each tile differ beyond an even slope, in grey levels. */
  readonly textures: Float64Array<ArrayBuffer>
  /** The root mean square of that over the picture; below half a grey level nobody sees anything. */
  texture: number
}

export function newFingerprint(): Fingerprint {
  return { logs: new Float64Array(SCENE_CELLS), textures: new Float64Array(TILES), texture: 0 }
}

/** Fills `fingerprint` from levels in 1/64 grey levels. */
export function readFingerprint(levels: Float64Array, fingerprint: Fingerprint): void {
  for (let i = 0; i < SCENE_CELLS; i++) fingerprint.logs[i] = Math.log((levels[i] ?? 0) + DARK_LEVEL)
  let sum = 0
  for (let tile = 0; tile < TILES; tile++) {
    const texture = textureOf(levels, tile)
    fingerprint.textures[tile] = texture
    sum += texture ** 2
  }
  fingerprint.texture = Math.sqrt(sum / TILES)
}

export function copyFingerprint(from: Fingerprint, to: Fingerprint): void {
  to.logs.set(from.logs)
  to.textures.set(from.textures)
  to.texture = from.texture
}

/** How alike two pictures are, over the tiles in which the first shows something. */
export interface Likeness {
  /** -1 to 1; 0: by chance. Noise, weather and light take from it everywhere. */
  readonly meanCorrelation: number
  /** Tiles that show the very same, 0 to 1: whoever stands before the others takes nothing from these. */
  readonly sameShare: number
}

/** null: `known` shows too little. */
export function likenessOf(known: Fingerprint, now: Fingerprint): Likeness | null {
  let [tiles, same, sum] = [0, 0, 0]
  for (let tile = 0; tile < TILES; tile++) {
    if ((known.textures[tile] ?? 0) < LEAST_TEXTURE) continue
    const across = stepsOf(known.logs, now.logs, tile, 1)
    const down = stepsOf(known.logs, now.logs, tile, SCENE_COLUMNS)
    const alike = correlationOf(across, down)
    tiles++
    sum += alike
    if (alike > SAME_TILE && correlationOf(across) > SAME_EACH_WAY && correlationOf(down) > SAME_EACH_WAY) same++
  }
  return tiles < LEAST_TILES ? null : { meanCorrelation: sum / tiles, sameShare: same / tiles }
}

/** Whether a picture shows enough to be recognised by. */
export function showsAPlace({ textures }: Fingerprint): boolean {
  return textures.reduce((tiles, texture) => tiles + (texture < LEAST_TEXTURE ? 0 : 1), 0) >= LEAST_TILES
}

/** Sums over the steps between neighbouring cells of a tile, of two pictures. */
interface Steps {
  readonly products: number
  readonly squaresOfA: number
  readonly squaresOfB: number
}

/** `by` cells: 1 to the right, SCENE_COLUMNS downwards. */
function stepsOf(a: Float64Array, b: Float64Array, tile: number, by: number): Steps {
  const origin = originOf(tile)
  const [rows, columns] = by === 1 ? [TILE_ROWS, TILE_COLUMNS - 1] : [TILE_ROWS - 1, TILE_COLUMNS]
  let [products, squaresOfA, squaresOfB] = [0, 0, 0]
  for (let row = 0; row < rows; row++) {
    const start = origin + row * SCENE_COLUMNS
    for (let i = start; i < start + columns; i++) {
      const stepOfA = (a[i + by] ?? 0) - (a[i] ?? 0)
      const stepOfB = (b[i + by] ?? 0) - (b[i] ?? 0)
      products += stepOfA * stepOfB
      squaresOfA += stepOfA * stepOfA
      squaresOfB += stepOfB * stepOfB
    }
  }
  return { products, squaresOfA, squaresOfB }
}

/** How alike steps are, -1 to 1; 0 where there are none. */
function correlationOf(...all: readonly Steps[]): number {
  let [products, squaresOfA, squaresOfB] = [0, 0, 0]
  for (const steps of all) {
    products += steps.products
    squaresOfA += steps.squaresOfA
    squaresOfB += steps.squaresOfB
  }
  const scale = Math.sqrt(squaresOfA * squaresOfB)
  return scale === 0 ? 0 : products / scale
}

/** Root mean square of second differences within the tile, which an even slope of light has none of. */
function textureOf(levels: Float64Array, tile: number): number {
  const origin = originOf(tile)
  let squares = 0
  for (let row = 0; row < TILE_ROWS; row++) {
    const start = origin + row * SCENE_COLUMNS
    for (let i = start + 1; i < start + TILE_COLUMNS - 1; i++) squares += bendOf(levels, i, 1) ** 2
  }
  for (let row = 1; row < TILE_ROWS - 1; row++) {
    const start = origin + row * SCENE_COLUMNS
    for (let i = start; i < start + TILE_COLUMNS; i++) squares += bendOf(levels, i, SCENE_COLUMNS) ** 2
  }
  return Math.sqrt(squares / BENDS) / 64
}

function bendOf(levels: Float64Array, i: number, step: number): number {
  return (levels[i - step] ?? 0) - 2 * (levels[i] ?? 0) + (levels[i + step] ?? 0)
}

/** Index of the tile's first cell. */
function originOf(tile: number): number {
  const across = tile % TILES_ACROSS
  return ((tile - across) / TILES_ACROSS) * TILE_ROWS * SCENE_COLUMNS + across * TILE_COLUMNS
}
