import type { Truth } from '../truth'
import { type Backdrop, paintBackdrop } from './backdrop'
import { CHECK_SEC, HEIGHT, type Layer, makeCanvas, WIDTH } from './canvas'
import { expose, type LumaRange, type SensorNoise } from './noise'
import type { Shake } from './unrest'
import { paintWalk, truthOf, type Walk } from './walk'

/** A drawn video of which is known what moves in it. */
export interface Scene {
  readonly name: string
  readonly seconds: number
  readonly truth: Truth
  /** One frame per check from second 0 on, luma, in an array that is used again for the next. */
  frames(): Generator<Uint8Array<ArrayBuffer>>
  /** The same without the people and what they leave behind: what the truth is checked against. */
  emptyFrames(): Generator<Uint8Array<ArrayBuffer>>
}

export interface Composition {
  readonly name: string
  readonly seconds: number
  readonly backdrop: Backdrop
  readonly shake?: Shake
  /** Between backdrop and people. */
  readonly behind?: readonly Layer[]
  readonly walks?: readonly Walk[]
  /** What somebody put down; it stays. */
  readonly things?: readonly Layer[]
  /** Before the people: light and weather. */
  readonly over?: readonly Layer[]
  readonly noise: SensorNoise
  readonly range: LumaRange
  /** What moves besides the people. */
  readonly motion?: Truth['motion']
  /** Spans that are nobody's fault, besides those in which people half show. */
  readonly ignore?: Truth['ignore']
}

export function compose(composition: Composition): Scene {
  const { name, seconds, walks = [], motion = [], ignore = [] } = composition
  const truths = walks.map((walk) => truthOf(walk, seconds))
  return {
    name,
    seconds,
    truth: {
      motion: [...truths.flatMap((truth) => truth.motion), ...motion],
      ignore: [...truths.flatMap((truth) => truth.ignore), ...ignore],
    },
    frames: () => render(composition, true),
    emptyFrames: () => render(composition, false),
  }
}

function* render(composition: Composition, hasPeople: boolean): Generator<Uint8Array<ArrayBuffer>> {
  const { seconds, backdrop, shake, behind = [], walks = [], things = [], over = [], noise, range } = composition
  const canvas = makeCanvas()
  const clamped = new Uint8ClampedArray(WIDTH * HEIGHT)
  const bytes = new Uint8Array(clamped.buffer)
  for (let check = 0; check * CHECK_SEC < seconds; check++) {
    const timeSec = check * CHECK_SEC
    canvas.checkIndex = check
    ;[canvas.shiftX, canvas.shiftY] = shake?.(timeSec) ?? [0, 0]
    paintBackdrop(canvas, backdrop)
    for (const layer of behind) layer(canvas, timeSec)
    if (hasPeople) {
      for (const layer of things) layer(canvas, timeSec)
      for (const walk of walks) paintWalk(canvas, walk, timeSec)
    }
    for (const layer of over) layer(canvas, timeSec)
    expose(canvas.luma, clamped, noise, range, check)
    yield bytes
  }
}
