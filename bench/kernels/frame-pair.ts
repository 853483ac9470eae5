import { sensorNoise } from '../../scripts/footage/noise.mjs'
import { paintPerson } from '../../scripts/footage/person.mjs'
import { copyPicture, type Picture } from '../../scripts/footage/picture.mjs'
import { uniformNumbers } from '../../scripts/footage/random.mjs'
import { paintRoom } from '../../scripts/footage/room.mjs'
import { poseAt } from '../../scripts/footage/scenario.mjs'
import { MOTION_CHECK_INTERVAL_MS } from '../../src/contract/limits'

export interface FrameSize {
  readonly width: number
  readonly height: number
}

/** One frame as both kinds of contenders want it. */
export interface Frame {
  readonly luma: Uint8Array<ArrayBuffer>
  /** As a canvas gives it; opaque. */
  readonly rgba: Uint8ClampedArray<ArrayBuffer>
}

/** Two frames to compare. */
export interface FramePair extends FrameSize {
  /** What a reader of a complaint would call it. */
  readonly title: string
  readonly previous: Frame
  readonly current: Frame
}

/** Grey levels, as scripts/footage.mjs has it. */
const NOISE_SIGMA = 2

const WALK_SEC = 12
const CHECK_SEC = MOTION_CHECK_INTERVAL_MS / 1000

/** Pixels of noise: every difference there is. */
export function randomPair({ width, height }: FrameSize): FramePair {
  const next = uniformNumbers(1)
  const frame = (): Frame => {
    const luma = Uint8Array.from({ length: width * height }, () => Math.floor(next() * 256))
    const rgba = new Uint8ClampedArray(4 * luma.length)
    for (let i = 0; i < rgba.length; i++) rgba[i] = i % 4 === 3 ? 255 : Math.floor(next() * 256)
    return { luma, rgba }
  }
  return { title: 'random frames', width, height, previous: frame(), current: frame() }
}

/** A room with sensor noise and somebody who walks through it, one check apart: what a camera gives. */
export function scenePair(size: FrameSize): FramePair {
  const frameAt = filmOf(size)
  return { title: 'frames of a room', ...size, previous: frameOf(frameAt(3)), current: frameOf(frameAt(3.3)) }
}

let lastWalk: (FrameSize & { readonly lumas: readonly Uint8Array[] }) | null = null

/** Luma of the whole walk there and back, a check apart: the first may follow the last. Kept until another size is asked for. */
export function walkLumas(size: FrameSize): readonly Uint8Array[] {
  if (lastWalk?.width !== size.width || lastWalk.height !== size.height) {
    const frameAt = filmOf(size)
    const checks = Math.round(WALK_SEC / CHECK_SEC)
    const lumas = Array.from({ length: checks }, (_, check) => frameAt(CHECK_SEC * check).y)
    lastWalk = { width: size.width, height: size.height, lumas }
  }
  return lastWalk.lumas
}

/** Pictures of a room, each with noise of its own. */
function filmOf({ width, height }: FrameSize): (second: number) => Picture {
  const room = paintRoom(width, height)
  const addNoise = sensorNoise(width * height, NOISE_SIGMA, uniformNumbers(1))
  const walk = { scenario: 'walk', quietSec: 0, walkSec: WALK_SEC } as const
  return (second) => {
    const picture = copyPicture(room)
    const pose = poseAt(walk, second, (width / height) * 360)
    if (pose !== undefined) paintPerson(picture, pose)
    for (const plane of [picture.y, picture.u, picture.v]) addNoise(plane)
    return picture
  }
}

function frameOf(picture: Picture): Frame {
  return { luma: new Uint8Array(picture.y), rgba: toRgba(picture) }
}

export function identicalPair(pair: FramePair): FramePair {
  return { ...pair, title: 'identical frames', current: pair.previous }
}

/** The first frame and the same with other noise. */
export function quietPair(pair: FramePair): FramePair {
  const luma = pair.previous.luma.slice()
  sensorNoise(luma.length, NOISE_SIGMA, uniformNumbers(2))(luma)
  return { ...pair, title: 'frames of a room in which nothing happens', current: { ...pair.current, luma } }
}

/** The light goes up by a fifth between the two frames. */
export function brighterPair(pair: FramePair): FramePair {
  const brighter = (value: number) => Math.min(255, Math.round(value * 1.2))
  const luma = pair.current.luma.map(brighter)
  return { ...pair, title: 'frames of a room whose light changes', current: { ...pair.current, luma } }
}

/** BT.601, video range, as Chromium draws a camera's frames. */
function toRgba({ width, height, y: luma, u, v }: Picture): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(4 * width * height)
  for (let i = 0; i < width * height; i++) {
    const chroma = (Math.floor(i / width) >> 1) * (width / 2) + ((i % width) >> 1)
    const bright = 1.164 * ((luma[i] ?? 16) - 16)
    const blue = (u[chroma] ?? 128) - 128
    const red = (v[chroma] ?? 128) - 128
    rgba[4 * i] = bright + 1.596 * red
    rgba[4 * i + 1] = bright - 0.392 * blue - 0.813 * red
    rgba[4 * i + 2] = bright + 2.017 * blue
    rgba[4 * i + 3] = 255
  }
  return rgba
}
