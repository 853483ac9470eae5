import { Complaint } from '../../complaint'
import type { EncodedFilm } from '../harness/curve-figures'
import { decodeLuma, type Film, psnr } from '../recording/likeness'
import { blockSsims, SSIM_BLOCK } from './ssim'

/** A camera's film, and what stood before it: the same without the sensor's noise. */
export interface FilmedScene {
  readonly camera: Film
  readonly scene: Film
}

/** Means over the pictures. */
export interface Sharpness {
  readonly psnrDb: number
  /** To the camera's picture: noise that is not copied counts as lost. */
  readonly ssim: number
  /** To what stood before it: noise that is copied counts as wrong. */
  readonly sceneSsim: number
  /** The same where something moves; null where nothing does. */
  readonly movingSsim: number | null
}

/** Of 255: a block moves in which some pixel changed by more since the picture before. */
const MOVED = 8

/** Each picture beside the very frame that was encoded. */
export async function sharpnessOf({ frames, base64 }: EncodedFilm, { camera, scene }: FilmedScene): Promise<Sharpness> {
  const each = { psnr: new Mean(), ssim: new Mean(), scene: new Mean(), moving: new Mean() }
  let picture = 0
  await decodeLuma(Buffer.from(base64, 'base64'), camera.width * camera.height, (luma) => {
    const index = frames[picture++]
    if (index === undefined) return
    const [filmed, clean] = [camera.luma(index), scene.luma(index)]
    each.psnr.add(psnr(luma, filmed))
    for (const ssim of blockSsims(luma, filmed, camera.width)) each.ssim.add(ssim)
    const moves = index === 0 ? () => false : movedBlocks(scene.luma(index - 1), clean, camera.width)
    blockSsims(luma, clean, camera.width).forEach((ssim, block) => {
      each.scene.add(ssim)
      if (moves(block)) each.moving.add(ssim)
    })
  })
  if (picture !== frames.length)
    throw new Complaint(`Of ${frames.length} pictures that were encoded ffmpeg decoded ${picture}.`)
  return {
    psnrDb: each.psnr.value,
    ssim: each.ssim.value,
    sceneSsim: each.scene.value,
    movingSsim: each.moving.count === 0 ? null : each.moving.value,
  }
}

/** Whether something moves in a block, of two pictures without noise. */
export function movedBlocks(before: Uint8Array, now: Uint8Array, width: number): (block: number) => boolean {
  const columns = Math.floor(width / SSIM_BLOCK)
  const moved = new Set<number>()
  for (let i = 0; i < now.length; i++) {
    if (Math.abs((now[i] ?? 0) - (before[i] ?? 0)) <= MOVED) continue
    const column = Math.floor((i % width) / SSIM_BLOCK)
    if (column < columns) moved.add(Math.floor(i / width / SSIM_BLOCK) * columns + column)
  }
  return (block) => moved.has(block)
}

class Mean {
  count = 0
  #sum = 0

  add(value: number): void {
    this.#sum += value
    this.count++
  }

  get value(): number {
    return this.#sum / this.count
  }
}
