import type { OpenCV } from '@opencvjs/node'
import type { LoadedKernels } from '../../src/engine/motion/kernels'
import type { FramePair } from './frame-pair'
import type { LimitKernels } from './limits'

/** One way to compare two frames. */
export interface Contender {
  /** As it stands in tables and reports. */
  readonly name: string
  prepare(stage: Stage): Prepared
}

/** A contender with its two frames in place. */
export interface Prepared {
  /** What is timed: one comparison. */
  run(): unknown
  /** What it finds beside what it must find. Called before `run`. */
  answers(): Answer[]
  /** Gives back what `prepare` took. */
  dispose?(): void
}

export interface Answer {
  readonly what: string
  readonly got: number
  readonly expected: number
}

/** Everything contenders work with; two frames at a time. */
export interface Stage {
  readonly pair: FramePair
  readonly kernels: LoadedKernels
  readonly limits: LimitKernels
  readonly opencv: typeof OpenCV
  /** Addresses of the pair in the kernels' memory. */
  readonly luma: Addresses
  readonly rgba: Addresses
  /** Room in the kernels' memory until the next pair. Content is undefined. */
  take(bytes: number): number
}

export interface Addresses {
  readonly previous: number
  readonly current: number
}
