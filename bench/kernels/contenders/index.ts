import type { Contender } from '../contender'
import { asScalar, asSimd, asSimdRgba, read2 } from './difference-kernels'
import { asFused, asFusedLight } from './fused'
import { js } from './js'
import { jsLuma } from './js-luma'
import { opencvJs, opencvL1 } from './opencv'
import { pixelmatch } from './pixelmatch'
import { asRgba, lumaRgba } from './pixels'
import { box2, box4 } from './reductions'
import { checkAdaptive, checkClassic, checkQuiet } from './whole-check'

/** In the order of the table. */
export const contenders: readonly Contender[] = [
  read2,
  asSimd,
  asScalar,
  js,
  asFused,
  asFusedLight,
  checkClassic,
  checkQuiet,
  checkAdaptive,
  opencvJs,
  opencvL1,
  asRgba,
  asSimdRgba,
  jsLuma,
  pixelmatch,
  box2,
  box4,
  lumaRgba,
]
