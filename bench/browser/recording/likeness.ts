import { spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { Complaint } from '../../complaint'
import { median } from '../../report'

/** Every so many pixels, in both directions, tell which frame of the film a picture shows. */
const COARSE_STEP = 12

/** A picture that is the same in all pixels has no end of decibels. */
const MOST_DB = 99

/** The film that plays as the camera: the luma of each of its frames. */
export class Film {
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly #descriptor: number
  readonly #firstAt: number
  readonly #stride: number
  readonly #coarse: Uint8Array[]

  constructor(file: string) {
    this.#descriptor = openSync(file, 'r')
    const head = Buffer.alloc(200)
    readSync(this.#descriptor, head, 0, head.length, 0)
    const line = head.toString('latin1').split('\n')[0] ?? ''
    const [, width = '0', height = '0'] = / W(\d+) H(\d+) /.exec(line) ?? []
    if (width === '0') throw new Complaint(`${file} is no Y4M film.`)
    this.width = Number(width)
    this.height = Number(height)
    const frameHead = 'FRAME\n'.length
    this.#firstAt = line.length + 1 + frameHead
    this.#stride = frameHead + (this.width * this.height * 3) / 2
    this.frames = Math.floor((fstatSync(this.#descriptor).size - line.length - 1) / this.#stride)
    this.#coarse = Array.from({ length: this.frames }, (_, index) => this.coarse(this.luma(index)))
  }

  luma(index: number): Uint8Array {
    const bytes = new Uint8Array(this.width * this.height)
    readSync(this.#descriptor, bytes, 0, bytes.length, this.#firstAt + index * this.#stride)
    return bytes
  }

  /** A few of a picture's pixels. */
  coarse(luma: Uint8Array): Uint8Array {
    const few: number[] = []
    for (let y = 0; y < this.height; y += COARSE_STEP)
      for (let x = 0; x < this.width; x += COARSE_STEP) few.push(luma[y * this.width + x] ?? 0)
    return Uint8Array.from(few)
  }

  /** The number of the frame that is most like a picture. */
  find(luma: Uint8Array): number {
    const few = this.coarse(luma)
    const errors = this.#coarse.map((other) => squaredError(few, other))
    return errors.indexOf(Math.min(...errors))
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

export interface Likeness {
  /** The median of each picture's PSNR. */
  readonly psnrDb: number
  readonly pictures: number
}

/** How like the film a clip's pictures are, and how many: a clip is small, too, where its encoder was late. */
export async function likenessOf(clip: Uint8Array, film: Film): Promise<Likeness> {
  const each: number[] = []
  await decodeLuma(clip, film.width * film.height, (luma) => {
    each.push(psnr(luma, film.luma(film.find(luma))))
  })
  if (each.length === 0) throw new Complaint('ffmpeg decoded no picture of a clip.')
  return { psnrDb: median(each), pictures: each.length }
}

/** Peak signal to noise of 8 bits. */
export function psnr(one: Uint8Array, other: Uint8Array): number {
  const error = squaredError(one, other) / one.length
  return error === 0 ? MOST_DB : Math.min(MOST_DB, 10 * Math.log10(255 ** 2 / error))
}

function squaredError(one: Uint8Array, other: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += ((one[i] ?? 0) - (other[i] ?? 0)) ** 2
  return sum
}

/** By the system's ffmpeg, so that no browser judges its own work. */
export async function decodeLuma(
  clip: Uint8Array,
  frameBytes: number,
  take: (luma: Uint8Array) => void,
): Promise<void> {
  const args = ['-loglevel', 'fatal', '-i', 'pipe:0', '-fps_mode', 'passthrough', '-vf', 'extractplanes=y']
  const child = spawn('ffmpeg', [...args, '-f', 'rawvideo', 'pipe:1'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const failed = new Promise<never>((_, reject) => {
    child.on('error', () => reject(new Complaint('ffmpeg was not found; install it to compare pictures.')))
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(clip)
  const decode = async () => {
    let waiting = Buffer.alloc(0)
    for await (const chunk of child.stdout) {
      waiting = Buffer.concat([waiting, chunk as Buffer])
      while (waiting.length >= frameBytes) {
        take(waiting.subarray(0, frameBytes))
        waiting = waiting.subarray(frameBytes)
      }
    }
  }
  await Promise.race([decode(), failed])
}
